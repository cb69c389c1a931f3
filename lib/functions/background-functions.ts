import { deploymentConstants } from '../deployment-constants.ts';
import { queueEnvironment } from '../env.ts';
import {
  items,
  missingObjects,
  objects,
  readDue,
  readScanResults,
  readSources,
  readStream,
  sendJobs,
  sendWebhooks,
  writeTargets,
} from '../grants.ts';
import { workerTimeoutSeconds } from '../jobs/job-times.ts';
import { deliveryTimeoutSeconds } from '../webhooks/delivery-times.ts';
import { type WorkerFunctionName, type WorkerName, workerFunctions } from '../workers.ts';
import { endedJobs, type StreamFilter } from './ended-jobs.ts';
import type { FunctionRow } from './function-row.ts';

/** A queue of the stack: one per worker, one for webhooks, and one for all dead letters. */
export type QueueName = WorkerName | 'webhooks' | 'deadLetters';

/** What starts a background function. */
type Trigger =
  | { readonly on: 'queue'; readonly queue: QueueName; readonly batchSize: number }
  /** The stream of the table: only records of the form of `filter`. */
  | { readonly on: 'stream'; readonly batchSize: number; readonly filters: readonly StreamFilter[] }
  /** Starts the function several times at once, each with its share. */
  | { readonly on: 'schedule'; readonly everyMinutes: number; readonly shares: number };

/** A function that a queue, the table's stream or a schedule starts. */
export type BackgroundFunction = FunctionRow & {
  readonly trigger: Trigger;
  /** Concurrent executions: the maximum of its queue, of its stream for each shard, and the reservation if the operator states the account's quota. */
  readonly concurrency: number;
  /** Further reserved executions for calls that invoke it, so that they do not throttle the queue. Default: 0. */
  readonly callConcurrency?: number;
  /** Megabytes of an engine process in it. The rest of its memory is for its own process, an unused engine process and documents. */
  readonly engineMegabytes?: number;
  /** Megabytes of its /tmp. Default: Lambda's 512. */
  readonly scratchMegabytes?: number;
  /** The worker whose engines and packages are part of its bundle. */
  readonly worker?: WorkerName;
};

const commonOfWorkers = {
  environment: [
    'tableName',
    'bucketName',
    'retentionSeconds',
    'leaseSeconds',
    'engineDeadlineSeconds',
    'engineMemoryMegabytes',
    'localReceiverHost',
    'malwareScan',
    // For the next step of a job, which may need another worker.
    ...queueEnvironment,
  ],
  grants: [
    items('GetItem', 'jobs', 'files'),
    items('Query', 'jobs'),
    items('PutItem', 'jobs'),
    items('UpdateItem', 'jobs', 'account', 'usage'),
    objects('GetObject', 'files', 'results'),
    objects('PutObject', 'results'),
    readSources,
    writeTargets,
    readScanResults,
    sendJobs,
    missingObjects,
  ],
  engineMegabytes: 2048,
  timeoutSeconds: workerTimeoutSeconds,
  /** A job's documents (100 MB), its result (2 GB at most), and the engines' temporary files. */
  scratchMegabytes: 3072,
  /**
   * More than the 50 active jobs of the largest plan: one account never occupies all workers of a kind, and SQS's fair
   * queues assign the free ones to other accounts first.
   */
  concurrency: 60,
  /** A call takes a fraction of a second, so these are some hundred calls a second. One that is throttled is queued. */
  callConcurrency: 20,
} as const satisfies Partial<BackgroundFunction>;

/**
 * A function that converts documents. One per invocation, so that a worker that dies fails one job only. The operator may choose its memory,
 * of which the engine gets what is more than the row has, and its concurrency.
 */
const workerFunction = <Worker extends WorkerName, Own extends Partial<BackgroundFunction>>(
  name: WorkerFunctionName,
  worker: Worker,
  file: string,
  own: Own,
) => {
  const row = {
    ...commonOfWorkers,
    file: `workers/${file}`,
    trigger: { on: 'queue', queue: worker, batchSize: 1 },
    worker,
    ...own,
  } as const;
  const { leastMegabytes } = workerFunctions[name];
  const { memoryMegabytes = leastMegabytes, concurrency = row.concurrency } =
    deploymentConstants.workers?.[name] ?? {};
  const engineMegabytes = row.engineMegabytes + memoryMegabytes - leastMegabytes;
  return { ...row, memoryMegabytes, engineMegabytes, concurrency };
};

/** Concurrent executions of fail-abandoned-job. SQS event sources require at least two. */
const housekeepingConcurrency = 2;

