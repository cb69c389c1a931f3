import type { Effects } from './effects.ts';
import type { Job } from './job.ts';
import type { JobStore, Lease } from './job-store.ts';
import { renewSeconds } from './job-times.ts';
import { type Repeated, repeat } from './repeat.ts';

/** Milliseconds between two looks at the job, so that a worker sees a cancellation within 2 s. */
const lookMs = 1500;

/** Minimum milliseconds between two writes of the progress. Each also renews the lease. */
const progressMs = 5000;

/** A lease that is renewed. `signal` is aborted if it is lost or has expired. */
export type KeptLease = Repeated & {
  readonly signal: AbortSignal;
  /** Throws if the lease is lost or has expired, also if the worker was frozen since. */
  readonly requireHeld: () => void;
  readonly progress: (next: NonNullable<Job['progress']>) => void;
};

/**
 * Keeps the lease while a job runs, and aborts the job if the lease is lost or has expired.
 *
 * Writes only to renew the lease and to store progress. In between, it reads whether the job was cancelled, which costs a tenth.
 */
export const keepLease = (
  lease: Lease,
  store: Pick<JobStore, 'renew' | 'isLost'>,
  { clock, leaseSeconds, onRenewalError }: Effects,
): KeptLease => {
  const lost = new AbortController();
  let progress: Job['progress'];
  let written: Job['progress'];
  let renewedAt = clock();
  const leaseMs = leaseSeconds * 1000;
  const mustWrite = (): boolean => {
    const pauseMs = progress === written ? renewSeconds * 1000 : progressMs;
    return clock() - renewedAt >= Math.min(pauseMs, leaseMs / 3);
  };
  const renew = async (): Promise<boolean> => {
    const now = clock();
    const reported = progress;
    if (!(await store.renew(lease, now + leaseMs, reported))) return false;
    renewedAt = now;
    written = reported;
    return true;
  };
  const expire = (): void => {
    if (clock() - renewedAt >= leaseMs) lost.abort(new Error('The lease has expired'));
  };
  const keep = async (): Promise<void> => {
    try {
      const isKept = mustWrite() ? await renew() : !(await store.isLost(lease));
      if (!isKept) lost.abort(new Error('The lease was lost'));
    } catch (error) {
      onRenewalError(error, lease);
      // The next tick retries until the lease has expired, after which another worker can claim the job.
      expire();
    }
  };
  return {
    ...repeat(keep, Math.min(lookMs, leaseMs / 4)),
    signal: lost.signal,
    requireHeld: () => {
      expire();
      lost.signal.throwIfAborted();
    },
    progress: (next: NonNullable<Job['progress']>) => {
      progress = next;
    },
  };
};
