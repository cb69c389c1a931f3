import { dayOf, hourOf, monthOf } from '../accounts/account.ts';
import { BusyError } from '../api-errors.ts';
import { completeAccount, slotOf, toAccount } from './account-item.ts';
import { updateIf } from './conditional-update.ts';
import { type Item, keys, type Table } from './table.ts';
import { type NamedWrite, type Refusals, transact, type Write } from './transaction.ts';
import { countDay } from './usage-history-store.ts';

/** What to release when a job ends or a file is discarded. Times are in ms since the epoch. */
export type Release = {
  readonly accountId: string;
  readonly now: number;
  /** The job whose slot to free, and the milliseconds that workers spent on it; undefined if no slot is freed. */
  readonly slot?: { readonly jobId: string; readonly engineMs: number } | undefined;
  /** When the operations to refund were charged; undefined if they are not refunded. */
  readonly chargedAt: number | undefined;
  /** Operations that were charged. Default: 1. */
  readonly operations?: number | undefined;
  /** The charge belongs to a request that was refused, so reversing it is no refund. */
  readonly isReversal?: boolean;
};

type Part = {
  readonly clauses: string;
  readonly when: string;
  readonly values: Item;
  readonly names: Readonly<Record<string, string>>;
};

const slotPart = (
  { jobId, engineMs }: NonNullable<Release['slot']>,
  hour: string,
  opensHour: boolean,
): Part => ({
  clauses: opensHour ? 'engine_hour = :hour, engine_ms = :ms' : 'engine_ms = engine_ms + :ms',
  // At the end of an hour, a slow clock counts in the hour that a faster one has opened.
  when: `attribute_exists(slots.#slot) AND engine_hour ${opensHour ? '<' : '>='} :hour`,
  values: { hour, ms: engineMs },
  names: { slot: slotOf(jobId) },
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
    names: { month: 'month', day: 'day' },
  };
};

const releaseAccount = (
  { accountId, now, slot, chargedAt, isReversal = false }: Release,
  opensHour: boolean,
  refund: Refund,
): readonly NamedWrite<'account' | 'day'>[] => {
  const refunds = chargedAt !== undefined && refund.operations > 0;
  const parts = [
    ...(slot === undefined ? [] : [slotPart(slot, hourOf(now), opensHour)]),
    ...(refunds ? [refundPart(chargedAt, isReversal, refund)] : []),
  ];
  if (parts.length === 0) return [];
  const account: Write = {
    update: {
      key: keys.account(accountId),
      clauses: parts.map(({ clauses }) => clauses).join(', '),
      ...(slot === undefined ? {} : { actions: 'REMOVE slots.#slot' }),
      names: Object.assign({}, ...parts.map(({ names }) => names)),
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

/** Runs writes, all or nothing: a single update that can be repeated by itself, which costs half of a transaction. */
export const writeAll = async <Name extends string>(
  table: Table,
  writes: readonly NamedWrite<Name>[],
  isRepeatable: boolean,
): Promise<Refusals<Name> | undefined> => {
  const [only, ...others] = writes;
  if (!isRepeatable || only === undefined || others.length > 0 || !('update' in only[1]))
    return transact(table, writes);
  const { updated, item } = await updateIf(table, only[1].update);
  return updated ? undefined : new Map([[only[0], { item }]]);
};

const contendedAttempts = 4;

/**
 * Releases a slot, engine time and a refund on the account, together with other writes, all or nothing. Without other writes, that is
 * one update of the account if it frees a slot, which only the first release of a job does. It is repeated if it opens an hour of engine
 * time, refunds an earlier day or cannot refund.
 *
 * Refunds operations only in the month that was charged, and only as many as that month has refunds left. Returns false if
 * the slot is free already, or the condition of one of the `writes` failed.
 */
export const releasingTransaction = async (
  table: Table,
  release: Release,
  writes: readonly Write[],
): Promise<boolean> => {
  let opensHour = false;
  const { slot, chargedAt, operations = 1, isReversal = false } = release;
  let refund: Refund = { operations, refundsBefore: 0, isToday: true };
  for (let attempt = 0; attempt < contendedAttempts; attempt += 1) {
    const refusals = await writeAll<'released' | 'account' | 'day'>(
      table,
      [...writes.map((each) => ['released', each] as const), ...releaseAccount(release, opensHour, refund)],
      slot !== undefined,
    );
    if (refusals === undefined) return true;
    if (refusals.has('released')) return false;
    const item = refusals.get('account')?.item;
    const account = toAccount(item);
    if (slot !== undefined && account.slots[slotOf(slot.jobId)] === undefined) return false;
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
