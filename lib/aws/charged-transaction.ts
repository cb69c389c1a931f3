import { type Account, dayOf, hourOf, monthOf } from '../accounts/account.ts';
import { accessEnded } from '../accounts/suspend-account.ts';
import { BusyError } from '../api-errors.ts';
import { type Charge, usageRefusal } from '../limits/usage-caps.ts';
import { completeAccount, slotCheckAt, slotOf, toAccount } from './account-item.ts';
import { checkRefusedSlots } from './job-slots.ts';
import { writeAll } from './releasing-transaction.ts';
import { getItem, type Item, keys, schedule, type Table } from './table.ts';
import type { NamedWrite, Refusals, Write } from './transaction.ts';
import { countDay } from './usage-history-store.ts';

type Condition = { readonly expression: string; readonly values: Item };

/**
 * The condition that the month has room for a charge. Conditions cannot add, so that of several operations compares with
 * the limit as it was read, and requires that it has not changed.
 */
const monthHasRoom = (operations: number, opensMonth: boolean, maxOperations: number): Condition => {
  if (opensMonth) return { expression: '#month < :month AND max_operations >= :count', values: {} };
  if (operations === 1) return { expression: '#month >= :month AND operations < max_operations', values: {} };
  return {
    expression: '#month >= :month AND operations <= :most AND max_operations = :max',
    values: { most: maxOperations - operations, max: maxOperations },
  };
};

/** What a charge opens: the account's month, and its day in place of one that is over. */
type Opening = {
  readonly month: boolean;
  readonly day: (Pick<Account, 'day' | 'dayOperations'> & { readonly schedule: Item }) | undefined;
};

/**
 * Counts operations of the month against the limits on the account item, and of the day. A job also takes a slot, provided that
 * the hour has engine time left. The slot names the job and contains what it was charged, so a job is charged once, and the charge of
 * one that was never stored can be reversed.
 */
const countCharge = (
  { accountId, now, operations = 1, jobId }: Charge,
  opens: Opening,
  maxOperations: number,
): Write => {
  // At the end of a month or a day, a slow clock counts in the one that a faster one has opened.
  const room = monthHasRoom(operations, opens.month, maxOperations);
  return {
    update: {
      key: keys.account(accountId),
      ...(opens.day === undefined ? {} : { set: opens.day.schedule }),
      clauses: [
        'operations = :count',
        opens.month ? ', #month = :month, refunds = :zero' : ' + operations',
        opens.day ? ', #day = :day, day_operations = :count' : ', day_operations = day_operations + :count',
        jobId === undefined ? '' : ', slots.#slot = :count',
      ].join(''),
      names: { month: 'month', day: 'day', ...(jobId === undefined ? {} : { slot: slotOf(jobId) }) },
      when: [
        'attribute_not_exists(suspended_at) AND ',
        room.expression,
        opens.day ? ' AND #day = :past AND day_operations = :counted' : ' AND #day >= :day',
        jobId === undefined
          ? ''
          : ' AND size(slots) < max_active_jobs AND attribute_not_exists(slots.#slot) AND (engine_hour < :hour OR engine_ms < max_engine_ms)',
      ].join(''),
      values: {
        count: operations,
        month: monthOf(now),
        ...room.values,
        day: dayOf(now),
        ...(opens.month ? { zero: 0 } : {}),
        ...(opens.day ? { past: opens.day.day, counted: opens.day.dayOperations } : {}),
        ...(jobId === undefined ? {} : { hour: hourOf(now) }),
      },
    },
  };
};

/** Records the day that is over, if it had operations. */
const recordDay = (accountId: string, { day, dayOperations }: NonNullable<Opening['day']>) =>
  dayOperations === 0 ? [] : [['day', countDay(accountId, day, dayOperations)] as const];

/** The month's limit of an account, read only for a charge of several operations that does not contain it. */
const readMaxOperations = async (
  table: Table,
  { accountId, operations = 1, maxOperations = operations === 1 ? 0 : undefined }: Charge,
): Promise<number> => {
  if (maxOperations !== undefined) return maxOperations;
  return toAccount(await getItem(table, keys.account(accountId))).maxOperations;
};

const contendedAttempts = 4;

type ChargeWrite = 'charge' | 'day';

/** How long the reconciler may take to come to a check that is due, in ms. */
const checkDelayMs = 3_600_000;

/** The schedule of the next check of an account's slots, unless one is still to come; see `checkSlots`. */
const nextCheck = (account: Account, item: Item | undefined, now: number): Item => {
  const dueAt = Number(item?.due_at ?? 0);
  if (dueAt > now) return {};
  // Replacing a check that has not been done yet must not put it off, or charges at each midnight would do so for ever.
  const at = dueAt > now - checkDelayMs ? now + checkDelayMs : slotCheckAt(account, now);
  return schedule('ACCOUNT', account.accountId, at);
};

/**
 * Charges an account, its month and its day together with other writes, all or nothing. One transaction, or, for a job without other
 * writes, one update; two if the charge opens a month or a day, which records the day before; a charge of several operations reads the
 * account first.
 *
 * A function that dies before it has stored the job leaves its slot taken, until `checkSlots` reverses the charge. Store the job within
 * the function's timeout.
 *
 * Returns undefined if it was written, else the refusals of the other writes by name.
 *
 * @throws UsageLimitError if a limit of the plan is reached and none of the other writes was refused; `unauthorized` if the account was
 * suspended or deleted since the call was authenticated
 */
export const chargedTransaction = async <Name extends string>(
  table: Table,
  charge: Charge,
  writes: readonly NamedWrite<Name>[],
): Promise<Refusals<Name | ChargeWrite> | undefined> => {
  const { accountId, now, jobId } = charge;
  let opens: Opening = { month: false, day: undefined };
  let maxOperations = await readMaxOperations(table, charge);
  for (let attempt = 0; attempt < contendedAttempts; attempt += 1) {
    const refusals = await writeAll<Name | ChargeWrite>(
      table,
      [
        ['charge', countCharge(charge, opens, maxOperations)],
        ...(opens.day === undefined ? [] : recordDay(accountId, opens.day)),
        ...writes,
      ],
      jobId !== undefined,
    );
    if (refusals === undefined) return undefined;
    if (writes.some(([name]) => refusals.has(name))) return refusals;
    const item = refusals.get('charge')?.item;
    if (item === undefined || item.suspended_at !== undefined) throw accessEnded();
    const account = toAccount(item);
    // The response of an earlier try was lost.
    if (jobId !== undefined && account.slots[slotOf(jobId)] !== undefined) return undefined;
    const refusal = usageRefusal(account, charge);
    if (refusal !== undefined && (jobId === undefined || !(await checkRefusedSlots(table, account, now))))
      throw refusal;
    await completeAccount(table, item);
    opens = {
      month: account.month < monthOf(now),
      day: account.day < dayOf(now) ? { ...account, schedule: nextCheck(account, item, now) } : undefined,
    };
    maxOperations = account.maxOperations;
  }
  throw new BusyError('The month counter of an account is contended');
};
