import type { Effects } from './effects.ts';
import type { Job } from './job.ts';
import type { JobStore, Lease } from './job-store.ts';

/** Milliseconds between two renewals of a lease, so that a worker sees a cancellation within 2 s. */
const renewAfterMs = 1500;

/** A lease that is renewed. `signal` is aborted if it is lost or has expired. */
export type KeptLease = {
  readonly signal: AbortSignal;
  readonly progress: (next: NonNullable<Job['progress']>) => void;
  readonly stop: () => void;
};

/** Renews the lease while a job runs, and aborts the job if the lease is lost or has expired. */
export const keepLease = (
  lease: Lease,
  store: JobStore,
  { clock, leaseSeconds, onRenewalError }: Effects,
): KeptLease => {
  const lost = new AbortController();
  let progress: Job['progress'];
  let written: Job['progress'];
  let renewedAt = clock();
  let renewing = false;
  const leaseMs = leaseSeconds * 1000;
  const pauseMs = Math.min(renewAfterMs, leaseMs / 3);
  const renew = async (): Promise<void> => {
    if (renewing || (progress === written && clock() - renewedAt < pauseMs)) return;
    renewing = true;
    const now = clock();
    const reported = progress;
    try {
      if (await store.renew(lease, now + leaseMs, reported)) {
        renewedAt = now;
        written = reported;
      } else lost.abort(new Error('The lease was lost'));
    } catch (error) {
      onRenewalError(error, lease);
      // The next tick retries until the lease has expired, after which another worker can claim the job.
      if (clock() - renewedAt >= leaseMs) lost.abort(new Error('The lease has expired'));
    } finally {
      renewing = false;
    }
  };
  const timer = setInterval(() => void renew(), Math.min(1000, leaseMs / 4));
  return {
    signal: lost.signal,
    progress: (next: NonNullable<Job['progress']>) => {
      progress = next;
    },
    stop: () => clearInterval(timer),
  };
};
