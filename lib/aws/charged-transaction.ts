import { hourOf, monthOf } from '../accounts/account.ts';
import { BusyError } from '../errors.ts';
import { type Charge, usageRefusal } from '../limits/usage-caps.ts';
import { completeAccount, toAccount } from './account-item.ts';
import { keys, type Table } from './table.ts';
import { type RefusedWrite, type TransactItem, transact } from './transaction.ts';
import { countDay } from './usage-days.ts';

/**
 * Counts one operation of the month under the limits of the account item; for a job also a slot, if the hour has engine
 * time left.
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
    // A clock that lags behind at a month's end counts in the month that others have opened.
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

/**
 * Writes the items and charges the account, its month and its day, all or nothing: one transaction, two where it opens a
 * month.
 *
 * Gives undefined when it was written, else the refusals of the items in their order.
 *
 * @throws UsageLimitError where a limit of the plan is reached and no item was refused.
 */
export const chargedTransaction = async (
  table: Table,
  charge: Charge,
  items: readonly TransactItem[],
): Promise<readonly (RefusedWrite | undefined)[] | undefined> => {
  let opensMonth = false;
  for (let attempt = 0; attempt < contendedAttempts; attempt += 1) {
    const refused = await transact(table, [
      countCharge(table, charge, opensMonth),
      countDay(table, charge.accountId, charge.now, 1),
      ...items,
    ]);
    if (refused === undefined) return undefined;
    const [refusedCharge, , ...refusedItems] = refused;
    if (refusedItems.some((write) => write !== undefined)) return refusedItems;
    const account = toAccount(refusedCharge?.item);
    const refusal = usageRefusal(account, charge);
    if (refusal !== undefined) throw refusal;
    await completeAccount(table, refusedCharge?.item);
    opensMonth = account.month < monthOf(charge.now);
  }
  throw new BusyError('The month of an account is contended');
};
