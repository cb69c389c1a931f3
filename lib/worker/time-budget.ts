import type { Job } from '../jobs/job.ts';
import { closingSeconds, deliveryReserveSeconds, deliverySeconds, endingSeconds } from '../jobs/job-times.ts';

/** Seconds after which an engine process that has not started is killed. */
export const startSeconds = 30;

/** The seconds that an invocation of a worker has left for each part of a job, at least 1. */
export type TimeBudget = {
  /** For the engine, up to its deadline. That of a job with a delivery leaves time for it. */
  engineSeconds(job: Pick<Job, 'deliverTo'>): number;
  /** For the delivery, once the result is stored. */
  deliverySeconds(): number;
  /** Whether enough is left, after the job, for starting an engine process. */
  allowsStart(): boolean;
};

/**
 * Divides the time of an invocation.
 *
 * @param remainingMs returns the milliseconds until the worker's timeout
 */
export const timeBudget = (remainingMs: () => number, engineDeadlineSeconds: number): TimeBudget => {
  const secondsLeft = (reserved: number, most: number): number =>
    Math.max(1, Math.min(most, remainingMs() / 1000 - reserved));
  return {
    engineSeconds: ({ deliverTo }) =>
      secondsLeft(
        closingSeconds + (deliverTo === undefined ? 0 : deliveryReserveSeconds),
        engineDeadlineSeconds,
      ),
    deliverySeconds: () => secondsLeft(endingSeconds, deliverySeconds),
    allowsStart: () => remainingMs() / 1000 > startSeconds + endingSeconds,
  };
};