/** Executions that are reserved for a function. */
export const reservationOf = ({ concurrency, callConcurrency = 0 }: BackgroundFunction): number =>
  concurrency + callConcurrency;

/** Runs of the reconciler at once, each with its share of the due index; see docs/scaling.md. */
const reconcilers = 4;

/** Every background function, by the name of its construct. */
export const backgroundFunctions = {
  convertDocument: workerFunction('convertDocument', 'standard', 'convert-document', {
    engineMegabytes: 1280,
  }),
  // The same code with more memory, for large documents and those whose engine ran out of it.
  convertLargeDocument: workerFunction('convertLargeDocument', 'standard', 'convert-document', {
    callConcurrency: 0,
    trigger: { on: 'queue', queue: 'large', batchSize: 1 },
  }),
  // The browser unpacks itself to 213 MB.
  convertWebPage: workerFunction('convertWebPage', 'browser', 'convert-web-page', {}),
  convertOfficeDocument: workerFunction('convertOfficeDocument', 'office', 'convert-office-document', {}),
  // The same code, in functions of its own, so that no other document waits behind a scan.
  recognizePages: workerFunction('recognizePages', 'standard', 'convert-document', {
    callConcurrency: 0,
    trigger: { on: 'queue', queue: 'recognition', batchSize: 1 },
    grants: [
      items('GetItem', 'jobs', 'files'),
      items('PutItem', 'jobs'),
      items('UpdateItem', 'jobs'),
      objects('GetObject', 'files', 'results'),
      objects('PutObject', 'results'),
      sendJobs,
      missingObjects,
    ],
  }),
  failAbandonedJob: {
    file: 'workers/fail-abandoned-job',
    trigger: { on: 'queue', queue: 'deadLetters', batchSize: 10 },
    environment: ['tableName'],
    grants: [items('GetItem', 'jobs'), items('UpdateItem', 'jobs', 'account', 'usage')],
    memoryMegabytes: 512,
    timeoutSeconds: 30,
    concurrency: housekeepingConcurrency,
  },
  // Its records are few and small, and it only writes deliveries, so a batch takes less than a second.
  announceJob: {
    file: 'workers/announce-job',
    trigger: { on: 'stream', batchSize: 100, filters: endedJobs },
    // The failure destination of its stream grants it the queue of dead letters.
    environment: ['tableName', 'webhookQueueUrl', 'deadLetterQueueUrl'],
    grants: [readStream, items('Query', 'webhooks'), items('PutItem', 'webhooks'), sendWebhooks],
    memoryMegabytes: 512,
    timeoutSeconds: 60,
    // One for each shard of the stream; a table on demand starts with four.
    concurrency: 10,
  },
  deliverWebhook: {
    file: 'workers/deliver-webhook',
    trigger: { on: 'queue', queue: 'webhooks', batchSize: 10 },
    environment: ['tableName', 'localReceiverHost'],
    grants: [items('GetItem', 'webhooks'), items('UpdateItem', 'webhooks')],
    memoryMegabytes: 512,
    timeoutSeconds: deliveryTimeoutSeconds,
    // Each sends ten webhooks at a time, so 200 receivers can be slow at once.
    concurrency: 20,
  },
  reconcile: {
    file: 'scheduled/reconcile',
    trigger: { on: 'schedule', everyMinutes: 1, shares: reconcilers },
    environment: ['tableName', 'bucketName', 'retentionSeconds', ...queueEnvironment, 'webhookQueueUrl'],
    grants: [
      readDue,
      items('GetItem', 'jobs', 'account'),
      items('BatchGetItem', 'jobs', 'files'),
      items('Query', 'jobs', 'reconciler'),
      items('UpdateItem', 'jobs', 'account', 'usage', 'files', 'webhooks', 'reconciler'),
      objects('DeleteObject', 'files', 'incoming', 'results'),
      sendJobs,
      sendWebhooks,
    ],
    memoryMegabytes: 512,
    timeoutSeconds: 60,
    concurrency: reconcilers,
  },
} as const satisfies Record<string, BackgroundFunction>;

/** The name of a background function. */
export type BackgroundFunctionName = keyof typeof backgroundFunctions;

const isBackgroundFunctionName = (name: string): name is BackgroundFunctionName =>
  Object.hasOwn(backgroundFunctions, name);

/** The names of all functions that are no endpoints. */
export const backgroundFunctionNames: readonly BackgroundFunctionName[] =
  Object.keys(backgroundFunctions).filter(isBackgroundFunctionName);
