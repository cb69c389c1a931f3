import { Logger } from '@aws-lambda-powertools/logger';
import { formatDetector } from '../files/format-detector.ts';
import { finalizeUpload } from '../files/presigned-upload.ts';
import type { JobSubmission } from '../jobs/submit-job.ts';
import { createJob } from './create-job.ts';
import { fileStore, readFile } from './file-store.ts';
import { openJobQueues } from './job-queue.ts';
import { leftoverLogger } from './leftover-logger.ts';
import { openObjectStore } from './object-store.ts';
import { callStore } from './recorded-calls.ts';
import type { Table } from './table.ts';

const ownFileKey = /^accounts\/([^/]+)\/files\/([^/]+)$/;

/** Opens the table, the bucket and the queues for submitting jobs. */
export const openJobSubmission = (table: Table): JobSubmission => {
  const log = new Logger({ serviceName: 'job-submission' });
  const objects = openObjectStore(table);
  const files = fileStore(table);
  const onLeftover = leftoverLogger();
  return {
    create: (job, files, call) => createJob(table, job, files, call),
    calls: callStore(table),
    send: openJobQueues(),
    getFile: (accountId, fileId) => readFile(table, accountId, fileId),
    finalize: (file) => finalizeUpload(file, { files, objects, formats: formatDetector, onLeftover }),
    ownFile: (address) => {
      const [, accountId, fileId] = ownFileKey.exec(objects.keyOf(address) ?? '') ?? [];
      return accountId === undefined || fileId === undefined ? undefined : { accountId, fileId };
    },
    onUnsent: (error, jobId) =>
      log.error('The message of a job was not sent; the reconciler will send it', { error, jobId }),
  };
};
