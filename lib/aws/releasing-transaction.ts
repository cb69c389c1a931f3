import { hourOf, monthOf } from '../accounts/account.ts';
import { BusyError } from '../api-errors.ts';
import { completeAccount, toAccount } from './account-item.ts';
import { keys, type Table } from './table.ts';
import { type NamedWrite, type TransactItem, transact } from './transaction.ts';
import { countDay } from './usage-history-store.ts';

/** What to release when a job ends or a file is discarded. Times are in ms since the epoch. */
type Release = {
  readonly accountId: string;
  readonly now: number;
  /** Milliseconds that workers spent on a job that ends, which also frees its slot; undefined if no job ends. */
  readonly engineMs: number | undefined;
  /** When the operations to refund were charged; undefined if they are not refunded. */
  readonly chargedAt: number | undefined;
  /** Operations that were charged. Default: 1. */
  readonly operations?: number | undefined;
  /** The charge belongs to a request that was refused, so reversing it is no refund. */
  readonly isReversal?: true;
};

type Part = { readonly set: string; readonly condition: string; readonly values: Record<string, unknown> };

const slotPart = (engineMs: number, hour: string, opensHour: boolean): Part => ({
  set: `active_jobs = active_jobs - :one, ${opensHour ? 'engine_hour = :hour, engine_ms = :ms' : 'engine_ms = engine_ms + :ms'}`,
  // At the end of an hour, a slow clock counts in the hour that a faster one has opened.
  condition: opensHour ? 'engine_hour < :hour' : 'engine_hour >= :hour',
  values: { ':one': 1, ':hour': hour, ':ms': engineMs },
});

/** Operations to refund, and the refunds of the month when that number was decided. */
type Refund = { readonly operations: number; readonly refundsBefore: number };

/**
 * The condition that the month has refunds left. Conditions cannot add, so that of several operations requires that the
 * number of refunds has not changed since it was read.
 */
const refundsAreLeft = ({ operations, refundsBefore }: Refund): Pick<Part, 'condition' | 'values'> =>
  operations === 1
    ? { condition: ' AND refunds < max_refunds', values: {} }
    : {
        condition: ' AND refunds = :before AND max_refunds >= :after',
        values: { ':before': refundsBefore, ':after': refundsBefore + operations },
      };

const refundPart = (chargedAt: number, isReversal: boolean, refund: Refund): Part => {
  const left = isReversal ? { condition: '', values: {} } : refundsAreLeft(refund);
  return {
    set: `operations = operations - :count${isReversal ? '' : ', refunds = refunds + :count'}`,
    condition: `#month = :month AND operations >= :count${left.condition}`,
    values: { ':month': monthOf(chargedAt), ':count': refund.operations, ...left.values },
  };
};

const releaseAccount = (
  table: Table,
  release: Release,
  opensHour: boolean,
  refund: Refund,
): readonly NamedWrite<'account' | 'day'>[] => {
  const { accountId, now, engineMs, chargedAt, isReversal = false } = release;
  const refunds = chargedAt !== undefined && refund.operations > 0;
  const parts = [
    ...(engineMs === undefined ? [] : [slotPart(engineMs, hourOf(now), opensHour)]),
    ...(refunds ? [refundPart(chargedAt, isReversal, refund)] : []),
  ];
  if (parts.length === 0) return [];
  const update: TransactItem = {
    Update: {
      TableName: table.name,
      Key: keys.account(accountId),
      UpdateExpression: `SET ${parts.map(({ set }) => set).join(', ')}`,
      ConditionExpression: parts.map(({ condition }) => condition).join(' AND '),
      ...(refunds ? { ExpressionAttributeNames: { '#month': 'month' } } : {}),
      ExpressionAttributeValues: Object.assign({}, ...parts.map(({ values }) => values)),
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  };
  if (!refunds) return [['account', update]];
  return [
    ['account', update],
    ['day', countDay(table, accountId, chargedAt, -refund.operations)],
  ];
};

const contendedAttempts = 4;

/**
 * Writes an item and releases its slot, engine time and refund on the account, all or nothing. One transaction; two if it
 * opens an hour of engine time or cannot refund.
 *
 * Refunds operations only in the month that was charged, and only as many as that month has refunds left. Returns false if
 * the condition of `write`, or of one of the `further` writes, failed.
 */
export const releasingTransaction = async (
  table: Table,
  release: Release,
  write: TransactItem,
  further: readonly TransactItem[] = [],
): Promise<boolean> => {
  let opensHour = false;
  const { chargedAt, operations = 1, isReversal = false } = release;
  let refund: Refund = { operations, refundsBefore: 0 };
  for (let attempt = 0; attempt < contendedAttempts; attempt += 1) {
    const refusals = await transact<'released' | 'account' | 'day'>(table, [
      ['released', write],
      ...further.map((each) => ['released', each] as const),
      ...releaseAccount(table, release, opensHour, refund),
    ]);
    if (refusals === undefined) return true;
    if (refusals.has('released')) return false;
    const item = refusals.get('account')?.item;
    const account = toAccount(item);
    await completeAccount(table, item);
    opensHour = account.engineHour < hourOf(release.now);
    const isSameMonth = chargedAt !== undefined && account.month === monthOf(chargedAt);
    const refundsLeft = isReversal ? operations : Math.max(0, account.maxRefunds - account.refunds);
    refund = {
      operations: isSameMonth ? Math.min(operations, account.operations, refundsLeft) : 0,
      refundsBefore: account.refunds,
    };
  }
  throw new BusyError('The counters of an account are contended');
};
