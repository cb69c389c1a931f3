import { hourOf, monthOf } from '../accounts/account.ts';
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

/**
 * Counts operations of the month against the limits on the account item. A job also takes a slot, provided that the hour
 * has engine time left.
 */
const countCharge = (
  { accountId, now, operations = 1, takesJobSlot }: Charge,
  opensMonth: boolean,
  maxOperations: number,
): Write => {
  // At the end of a month, a slow clock counts in the month that a faster one has opened.
  const room = monthHasRoom(operations, opensMonth, maxOperations);
  return {
    update: {
      key: keys.account(accountId),
      clauses: [
        'operations = :count',
        opensMonth ? ', #month = :month, refunds = :zero' : ' + operations',
        takesJobSlot ? ', active_jobs = active_jobs + :one' : '',
      ].join(''),
      names: { month: 'month' },
      when: [
        room.expression,
        takesJobSlot
          ? ' AND active_jobs < max_active_jobs AND (engine_hour < :hour OR engine_ms < max_engine_ms)'
          : '',
      ].join(''),
      values: {
        count: operations,
        month: monthOf(now),
        ...room.values,
        ...(opensMonth ? { zero: 0 } : {}),
        ...(takesJobSlot ? { one: 1, hour: hourOf(now) } : {}),
      },
    },
  };
};

/** The month's limit of an account, read only for a charge of several operations. */
const readMaxOperations = async (table: Table, { accountId, operations = 1 }: Charge): Promise<number> => {
  if (operations === 1) return 0;
  return toAccount(await getItem(table, keys.account(accountId))).maxOperations;
};

const contendedAttempts = 4;

type ChargeWrite = 'charge' | 'day';

/**
 * Charges an account, its month and its day together with other writes, all or nothing. One transaction; two if the charge
 * opens a month; a charge of several operations reads the account first.
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
  let opensMonth = false;
  let maxOperations = await readMaxOperations(table, charge);
  for (let attempt = 0; attempt < contendedAttempts; attempt += 1) {
    const refusals = await transact<Name | ChargeWrite>(table, [
      ['charge', countCharge(charge, opensMonth, maxOperations)],
      ['day', countDay(charge.accountId, charge.now, charge.operations ?? 1)],
      ...writes,
    ]);
    if (refusals === undefined) return undefined;
    if (writes.some(([name]) => refusals.has(name))) return refusals;
    const item = refusals.get('charge')?.item;
    const account = toAccount(item);
    const refusal = usageRefusal(account, charge);
    if (refusal !== undefined) throw refusal;
    await completeAccount(table, item);
    opensMonth = account.month < monthOf(charge.now);
    maxOperations = account.maxOperations;
  }
  throw new BusyError('The month counter of an account is contended');
};
