import * as z from 'zod';
import { type RateLimitName, rateLimits } from '../api/limits.ts';
import { BusyError } from '../errors.ts';
import type { RateWindow, RateWindows } from '../limits/rate-windows.ts';
import { type Item, updateIf } from './conditional-update.ts';
import { type ItemKey, keys, type Table, ttlAfter, ttlAttribute } from './table.ts';

const windowItem = z.object({ window_count: z.number(), window_ends: z.number() });
const tokenItem = windowItem.extend({
  account_id: z.string(),
  key_id: z.string(),
  expires_at: z.number(),
  [ttlAttribute]: z.number(),
});

type Counter = {
  readonly key: ItemKey;
  readonly policy: RateLimitName;
  readonly now: number;
  /** The condition under which the item may be counted at all. */
  readonly countable: string;
  /** The TTL attribute of an item whose window is opened anew; undefined where the item must not be counted. */
  readonly ttl: (item: Item | undefined) => number | undefined;
};

type Counted = { readonly item: Item; readonly exceeded: boolean };

const contendedAttempts = 20;

const count = async (table: Table, counter: Counter): Promise<Counted | undefined> => {
  const { key, policy, now } = counter;
  const { requests, windowSeconds } = rateLimits[policy];
  for (let attempt = 0; attempt < contendedAttempts; attempt += 1) {
    const counted = await updateIf(table, {
      Key: key,
      UpdateExpression: 'SET window_count = window_count + :one',
      ConditionExpression: `${counter.countable} AND window_ends > :now AND window_count < :limit`,
      ExpressionAttributeValues: { ':one': 1, ':now': now, ':limit': requests },
    });
    if (counted.updated) return { item: counted.item, exceeded: false };
    const ttl = counter.ttl(counted.item);
    if (ttl === undefined) return undefined;
    const ends = counted.item === undefined ? undefined : windowItem.parse(counted.item).window_ends;
    if (counted.item !== undefined && ends !== undefined && ends > now)
      return { item: counted.item, exceeded: true };
    const opened = await updateIf(table, {
      Key: key,
      UpdateExpression: 'SET window_count = :one, window_ends = :ends, #ttl = :ttl',
      ConditionExpression: ends === undefined ? 'attribute_not_exists(pk)' : 'window_ends = :old',
      ExpressionAttributeNames: { '#ttl': ttlAttribute },
      ExpressionAttributeValues: {
        ':one': 1,
        ':ends': now + windowSeconds * 1000,
        ':ttl': ttl,
        ...(ends === undefined ? {} : { ':old': ends }),
      },
    });
    if (opened.updated) return { item: opened.item, exceeded: false };
  }
  throw new BusyError('The rate window is contended');
};

const toWindow = (policy: RateLimitName, { item, exceeded }: Counted): RateWindow => {
  const { window_count: used, window_ends: endsAt } = windowItem.parse(item);
  const limit = rateLimits[policy].requests;
  return { policy, limit, remaining: Math.max(0, limit - used), endsAt, exceeded };
};

/** The rate windows of tokens and addresses: one conditional update for a call, two where it opens a window. */
export const rateWindows = (table: Table): RateWindows => ({
  countToken: async (tokenHash, policy, now) => {
    const counted = await count(table, {
      key: keys.token(tokenHash),
      policy,
      now,
      countable: 'expires_at > :now',
      ttl: (item) => {
        const token = tokenItem.safeParse(item);
        return token.success && token.data.expires_at > now ? token.data[ttlAttribute] : undefined;
      },
    });
    if (counted === undefined) return undefined;
    const { account_id: accountId, key_id: keyId } = tokenItem.parse(counted.item);
    return { caller: { accountId, keyId }, window: toWindow(policy, counted) };
  },
  countAddress: async (address, policy, now) => {
    const counted = await count(table, {
      key: keys.address(policy, address),
      policy,
      now,
      countable: 'attribute_exists(pk)',
      ttl: () => ttlAfter(now, 2 * rateLimits[policy].windowSeconds),
    });
    if (counted === undefined) throw new Error('An address can always be counted');
    return toWindow(policy, counted);
  },
});
