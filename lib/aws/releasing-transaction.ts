import { hourOf, monthOf } from '../accounts/account.ts';
import { BusyError } from '../errors.ts';
import { completeAccount, toAccount } from './account-item.ts';
import { keys, type Table } from './table.ts';
import { type NamedWrite, type TransactItem, transact } from './transaction.ts';
import { countDay } from './usage-history-store.ts';

/** What to release when a job ends or a file is discarded. Times are in ms since the epoch. */
export type Release = {
  readonly accountId: string;
  readonly now: number;
  /** Milliseconds that workers spent on a job that ends, which also frees its slot; undefined if no job ends. */
  readonly engineMs: number | undefined;
  /** When the operation to refund was charged; undefined if it is not refunded. */
  readonly chargedAt: number | undefined;
  /** The charge belongs to a request that was refused, so reversing it is no refund. */
  readonly isReversal?: true;
};

type Part = { readonly set: string; readonly condition: string; readonly values: Record<string, unknown> };

const slotPart = (engineMs: number, hour: string, opensHour: boolean): Part => ({
  set: `active_jobs = active_jobs - :one, ${opensHour ? 'engine_hour = :hour, engine_ms = :ms' : 'engine_ms = engine_ms + :ms'}`,
  // At the end of an hour, a slow clock counts in the hour that a faster one has opened.
  condition: opensHour ? 'engine_hour < :hour' : 'engine_hour >= :hour',
  values: { ':hour': hour, ':ms': engineMs },
});

const refundPart = (chargedAt: number, isReversal: boolean): Part => ({
  set: `operations = operations - :one${isReversal ? '' : ', refunds = refunds + :one'}`,
  condition: `#month = :month AND operations >= :one${isReversal ? '' : ' AND refunds < max_refunds'}`,
  values: { ':month': monthOf(chargedAt) },
});

const releaseAccount = (
  table: Table,
  release: Release,
  opensHour: boolean,
  refunds: boolean,
): readonly NamedWrite<'account' | 'day'>[] => {
  const { accountId, now, engineMs, chargedAt, isReversal = false } = release;
  const parts = [
    ...(engineMs === undefined ? [] : [slotPart(engineMs, hourOf(now), opensHour)]),
    ...(chargedAt === undefined || !refunds ? [] : [refundPart(chargedAt, isReversal)]),
  ];
  if (parts.length === 0) return [];
  const update: TransactItem = {
    Update: {
      TableName: table.name,
      Key: keys.account(accountId),
      UpdateExpression: `SET ${parts.map(({ set }) => set).join(', ')}`,
      ConditionExpression: parts.map(({ condition }) => condition).join(' AND '),
      ...(refunds ? { ExpressionAttributeNames: { '#month': 'month' } } : {}),
      ExpressionAttributeValues: Object.assign({ ':one': 1 }, ...parts.map(({ values }) => values)),
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  };
  if (!refunds || chargedAt === undefined) return [['account', update]];
  return [
    ['account', update],
    ['day', countDay(table, accountId, chargedAt, -1)],
  ];
};

const contendedAttempts = 4;

/**
 * Writes an item and releases its slot, engine time and refund on the account, all or nothing. One transaction; two if it
 * opens an hour of engine time or cannot refund.
 *
 * Refunds the operation only in the month that was charged, and only while that month has refunds left. Returns false if
 * the condition of `write`, or of one of the `further` writes, failed.
 */
export const releasingTransaction = async (
  table: Table,
  release: Release,
  write: TransactItem,
  further: readonly TransactItem[] = [],
): Promise<boolean> => {
  let opensHour = false;
  let refunds = release.chargedAt !== undefined;
  for (let attempt = 0; attempt < contendedAttempts; attempt += 1) {
    const refusals = await transact<'released' | 'account' | 'day'>(table, [
      ['released', write],
      ...further.map((each) => ['released', each] as const),
      ...releaseAccount(table, release, opensHour, refunds),
    ]);
    if (refusals === undefined) return true;
    if (refusals.has('released')) return false;
    const item = refusals.get('account')?.item;
    const account = toAccount(item);
    await completeAccount(table, item);
    opensHour = account.engineHour < hourOf(release.now);
    refunds =
      release.chargedAt !== undefined &&
      account.month === monthOf(release.chargedAt) &&
      account.operations > 0 &&
      (release.isReversal === true || account.refunds < account.maxRefunds);
  }
  throw new BusyError('The counters of an account are contended');
};
