import { hourOf, monthOf } from '../accounts/account.ts';
import { BusyError } from '../errors.ts';
import { type Charge, usageRefusal } from '../limits/usage-caps.ts';
import { completeAccount, toAccount } from './account-item.ts';
import { keys, type Table } from './table.ts';
import { type NamedWrite, type Refusals, type TransactItem, transact } from './transaction.ts';
import { countDay } from './usage-history-store.ts';

/**
 * Counts one operation of the month against the limits on the account item. A job also takes a slot, provided that the
 * hour has engine time left.
 */
const countCharge = (table: Table, charge: Charge, opensMonth: boolean): TransactItem => ({
  Update: {
    TableName: table.name,
    Key: keys.account(charge.accountId),
    UpdateExpression: [
      'SET operations = :one',
      opensMonth ? ', #month = :month, refunds = :zero' : ' + operations',
      charge.takesJobSlot ? ', active_jobs = active_jobs + :one' : '',
    ].join(''),
    // At the end of a month, a slow clock counts in the month that a faster one has opened.
    ConditionExpression: [
      opensMonth
        ? '#month < :month AND max_operations >= :one'
        : '#month >= :month AND operations < max_operations',
      charge.takesJobSlot
        ? ' AND active_jobs < max_active_jobs AND (engine_hour < :hour OR engine_ms < max_engine_ms)'
        : '',
    ].join(''),
    ExpressionAttributeNames: { '#month': 'month' },
    ExpressionAttributeValues: {
      ':one': 1,
      ':month': monthOf(charge.now),
      ...(opensMonth ? { ':zero': 0 } : {}),
      ...(charge.takesJobSlot ? { ':hour': hourOf(charge.now) } : {}),
    },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  },
});

const contendedAttempts = 4;

type ChargeWrite = 'charge' | 'day';

/**
 * Charges an account, its month and its day together with other writes, all or nothing. One transaction; two if the charge
 * opens a month.
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
  for (let attempt = 0; attempt < contendedAttempts; attempt += 1) {
    const refusals = await transact<Name | ChargeWrite>(table, [
      ['charge', countCharge(table, charge, opensMonth)],
      ['day', countDay(table, charge.accountId, charge.now, 1)],
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
  }
  throw new BusyError('The month counter of an account is contended');
};
