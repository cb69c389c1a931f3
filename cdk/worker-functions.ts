import type { packagesOf } from '../lib/conversions/deployment/packages.ts';

/** A function that works on jobs, with the engines of one worker. */
export type WorkerFunction = {
  readonly worker: Parameters<typeof packagesOf>[0];
  /** Its file in `functions/workers/`, without `.ts`. */
  readonly file: string;
  readonly memoryMegabytes: number;
  /** Megabytes of its /tmp; 512 is Lambda's own. */
  readonly scratchMegabytes: number;
  /** Documents that are converted at once, each in an environment of its own. */
  readonly maxConcurrency: number;
};

/**
 * Above the jobs that any plan has at once, 50: one account never has all workers of a kind, and SQS's fair queues give
 * those that are free to the others first.
 */
const maxConcurrency = 60;

/** A job's documents (100 MB), its result (2 GB at most), and what engines write besides. */
const scratchMegabytes = 3072;

/** The functions that work on jobs, by the name of their construct. */
export const workerFunctions = {
  convertDocument: {
    worker: 'standard',
    file: 'convert-document',
    memoryMegabytes: 3008,
    scratchMegabytes,
    maxConcurrency,
  },
  // The browser unpacks itself to 213 MB.
  convertWebPage: {
    worker: 'browser',
    file: 'convert-web-page',
    memoryMegabytes: 3008,
    scratchMegabytes,
    maxConcurrency,
  },
  convertOfficeDocument: {
    worker: 'office',
    file: 'convert-office-document',
    memoryMegabytes: 3008,
    scratchMegabytes,
    maxConcurrency,
  },
} as const satisfies Record<string, WorkerFunction>;

/** The name of a worker's construct. */
export type WorkerFunctionName = keyof typeof workerFunctions;
