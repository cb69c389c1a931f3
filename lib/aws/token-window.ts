import * as z from 'zod';
import { rateLimits } from '../api/limits.ts';
import { BusyError } from '../api-errors.ts';
import type { Caller, CountedToken } from '../limits/rate-windows.ts';
import { limitsOfRepeated, repeatedLimits } from './account-item.ts';
import { type Grant, grantCalls } from './account-window.ts';
import { updateIf } from './conditional-update.ts';
import { type Item, keys, type Table } from './table.ts';

const tokenItem = repeatedLimits.extend({
  account_id: z.string(),
  key_id: z.string(),
  key_last_four: z.string().optional(),
  expires_at: z.number(),
  window_count: z.number(),
  window_ends: z.number(),
  /** Calls granted by the account's window that ends at `grant_ends`, and how many of them have been used. */
  granted: z.number().default(0),
  grant_used: z.number().default(0),
  grant_ends: z.number().default(0),
});

type Token = z.infer<typeof tokenItem>;

const { requests: limit, windowSeconds } = rateLimits.default;

const contendedAttempts = 40;

const countsCall = 'window_count = window_count + :one, grant_used = grant_used + :one';
const isWithinLimit = 'expires_at > :now AND window_ends > :now AND window_count < :limit';

/** Counts a call if the token's window is open and a granted call is left. */
const countCall = (table: Table, tokenHash: string, now: number) =>
  updateIf(table, {
    key: keys.token(tokenHash),
    clauses: countsCall,
    when: `${isWithinLimit} AND grant_ends > :now AND grant_used < granted`,
    values: { one: 1, now, limit },
  });

/** The condition that an attribute has not changed since it was read. */
const unchanged = (item: Item, name: string): string =>
  item[name] === undefined ? `attribute_not_exists(${name})` : `${name} = :seen_${name}`;

/** Adds calls to the grant of an open window and counts the call. Of simultaneous writes all succeed that the grant covers. */
const extendGrant = (table: Table, tokenHash: string, { granted, endsAt }: Grant, now: number) =>
  updateIf(table, {
    key: keys.token(tokenHash),
    set: { granted },
    clauses: countsCall,
    when: `${isWithinLimit} AND grant_ends = :ends AND granted <= :granted AND grant_used < :granted`,
    values: { one: 1, now, limit, ends: endsAt },
  });

/** Opens the token's window, renews its grant, or both, and counts the call. Of simultaneous writes one succeeds. */
const renewToken = (
  table: Table,
  tokenHash: string,
  item: Item,
  next: Omit<Token, 'account_id' | 'key_id' | 'key_last_four' | 'expires_at'>,
) => {
  const seen = ['window_ends', 'granted', 'grant_ends'];
  return updateIf(table, {
    key: keys.token(tokenHash),
    set: next,
    when: seen.map((name) => unchanged(item, name)).join(' AND '),
    values: Object.fromEntries(
      seen.flatMap((name) => (item[name] === undefined ? [] : [[`seen_${name}`, item[name]]])),
    ),
  });
};

const callerOf = ({
  account_id: accountId,
  key_id: keyId,
  key_last_four: keyLastFour,
  ...limits
}: Token): Caller => ({
  accountId,
  keyId,
  keyLastFour,
  limits: limitsOfRepeated(limits),
});

const toCounted = (token: Token, exceeded: boolean): CountedToken => ({
  caller: callerOf(token),
  window: {
    policy: 'default',
    limit,
    remaining: Math.max(0, limit - token.window_count),
    endsAt: token.window_ends,
    exceeded,
  },
});

const accountExceeded = (token: Token, grant: Grant): CountedToken => ({
  caller: { ...callerOf(token), limits: limitsOfRepeated(grant.limits) },
  window: { policy: 'account', limit: grant.limit, remaining: 0, endsAt: grant.endsAt, exceeded: true },
});

/**
 * Counts a call of a token in its own window and in that of its account. Returns undefined if the token is invalid.
 *
 * Most calls need one conditional update. The 1st, 11th, 21st and 41st call of a token also reserve calls in the account's
 * window: ten at first, then as many as the token has used.
 */
export const countToken = async (
  table: Table,
  tokenHash: string,
  now: number,
): Promise<CountedToken | undefined> => {
  for (let attempt = 0; attempt < contendedAttempts; attempt += 1) {
    const counted = await countCall(table, tokenHash, now);
    if (counted.updated) return toCounted(tokenItem.parse(counted.item), false);
    const { item } = counted;
    if (item === undefined) return undefined;
    const token = tokenItem.parse(item);
    if (token.expires_at <= now) return undefined;
    const isOpen = token.window_ends > now;
    if (isOpen && token.window_count >= limit) return toCounted(token, true);
    const used = isOpen ? token.window_count : 0;
    const isGranted = token.grant_ends > now;
    const granted = isGranted ? token.granted : 0;
    const grantUsed = isGranted ? token.grant_used : 0;
    const { account_id: accountId } = token;
    const grant =
      grantUsed < granted
        ? {
            granted,
            endsAt: token.grant_ends,
            limits: { plan: token.plan, custom_limits: token.custom_limits },
            limit: 0,
          }
        : await grantCalls(table, { accountId, tokenHash, granted, wanted: limit - used, now });
    if (grant.granted <= grantUsed) return accountExceeded(token, grant);
    const renewed =
      isOpen && isGranted && grant.endsAt === token.grant_ends
        ? await extendGrant(table, tokenHash, grant, now)
        : await renewToken(table, tokenHash, item, {
            window_count: used + 1,
            window_ends: isOpen ? token.window_ends : now + windowSeconds * 1000,
            granted: grant.granted,
            grant_used: grantUsed + 1,
            grant_ends: grant.endsAt,
            ...grant.limits,
          });
    if (renewed.updated) return toCounted(tokenItem.parse(renewed.item), false);
  }
  throw new BusyError('The rate window of a token is contended');
};
