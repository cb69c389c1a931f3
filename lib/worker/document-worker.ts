import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { BatchProcessor, EventType, processPartialResponse } from '@aws-lambda-powertools/batch';
import { Logger } from '@aws-lambda-powertools/logger';
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { isS3Address } from '../api/s3-address.ts';
import { openTable } from '../aws/dynamodb.ts';
import { type ExpressAnswer, fromRan, toExpressRun } from '../aws/express-message.ts';
import { openJobQueues, toJobMessage } from '../aws/job-queue.ts';
import { jobStore } from '../aws/job-store.ts';
import { openObjectStore } from '../aws/object-store.ts';
import { openOperatorBuckets } from '../aws/operator-buckets.ts';
import { openScanResults } from '../aws/scan-results.ts';
import { recordFault } from '../conversions/base/fault-record.ts';
import { createEngineProcess } from '../conversions/process/engine-process.ts';
import type { Sandbox } from '../conversions/process/sandbox/enter-sandbox.ts';
import { hardenWorker } from '../conversions/process/sandbox/harden-worker.ts';
import { readEnvironmentNumber, readLocalReceiverHosts, readOptionalEnvironment } from '../env.ts';
import { documentConverter } from '../jobs/convert-document.ts';
import { resultDeliverer } from '../jobs/deliver-result.ts';
import type { Effects } from '../jobs/effects.ts';
import { sourceFetcher } from '../jobs/fetch-source.ts';
import type { Job, JobMessage } from '../jobs/job.ts';
import { createPutResult, type PutResult } from '../jobs/put-result.ts';
import { recognizePart } from '../jobs/recognize-part.ts';
import { runExpressJob, runJob } from '../jobs/run-job.ts';
import { measured } from '../measures.ts';
import { receiverRule } from '../webhooks/receiver-address.ts';
import type { WorkerName } from '../workers.ts';
import { startSeconds, type TimeBudget, timeBudget } from './time-budget.ts';

/** Lambda restarts a container that is not ready after 10 s. The first call waits for what is not. */
const longestInitMs = 8000;

/** A function that works on the jobs of a queue, and on one with which a call invokes it, whose end it returns. */
export type DocumentWorker = (
  event: SQSEvent | object,
  context: Context,
) => Promise<SQSBatchResponse | ExpressAnswer>;

const isBatch = (event: object): event is SQSEvent => 'Records' in event;

/**
 * Takes jobs from a queue and works on them; a message that could not be dealt with stays in the queue. Make it once for
 * each container.
 *
 * Lambda freezes the container after it has started and after each answer. So both wait until the engine process for the next document is
 * ready. The client does not: its job has ended. A call that invokes the worker does, so that invocation starts none.
 *
 * @param entry the program of the engine process
 */
