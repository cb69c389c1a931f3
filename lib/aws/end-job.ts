import { engineMs, type Job, operationsOf } from '../jobs/job.ts';
import { type EndDetails, endedJob, type JobEnd, type JobStore, type Lease } from '../jobs/job-store.ts';
import { firstCheckSeconds, lateResultSeconds } from '../jobs/job-times.ts';
import { keepsOptions } from '../jobs/retry-job.ts';
import type { Change, Guard } from './change.ts';
import { updateIf, updateOnce } from './conditional-update.ts';
import { activeAttributes, fromOutput, fromReport, toJob } from './job-item.ts';
import { freeSlot, refundOf } from './job-slots.ts';
import { leaseIsHeld } from './release-lease.ts';
import { keys, schedule, type Table } from './table.ts';

/** The condition that no worker has the job. */
const leaseHasEnded = ({ attempts }: Job, now: number): Guard => ({
  when: 'attempts = :attempt AND (job_status = :queued OR (job_status = :processing AND lease_until <= :now))',
  values: { attempt: attempts, queued: 'queued', processing: 'processing', now },
});

/**
 * Moves the job's item to a terminal state. Schedules its results for deletion, if there may be any.
 *
 * A job that completes before its first check keeps that schedule, from which the reconciler derives when its result expires: changing the
 * schedule writes the index twice.
 */
const endJobItem = (
  job: Job,
  end: JobEnd,
  { lease, report, now, from }: EndDetails,
  workedMs: number,
): Change => {
  const complete = end.status === 'complete';
  // A lost attempt may have stored a result, which the reconciler deletes.
  const leavesResults = !complete && job.attempts > (lease === undefined ? 0 : 1);
  const isQuick = now <= job.createdAt + firstCheckSeconds * 1000;
  const remove = (at: number) => schedule('RESULT', job.jobId, at);
  return {
    key: keys.job(job.accountId, job.jobId),
    set: {
      job_status: end.status,
      completed_at: now,
      worked_ms: workedMs,
      report: fromReport(report, complete ? end.output : undefined),
      source_format: from,
      ...(complete
        ? {
            job_output: fromOutput(end.output),
            expires_at: end.expiresAt,
            delivery: end.delivery,
            ...(isQuick ? {} : remove(end.expiresAt)),
          }
        : { job_error: end.error }),
      ...(leavesResults ? remove(now + lateResultSeconds * 1000) : {}),
    },
    remove:
      end.status === 'failed' && keepsOptions({ steps: job.steps, error: end.error })
        ? activeAttributes.filter((name) => name !== 'step_options')
        : activeAttributes,
    ...(lease === undefined ? leaseHasEnded(job, now) : leaseIsHeld(lease)),
  };
};

/**
 * Changes a job and ends its worker's lease in one write; the job stays active. Returns the job afterwards; undefined if the lease was
 * lost.
 *
 * @param isStored whether the job shows this change. If its response was lost, the retry is refused
 */
export const endAttempt = async (
  table: Table,
  { lease, now }: { readonly lease: Lease; readonly now: number },
  change: Omit<Change, 'key'>,
  isStored: (job: Job) => boolean,
): Promise<Job | undefined> => {
  const { when, values } = leaseIsHeld(lease);
  const outcome = await updateIf(table, {
    ...change,
    key: keys.job(lease.accountId, lease.jobId),
    set: { ...change.set, lease_until: now, due_at: now + firstCheckSeconds * 1000 },
    remove: ['lease_owner', ...(change.remove ?? [])],
    when,
    values: { ...values, ...change.values },
  });
  const job = outcome.item === undefined ? undefined : toJob(outcome.item);
  return job !== undefined && (outcome.updated || isStored(job)) ? job : undefined;
};

/** Ends a job and frees its slot. */
export const endJob =
  (table: Table): JobStore['end'] =>
  async (job, end, details) => {
    const { lease, now } = details;
    const workedMs = engineMs(job, lease === undefined ? job.leaseUntil : now);
    if (!(await updateOnce(table, endJobItem(job, end, details, workedMs))).updated) return false;
    const ended = { ...endedJob(job, end, details), workedMs };
    await freeSlot(table, ended, refundOf(ended, operationsOf(job)), now);
    return true;
  };

/** Moves the current step of a job to another worker. */
export const moveStep =
  (table: Table): JobStore['move'] =>
  (job, worker, { lease, now, engine }) => {
    const step = job.steps.done.length;
    return endAttempt(
      table,
      { lease, now },
      {
        set: { move: { step, attempt: lease.attempt, at: now, engine } },
        clauses: `#steps[${step}].#worker = :worker`,
        names: { steps: 'steps', worker: 'worker' },
        values: { worker },
        // The next claim does not count this attempt's time.
        remove: ['claimed_at', 'progress'],
      },
      ({ move }) => move?.attempt === lease.attempt,
    );
  };
