import { ApiError } from '../api/api-error.ts';
import type { Client } from '../api/client.ts';
import type { Job } from '../api/types.ts';
import { isActive } from '../jobs/job-labels.ts';

// Short waits show the progress. Long waits save requests of the 60 per minute for a slow job.
const shortWaitSeconds = 2;
const longWaitSeconds = 6;
const shortWaits = 8;

const pause = (seconds: number, signal: AbortSignal): Promise<void> => {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, seconds * 1000);
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    reject(signal.reason);
  });
  return promise;
};

/**
 * Polls a job until it ends.
 *
 * @param onChange Called with each state of the job.
 * @param onPause Called with the number of seconds if the service asks to wait.
 */
export const followJob = async (
  client: Client,
  jobId: string,
  onChange: (job: Job) => void,
  onPause: (error: ApiError) => void,
  signal: AbortSignal,
): Promise<Job> => {
  for (let poll = 0; ; poll += 1) {
    const wait = poll < shortWaits ? shortWaitSeconds : longWaitSeconds;
    try {
      const job = await client.call<Job>(`/job/${encodeURIComponent(jobId)}?wait=${wait}`, { signal });
      onChange(job);
      if (!isActive(job)) return job;
    } catch (error) {
      if (!(error instanceof ApiError) || error.retryAfterSeconds === undefined) throw error;
      onPause(error);
      await pause(error.retryAfterSeconds, signal);
    }
  }
};
