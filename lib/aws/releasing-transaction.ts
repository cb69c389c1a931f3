import { hourOf, monthOf } from '../accounts/account.ts';
import { BusyError } from '../errors.ts';
import { completeAccount, toAccount } from './account-item.ts';
import { keys, type Table } from './table.ts';
import { type RefusedWrite, type TransactItem, transact } from './transaction.ts';
import { countDay } from './usage-days.ts';

/** What an account gets back, and the engine time it is charged, when something of its ends. Times are in ms. */
export type Release = {
  readonly accountId: string;
  readonly now: number;
  /** Set if a job ends: frees its slot and counts the time that workers spent on it. */
  readonly engineMs: number | undefined;
  /** When the operation was charged that is to be refunded; undefined if it stays charged. */
  readonly chargedAt: number | undefined;
};

type Part = { readonly set: string; readonly condition: string; readonly values: Record<string, unknown> };

const slotPart = (engineMs: number, hour: string, opensHour: boolean): Part => ({
  set: `active_jobs = active_jobs - :one, ${opensHour ? 'engine_hour = :hour, engine_ms = :ms' : 'engine_ms = engine_ms + :ms'}`,
  // A clock that lags behind at an hour's end counts in the hour that others have opened.
  condition: opensHour ? 'engine_hour < :hour' : 'engine_hour >= :hour',
  values: { ':hour': hour, ':ms': engineMs },
});

const refundPart = (chargedAt: number): Part => ({
  set: 'operations = operations - :one, refunds = refunds + :one',
  condition: '#month = :month AND operations >= :one AND refunds < max_refunds',
  values: { ':month': monthOf(chargedAt) },
});

const releaseAccount = (
  table: Table,
  release: Release,
  opensHour: boolean,
  refunds: boolean,
): TransactItem[] => {
  const { accountId, now, engineMs, chargedAt } = release;
  const parts = [
    ...(engineMs === undefined ? [] : [slotPart(engineMs, hourOf(now), opensHour)]),
    ...(chargedAt === undefined || !refunds ? [] : [refundPart(chargedAt)]),
  ];
  if (parts.length === 0) return [];
  return [
    {
      Update: {
        TableName: table.name,
        Key: keys.account(accountId),
        UpdateExpression: `SET ${parts.map(({ set }) => set).join(', ')}`,
        ConditionExpression: parts.map(({ condition }) => condition).join(' AND '),
        ...(refunds ? { ExpressionAttributeNames: { '#month': 'month' } } : {}),
        ExpressionAttributeValues: Object.assign({ ':one': 1 }, ...parts.map(({ values }) => values)),
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      },
    },
    ...(refunds && chargedAt !== undefined ? [countDay(table, accountId, chargedAt, -1)] : []),
  ];
};

const contendedAttempts = 4;

/**
 * Writes an item and releases what its account was charged for it, all or nothing.
 *
 * The operation is refunded if its month still counts and the month has refunds left. One transaction; two if it opens an
 * hour of engine time or cannot refund. Returns undefined if it was written, else the refusal of the item.
 */
export const releasingTransaction = async (
  table: Table,
  release: Release,
  item: TransactItem,
): Promise<RefusedWrite | undefined> => {
  let opensHour = false;
  let refunds = release.chargedAt !== undefined;
  for (let attempt = 0; attempt < contendedAttempts; attempt += 1) {
    const refused = await transact(table, [item, ...releaseAccount(table, release, opensHour, refunds)]);
    if (refused === undefined) return undefined;
    const [refusedItem, refusedAccount] = refused;
    if (refusedItem !== undefined) return refusedItem;
    const account = toAccount(refusedAccount?.item);
    await completeAccount(table, refusedAccount?.item);
    opensHour = account.engineHour < hourOf(release.now);
    refunds =
      release.chargedAt !== undefined &&
      account.month === monthOf(release.chargedAt) &&
      account.operations > 0 &&
      account.refunds < account.maxRefunds;
  }
  throw new BusyError('The counters of an account are contended');
};