export const documentWorker = async (serviceName: string, entry: URL): Promise<DocumentWorker> => {
  const log = new Logger({ serviceName });
  const ownProtection = hardenWorker();
  const table = openTable();
  const store = jobStore(table);
  const objects = openObjectStore(table);
  const sendJob = openJobQueues();
  const scanResult =
    readOptionalEnvironment('malwareScan') === undefined ? undefined : openScanResults(table);
  const engine = createEngineProcess({
    entry,
    memoryLimitBytes: readEnvironmentNumber('engineMemoryMegabytes') * 1_048_576,
    startSeconds,
  });
  const engineDeadlineSeconds = readEnvironmentNumber('engineDeadlineSeconds');
  const leaseSeconds = readEnvironmentNumber('leaseSeconds');
  const retentionSeconds = readEnvironmentNumber('retentionSeconds');

  const localHosts = readLocalReceiverHosts();
  const buckets = openOperatorBuckets();
  const putByHttp = createPutResult((url) => receiverRule(url, localHosts));
  const put: PutResult = (address, ...rest) =>
    isS3Address(address) ? buckets.put(address, ...rest) : putByHttp(address, ...rest);

  /** If a process cannot start in advance, the job of the next document reports it. */
  const logNoSpare = (error: Error): void => log.warn('No spare engine process could be started', { error });
  // Reported by the first invocation: the logger needs one.
  let unreported: Promise<Sandbox | Error> | undefined = engine.warm().catch((error: Error) => error);
  await Promise.race([unreported, pause(longestInitMs, undefined, { ref: false })]);
  const reportSandbox = async (): Promise<void> => {
    const started = unreported;
    if (started === undefined) return;
    unreported = undefined;
    const sandbox = await started;
    if (sandbox instanceof Error) return logNoSpare(sandbox);
    const all = { ...ownProtection, ...sandbox, undumpable: ownProtection.undumpable && sandbox.undumpable };
    // Once for each worker: what a kernel supports does not change.
    if (Object.values(all).includes(false))
      log.warn('The engine sandbox is incomplete', {
        sandbox: all,
        ...measured({ Incidents: 1 }, { Incident: 'sandbox_incomplete' }),
      });
    else log.info('The engine sandbox is complete');
  };

  const effects = ({ engineSeconds, deliverySeconds }: TimeBudget): Effects => ({
    fetchSource: sourceFetcher(objects, buckets.read),
    convert: documentConverter(engine, engineSeconds),
    fetchPages: async (objectKey) => {
      const pages = await objects.get(objectKey);
      if (pages === undefined) throw new Error('The recognized pages of a part are missing');
      return pages;
    },
    storeResult: objects.put,
    storeLargeResult: objects.putFile,
    deliver: resultDeliverer({
      put,
      seconds: deliverySeconds,
      onFailure: ({ httpStatus, message }) =>
        // `message` is a reserved key of the logger.
        log.warn('A result could not be delivered', { httpStatus, reason: message }),
    }),
    scanResult,
    send: (message: JobMessage, worker: WorkerName, delaySeconds?: number) =>
      sendJob(message, worker, delaySeconds).catch((error: unknown) =>
        log.error('The message of a step was not sent; the reconciler will send it', {
          error,
          jobId: message.jobId,
        }),
      ),
    onRenewalError: (error, { jobId, attempt }) =>
      log.warn('A lease could not be renewed', { error, jobId, attempt }),
    leaseSeconds,
    retentionSeconds,
    clock: Date.now,
    newOwner: randomUUID,
  });

  const budgetOf = (context: Context): TimeBudget =>
    timeBudget(() => context.getRemainingTimeInMillis(), engineDeadlineSeconds);
  const onFault = (error: unknown, { requestId, jobId, attempts }: Job): void =>
    // Messages may quote the document.
    log.warn('The document could not be converted', {
      fault: recordFault(error),
      requestId,
      jobId,
      attempts,
    });

  /** Runs the job of a call that waits for its end. */
  const runExpress = async (event: object, context: Context): Promise<ExpressAnswer> => {
    const startedAt = Date.now();
    const run = toExpressRun(event);
    engine.expect(run.job.accountId);
    const ran = await runExpressJob(run, store, effects(budgetOf(context)), onFault);
    await reportSandbox();
    const { requestId, accountId, jobId } = run.job;
    const ms = Date.now() - startedAt;
    log.info('An invocation was processed', { requestId, accountId, jobId, outcome: ran.outcome, ms });
    return fromRan(ran);
  };

  return (event, context) => {
    if (!isBatch(event)) return runExpress(event, context);
    const convert = async (record: SQSRecord): Promise<void> => {
      const message = toJobMessage(record.body);
      if (message === undefined)
        return log.error('A queue message contains no job id', { messageId: record.messageId });
      engine.expect(message.accountId);
      const startedAt = Date.now();
      const budget = budgetOf(context);
      const outcome =
        message.part === undefined
          ? await runJob(message, store, effects(budget), onFault)
          : await recognizePart({ ...message, part: message.part }, store, effects(budget), onFault);
      const ms = Date.now() - startedAt;
      await reportSandbox();
      if (budget.allowsStart()) await engine.settle().catch(logNoSpare);
      log.info('A queue message was processed', { ...message, outcome, ms });
    };
    return processPartialResponse(event, convert, new BatchProcessor(EventType.SQS), {
      context,
      throwOnFullBatchFailure: false,
    });
  };
};
