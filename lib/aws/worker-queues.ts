import { readEnvironment, readOptionalEnvironment } from '../env.ts';
import type { Job } from '../jobs/job.ts';

type WorkerName = Job['worker'];

/** Reads the queue URLs of the deployed workers from the environment. The standard worker is always deployed. */
export const workerQueues = (): ReadonlyMap<WorkerName, string> =>
  new Map(
    [
      ['standard', readEnvironment('queueUrl')] as const,
      ['browser', readOptionalEnvironment('browserQueueUrl')] as const,
      ['office', readOptionalEnvironment('officeQueueUrl')] as const,
    ].flatMap(([worker, url]) => (url === undefined ? [] : [[worker, url] as const])),
  );

/** The deployed workers. */
export const deployedWorkers = (): ReadonlySet<WorkerName> => new Set(workerQueues().keys());
