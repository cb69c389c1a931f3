import { type Account, dayOf, hourOf, monthOf } from '../accounts/account.ts';
import { BusyError } from '../api-errors.ts';
import { type Charge, usageRefusal } from '../limits/usage-caps.ts';
import { completeAccount, toAccount } from './account-item.ts';
import { getItem, type Item, keys, type Table } from './table.ts';
import { type NamedWrite, type Refusals, transact, type Write } from './transaction.ts';
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
type Opening = { readonly month: boolean; readonly day: Pick<Account, 'day' | 'dayOperations'> | undefined };

/**
 * Counts operations of the month against the limits on the account item, and of the day. A job also takes a slot, provided that
 * the hour has engine time left.
 */
const countCharge = (
  { accountId, now, operations = 1, takesJobSlot }: Charge,
  opens: Opening,
  maxOperations: number,
): Write => {
  // At the end of a month or a day, a slow clock counts in the one that a faster one has opened.
  const room = monthHasRoom(operations, opens.month, maxOperations);
  return {
    update: {
      key: keys.account(accountId),
      clauses: [
        'operations = :count',
        opens.month ? ', #month = :month, refunds = :zero' : ' + operations',
        opens.day ? ', #day = :day, day_operations = :count' : ', day_operations = day_operations + :count',
        takesJobSlot ? ', active_jobs = active_jobs + :one' : '',
      ].join(''),
      names: { month: 'month', day: 'day' },
      when: [
        room.expression,
        opens.day ? ' AND #day = :past AND day_operations = :counted' : ' AND #day >= :day',
        takesJobSlot
          ? ' AND active_jobs < max_active_jobs AND (engine_hour < :hour OR engine_ms < max_engine_ms)'
          : '',
      ].join(''),
      values: {
        count: operations,
        month: monthOf(now),
        ...room.values,
        day: dayOf(now),
        ...(opens.month ? { zero: 0 } : {}),
        ...(opens.day ? { past: opens.day.day, counted: opens.day.dayOperations } : {}),
        ...(takesJobSlot ? { one: 1, hour: hourOf(now) } : {}),
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

/**
 * Charges an account, its month and its day together with other writes, all or nothing. One transaction; two if the charge
 * opens a month or a day, which records the day before; a charge of several operations reads the account first.
 *
 * Returns undefined if it was written, else the refusals of the other writes by name.
 *
 * @throws UsageLimitError if a limit of the plan is reached and none of the other writes was refused
 */
export const chargedTransaction = async <Name extends string>(
  table: Table,
  charge: Charge,
  writes: readonly NamedWrite<Name>[],
): Promise<Refusals<Name | ChargeWrite> | undefined> => {
  let opens: Opening = { month: false, day: undefined };
  let maxOperations = await readMaxOperations(table, charge);
  for (let attempt = 0; attempt < contendedAttempts; attempt += 1) {
    const refusals = await transact<Name | ChargeWrite>(table, [
      ['charge', countCharge(charge, opens, maxOperations)],
      ...(opens.day === undefined ? [] : recordDay(charge.accountId, opens.day)),
      ...writes,
    ]);
    if (refusals === undefined) return undefined;
    if (writes.some(([name]) => refusals.has(name))) return refusals;
    const item = refusals.get('charge')?.item;
    const account = toAccount(item);
    const refusal = usageRefusal(account, charge);
    if (refusal !== undefined) throw refusal;
    await completeAccount(table, item);
    opens = {
      month: account.month < monthOf(charge.now),
      day: account.day < dayOf(charge.now) ? account : undefined,
    };
    maxOperations = account.maxOperations;
  }
  throw new BusyError('The month counter of an account is contended');
};
