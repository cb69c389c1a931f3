import { type Account, dayOf } from '../accounts/account.ts';
import { jobErrors } from '../conversions/errors.ts';
import { timeOfId } from '../ids.ts';
import { isActive, type Job } from '../jobs/job.ts';
import { orphanSeconds } from '../jobs/job-times.ts';
import { slotCheckAt, toAccount } from './account-item.ts';
import { updateOnce } from './conditional-update.ts';
import { withdrawal } from './deleted-job.ts';
import { toJob } from './job-item.ts';
import { releasingTransaction } from './releasing-transaction.ts';
import { getItem, type Item, keys, schedule, type Table } from './table.ts';
import type { Write } from './transaction.ts';

/**
 * Operations to refund for a job that has ended: all if it failed by a fault of the service, else 0.
 *
 * @param operations what the job was charged
 */
export const refundOf = ({ status, error }: Job, operations: number): number =>
  status === 'failed' && error !== undefined && jobErrors[error.code].serviceFault ? operations : 0;

/**
 * Frees the slot of a job that has ended, counts its engine time, and refunds operations. Returns false if that has been done.
 *
 * @param refund operations, see {@link refundOf}
 */
export const freeSlot = (table: Table, job: Job, refund: number, now: number): Promise<boolean> => {
  const { accountId, jobId, workedMs: engineMs, createdAt } = job;
  return releasingTransaction(
    table,
    { accountId, now, slot: { jobId, engineMs }, operations: refund, chargedAt: createdAt },
    [],
  );
};

/** Frees the slot of a job that does not exist, and reverses its charge, together with other writes. Returns false if that has been done. */
export const returnSlot = (
  table: Table,
  { accountId, jobId, createdAt }: Pick<Job, 'accountId' | 'jobId' | 'createdAt'>,
  operations: number,
  now: number,
  writes: readonly Write[] = [],
): Promise<boolean> =>
  releasingTransaction(
    table,
    {
      accountId,
      now,
      slot: { jobId, engineMs: 0 },
      chargedAt: createdAt,
      operations,
      isReversal: true,
    },
    writes,
  );

/** The slots whose jobs must have been stored by now, unless their functions died. */
const settledSlots = ({ slots }: Account, now: number): readonly (readonly [jobId: string, number])[] =>
  Object.entries(slots)
    .map(([slot, operations]) => [`job_${slot}`, operations] as const)
    .filter(([jobId]) => timeOfId(jobId) < now - orphanSeconds * 1000);

/** How long after its time the reconciler lists an active job, in ms, at the very most. */
const listingDelayMs = 3_600_000;

/**
 * Schedules an active job again that the reconciler has not listed, because a write of its time reached the table after the reconciler had
 * passed that time. Such a job would never end.
 */
const listAgain = async (table: Table, { accountId, jobId }: Job, { due_at: dueAt }: Item, now: number) => {
  if (Number(dueAt ?? 0) >= now - listingDelayMs) return;
  await updateOnce(table, {
    key: keys.job(accountId, jobId),
    set: schedule('JOB', jobId, now),
    when: dueAt === undefined ? 'attribute_not_exists(due_at)' : 'due_at = :seen',
    values: dueAt === undefined ? {} : { seen: dueAt },
  });
};

/**
 * Frees the slots that a function left taken because it died between two writes: of jobs that have ended, and of jobs that were never
 * stored, whose charge is reversed. Returns how many slots that were.
 */
const freeLostSlots = async (table: Table, account: Account, now: number): Promise<number> => {
  const { accountId } = account;
  const freed = await Promise.all(
    settledSlots(account, now).map(async ([jobId, operations]) => {
      const item = await getItem(table, keys.job(accountId, jobId));
      // Free either way: by this write, by an earlier one whose response was lost, or by another call.
      if (item === undefined) {
        // A worker that returned what became of the job may have stored its result.
        const lost = { accountId, jobId, createdAt: timeOfId(jobId), attempts: 1 };
        return returnSlot(table, lost, operations, now, [withdrawal(lost, now)]).then(() => true);
      }
      const job = toJob(item);
      // The operation of a file that is stored is not refunded with its job.
      const charged = job.fileId === undefined ? operations : Math.min(operations, job.steps.list.length);
      // The deletion of a job removes its error, and stores what that refunds.
      const refund = Number(item.refundable ?? refundOf(job, charged));
      if (!isActive(job)) return freeSlot(table, job, refund, now).then(() => true);
      await listAgain(table, job, item, now);
      return false;
    }),
  );
  return freed.filter(Boolean).length;
};

/** Seconds between two checks of an account that has reached a limit. */
const pauseSeconds = 60;

/** Frees the lost slots of an account that has reached a limit, once a minute. Returns false if there were none. */
export const checkRefusedSlots = async (table: Table, account: Account, now: number): Promise<boolean> => {
  if (settledSlots(account, now).length === 0) return false;
  const { updated } = await updateOnce(table, {
    key: keys.account(account.accountId),
    set: { slots_checked: now },
    when: 'attribute_not_exists(slots_checked) OR slots_checked < :before',
    values: { before: now - pauseSeconds * 1000 },
  });
  return updated && (await freeLostSlots(table, account, now)) > 0;
};

/**
 * Frees the lost slots of an account. Returns how many there were, and when to check again; undefined if the account has not been charged
 * since: its next charge opens a day, which schedules a check.
 */
export const checkSlots = async (
  table: Table,
  accountId: string,
  now: number,
): Promise<{ readonly freed: number; readonly nextAt: number | undefined }> => {
  const item = await getItem(table, keys.account(accountId));
  if (item === undefined) return { freed: 0, nextAt: undefined };
  const account = toAccount(item);
  const freed = await freeLostSlots(table, account, now);
  const isOver = account.day < dayOf(now) && Object.keys(account.slots).length === freed;
  return { freed, nextAt: isOver ? undefined : slotCheckAt(account, now) };
};
