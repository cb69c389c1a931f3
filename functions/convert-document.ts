import { randomUUID } from 'node:crypto';
import { BatchProcessor, EventType, processPartialResponse } from '@aws-lambda-powertools/batch';
import { Logger } from '@aws-lambda-powertools/logger';
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { openTable } from '../lib/aws/dynamodb.ts';
import { toJobMessage } from '../lib/aws/job-queue.ts';
import { jobStore } from '../lib/aws/job-store.ts';
import { openObjectStore } from '../lib/aws/object-store.ts';
import { createEngineProcess } from '../lib/conversions/process/engine-process.ts';
import { readEnvironmentNumber } from '../lib/env.ts';
import { documentConverter, sourceFetcher } from '../lib/jobs/document-work.ts';
import { runJob } from '../lib/jobs/run-job.ts';

const log = new Logger({ serviceName: 'convert-document' });
const store = jobStore(openTable());
const objects = openObjectStore();
const engine = createEngineProcess({
  entry: new URL('./engine.mjs', import.meta.url),
  memoryLimitBytes: readEnvironmentNumber('engineMemoryMegabytes') * 1_048_576,
});
const engineDeadlineSeconds = readEnvironmentNumber('engineDeadlineSeconds');
const leaseSeconds = readEnvironmentNumber('leaseSeconds');
const retentionSeconds = readEnvironmentNumber('retentionSeconds');

/** Has a process wait for the next tenant's document; where it cannot start, that document says so. */
const keepSpareEngine = (): void => {
  engine.warm().catch((error: unknown) => log.warn('No engine process waits', { error }));
};
keepSpareEngine();

/** Seconds of a Lambda invocation that are kept for storing the result and ending the job. */
const closingSeconds = 20;

const work = (context: Context) => ({
  fetchSource: sourceFetcher(objects),
  convert: documentConverter(engine, () =>
    Math.max(1, Math.min(engineDeadlineSeconds, context.getRemainingTimeInMillis() / 1000 - closingSeconds)),
  ),
  storeResult: objects.put,
  leaseSeconds,
  retentionSeconds,
  clock: Date.now,
  newOwner: randomUUID,
});

/** Takes jobs from the queue and works on them; a message that could not be dealt with stays in the queue. */
export const handler = (event: SQSEvent, context: Context): Promise<SQSBatchResponse> => {
  const convert = async (record: SQSRecord): Promise<void> => {
    const message = toJobMessage(record.body);
    if (message === undefined)
      return log.error('A message of the queue names no job', { messageId: record.messageId });
    const outcome = await runJob(message, store, work(context), (error, { jobId, attempts }) =>
      log.warn('The document could not be converted', { error, jobId, attempts }),
    );
    keepSpareEngine();
    log.info('A message was dealt with', { jobId: message.jobId, outcome });
  };
  return processPartialResponse(event, convert, new BatchProcessor(EventType.SQS), {
    context,
    throwOnFullBatchFailure: false,
  });
};
