/**
 * The workers, each with the construct of its queue, the variable that contains the queue's URL and the output of the stack with
 * that URL. An engine names the worker that has its packages; one without a name runs in the standard worker.
 */
export const workers = {
  standard: { queue: 'Jobs', variable: 'QUEUE_URL', output: 'QueueUrl' },
  /** Has the engines of the standard worker and more memory. */
  large: { queue: 'LargeJobs', variable: 'LARGE_QUEUE_URL', output: 'LargeQueueUrl' },
  browser: { queue: 'WebPageJobs', variable: 'BROWSER_QUEUE_URL', output: 'BrowserQueueUrl' },
  office: { queue: 'OfficeJobs', variable: 'OFFICE_QUEUE_URL', output: 'OfficeQueueUrl' },
  /** Recognizes pages of documents that the standard worker reads; no job starts in it. */
  recognition: {
    queue: 'RecognitionJobs',
    variable: 'RECOGNITION_QUEUE_URL',
    output: 'RecognitionQueueUrl',
  },
} as const;

/** The name of a worker. */
export type WorkerName = keyof typeof workers;

/** The names of all workers. */
export const workerNames = Object.keys(workers) as readonly WorkerName[];

const largerWorkers: Readonly<Partial<Record<WorkerName, WorkerName>>> = { standard: 'large' };

/** Returns the worker with the same engines and more memory; undefined if there is none. */
export const largerWorker = (name: WorkerName): WorkerName | undefined => largerWorkers[name];

/** Returns an object with a member for each worker. */
export const ofWorkers = <Value>(make: (name: WorkerName) => Value): Readonly<Record<WorkerName, Value>> =>
  Object.fromEntries(workerNames.map((name) => [name, make(name)])) as Record<WorkerName, Value>;

/** The workers that calls invoke, each with the variable that contains the name of its function, and the output with that name. */
export const invokedWorkers = {
  standard: { variable: 'WORKER_NAME', output: 'WorkerName' },
  browser: { variable: 'BROWSER_WORKER_NAME', output: 'BrowserWorkerName' },
  office: { variable: 'OFFICE_WORKER_NAME', output: 'OfficeWorkerName' },
} as const satisfies Partial<Record<WorkerName, unknown>>;

/** The name of a worker that calls invoke. */
export type InvokedWorkerName = keyof typeof invokedWorkers;

/** Returns true if calls invoke this worker. */
export const isInvokedWorker = (name: WorkerName): name is InvokedWorkerName =>
  Object.hasOwn(invokedWorkers, name);

/** Returns an object with a member for each worker that calls invoke. */
export const ofInvokedWorkers = <Value>(
  make: (name: InvokedWorkerName) => Value,
): Readonly<Record<InvokedWorkerName, Value>> =>
  Object.fromEntries(workerNames.filter(isInvokedWorker).map((name) => [name, make(name)])) as Record<
    InvokedWorkerName,
    Value
  >;

/** The functions that convert documents, each with its minimum of memory, which is also the default. */
export const workerFunctions = {
  // One processor, which is what one engine uses. What does not fit runs in the next one.
  convertDocument: { leastMegabytes: 1769 },
  // The most that new accounts may use, and 1.7 processors.
  convertLargeDocument: { leastMegabytes: 3008 },
  convertWebPage: { leastMegabytes: 3008 },
  convertOfficeDocument: { leastMegabytes: 3008 },
  recognizePages: { leastMegabytes: 3008 },
} as const;

/** The name of a function that converts documents. */
export type WorkerFunctionName = keyof typeof workerFunctions;
