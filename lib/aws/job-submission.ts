import { Logger } from '@aws-lambda-powertools/logger';
import { finalizeUpload } from '../files/presigned-upload.ts';
import type { UploadDependencies } from '../files/upload.ts';
import type { JobSubmission } from '../jobs/submit-job.ts';
import { createJob } from './create-job.ts';
import { openJobQueues } from './job-queue.ts';
import { callStore } from './recorded-calls.ts';
import type { Table } from './table.ts';

const ownFileKey = /^accounts\/([^/]+)\/files\/([^/]+)$/;

/** Opens the table and the queues for submitting jobs. */
export const openJobSubmission = (table: Table, uploads: UploadDependencies): JobSubmission => {
  const log = new Logger({ serviceName: 'job-submission' });
  return {
    create: (job, files, call) => createJob(table, job, files, call),
    calls: callStore(table),
    send: openJobQueues(),
    getFile: uploads.files.get,
    finalize: (file) => finalizeUpload(file, uploads),
    ownFile: (address) => {
      const [, accountId, fileId] = ownFileKey.exec(uploads.objects.keyOf(address) ?? '') ?? [];
      return accountId === undefined || fileId === undefined ? undefined : { accountId, fileId };
    },
    onUnsent: (error, jobId) =>
      log.error('The message of a job was not sent; the reconciler will send it', { error, jobId }),
  };
};
