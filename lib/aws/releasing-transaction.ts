import { dayOf, hourOf, monthOf } from '../accounts/account.ts';
import { BusyError } from '../api-errors.ts';
import { completeAccount, toAccount } from './account-item.ts';
import { type Item, keys, type Table } from './table.ts';
import { type NamedWrite, transact, type Write } from './transaction.ts';
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

type Part = { readonly clauses: string; readonly when: string; readonly values: Item };

const slotPart = (engineMs: number, hour: string, opensHour: boolean): Part => ({
  clauses: `active_jobs = active_jobs - :one, ${opensHour ? 'engine_hour = :hour, engine_ms = :ms' : 'engine_ms = engine_ms + :ms'}`,
  // At the end of an hour, a slow clock counts in the hour that a faster one has opened.
  when: opensHour ? 'engine_hour < :hour' : 'engine_hour >= :hour',
  values: { one: 1, hour, ms: engineMs },
});

/** Operations to refund, the refunds of the month when that number was decided, and whether the account still counts their day. */
type Refund = { readonly operations: number; readonly refundsBefore: number; readonly isToday: boolean };

/**
 * The condition that the month has refunds left. Conditions cannot add, so that of several operations requires that the
 * number of refunds has not changed since it was read.
 */
const refundsAreLeft = ({ operations, refundsBefore }: Refund): Pick<Part, 'when' | 'values'> =>
  operations === 1
    ? { when: ' AND refunds < max_refunds', values: {} }
    : {
        when: ' AND refunds = :before AND max_refunds >= :after',
        values: { before: refundsBefore, after: refundsBefore + operations },
      };

const refundPart = (chargedAt: number, isReversal: boolean, refund: Refund): Part => {
  const left = isReversal ? { when: '', values: {} } : refundsAreLeft(refund);
  return {
    clauses: [
      'operations = operations - :count',
      isReversal ? '' : ', refunds = refunds + :count',
      refund.isToday ? ', day_operations = day_operations - :count' : '',
    ].join(''),
    when: `#month = :month AND #day ${refund.isToday ? '=' : '<>'} :day AND operations >= :count${left.when}`,
    values: {
      month: monthOf(chargedAt),
      day: dayOf(chargedAt),
      count: refund.operations,
      ...left.values,
    },
  };
};

const releaseAccount = (
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
  const account: Write = {
    update: {
      key: keys.account(accountId),
      clauses: parts.map(({ clauses }) => clauses).join(', '),
      names: refunds ? { month: 'month', day: 'day' } : {},
      when: parts.map(({ when }) => when).join(' AND '),
      values: Object.assign({}, ...parts.map(({ values }) => values)),
    },
  };
  if (!refunds || refund.isToday) return [['account', account]];
  return [
    ['account', account],
    ['day', countDay(accountId, dayOf(chargedAt), -refund.operations)],
  ];
};

const contendedAttempts = 4;

/**
 * Writes an item and releases its slot, engine time and refund on the account, all or nothing. One transaction; two if it
 * opens an hour of engine time, refunds an earlier day or cannot refund.
 *
 * Refunds operations only in the month that was charged, and only as many as that month has refunds left. Returns false if
 * the condition of `write`, or of one of the `further` writes, failed.
 */
export const releasingTransaction = async (
  table: Table,
  release: Release,
  write: Write,
  further: readonly Write[] = [],
): Promise<boolean> => {
  let opensHour = false;
  const { chargedAt, operations = 1, isReversal = false } = release;
  let refund: Refund = { operations, refundsBefore: 0, isToday: true };
  for (let attempt = 0; attempt < contendedAttempts; attempt += 1) {
    const refusals = await transact<'released' | 'account' | 'day'>(table, [
      ['released', write],
      ...further.map((each) => ['released', each] as const),
      ...releaseAccount(release, opensHour, refund),
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
      isToday: chargedAt !== undefined && account.day === dayOf(chargedAt),
    };
  }
  throw new BusyError('The counters of an account are contended');
};
