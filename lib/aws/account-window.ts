import * as z from 'zod';
import { rateLimits } from '../api/limits.ts';
import { BusyError } from '../api-errors.ts';
import { ttlAttribute } from '../table-layout.ts';
import { type RepeatedLimits, repeatedLimits, repeatLimits, toAccount } from './account-item.ts';
import { putIf, updateIf } from './conditional-update.ts';
import { getItem, type Item, keys, type Table, ttlAfter } from './table.ts';

/**
 * Calls that the account's window grants a token at first, which saves writes to the account's item. After that, each grant
 * doubles them.
 */
const firstGrant = 10;

const callsItem = repeatedLimits.extend({
  window_ends: z.number(),
  calls_left: z.number(),
  max_calls: z.number(),
});

/** Calls that a token may make in the current window of its account. */
export type Grant = {
  /** Calls that the window has granted the token so far. */
  readonly granted: number;
  /** When the account's window and the grant end, in ms since the epoch. */
  readonly endsAt: number;
  readonly limits: RepeatedLimits;
  /** Calls per window of the account. */
  readonly limit: number;
};

/** A request for more calls of a token, with the calls granted to it in the current window. */
type GrantRequest = {
  readonly accountId: string;
  readonly tokenHash: string;
  readonly granted: number;
  /** Calls that the token can still use. */
  readonly wanted: number;
  readonly now: number;
};

const contendedAttempts = 20;

const openWindow = async (
  table: Table,
  { accountId, now }: GrantRequest,
  token: string,
  requested: number,
  seen: Item | undefined,
): Promise<Grant | undefined> => {
  const account = toAccount(await getItem(table, keys.account(accountId)));
  const limit = account.maxCallsPerMinute;
  const limits = repeatLimits(account);
  const wanted = Math.min(requested, limit);
  const { windowSeconds } = rateLimits.default;
  const endsAt = now + windowSeconds * 1000;
  const isOpened = await putIf(
    table,
    {
      ...keys.calls(accountId),
      window_ends: endsAt,
      calls_left: limit - wanted,
      max_calls: limit,
      ...limits,
      [token]: wanted,
      [ttlAttribute]: ttlAfter(endsAt, 60),
    },
    seen === undefined
      ? { when: 'attribute_not_exists(pk)' }
      : { when: 'window_ends = :seen', values: { seen: seen.window_ends } },
  );
  return isOpened ? { granted: wanted, endsAt, limits, limit } : undefined;
};

/**
 * Grants a token calls from its account's window, so that its next calls need no write to the account.
 *
 * The window records the calls granted to each token. Of simultaneous requests for the same token, one is granted and the
 * others receive that grant. A grant is not lost if its function dies before it updates the token. The window is never
 * exceeded. Calls that a token does not use, at most 19, are not available to other tokens until the window ends. Returns
 * the same `granted` as the request if the window has no calls left.
 */
export const grantCalls = async (table: Table, request: GrantRequest): Promise<Grant> => {
  const { accountId, tokenHash, granted, now } = request;
  // 16 characters of the hash distinguish the tokens of an account and keep the item small.
  const token = `token_${tokenHash.slice(0, 16)}`;
  let wanted = Math.min(Math.max(firstGrant, granted), request.wanted);
  for (let attempt = 0; attempt < contendedAttempts; attempt += 1) {
    const update = await updateIf(table, {
      key: keys.calls(accountId),
      clauses: 'calls_left = calls_left - :wanted, #token = :granted',
      names: { token },
      when: `window_ends > :now AND calls_left >= :wanted AND ${granted === 0 ? 'attribute_not_exists(#token)' : '#token = :seen'}`,
      values: { now, wanted, granted: granted + wanted, ...(granted === 0 ? {} : { seen: granted }) },
    });
    const window = update.item === undefined ? undefined : callsItem.parse(update.item);
    if (window === undefined || window.window_ends <= now) {
      const opened = await openWindow(table, request, token, wanted, update.item);
      if (opened !== undefined) return opened;
      continue;
    }
    const { window_ends: endsAt, calls_left: left, max_calls: limit, plan, custom_limits } = window;
    const limits = { plan, custom_limits };
    const listed = Number(update.item?.[token] ?? 0);
    if (update.updated || listed !== granted || left === 0) return { granted: listed, endsAt, limits, limit };
    wanted = Math.min(wanted, left);
  }
  throw new BusyError('The rate window of an account is contended');
};
