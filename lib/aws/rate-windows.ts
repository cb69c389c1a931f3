import * as z from 'zod';
import { type RateLimitName, rateLimits } from '../api/limits.ts';
import { BusyError } from '../api-errors.ts';
import type { RateWindow, RateWindows } from '../limits/rate-windows.ts';
import { ttlAttribute } from '../table-layout.ts';
import { updateIf } from './conditional-update.ts';
import { type Item, type ItemKey, keys, type Table, ttlAfter } from './table.ts';
import { countToken } from './token-window.ts';

const windowItem = z.object({ window_count: z.number(), window_ends: z.number() });
type Counted = { readonly item: Item; readonly exceeded: boolean };

const contendedAttempts = 20;

const count = async (table: Table, key: ItemKey, policy: RateLimitName, now: number): Promise<Counted> => {
  const { requests, windowSeconds } = rateLimits[policy];
  for (let attempt = 0; attempt < contendedAttempts; attempt += 1) {
    const counted = await updateIf(table, {
      key,
      clauses: 'window_count = window_count + :one',
      when: 'attribute_exists(pk) AND window_ends > :now AND window_count < :limit',
      values: { one: 1, now, limit: requests },
    });
    if (counted.updated) return { item: counted.item, exceeded: false };
    const ends = counted.item === undefined ? undefined : windowItem.parse(counted.item).window_ends;
    if (counted.item !== undefined && ends !== undefined && ends > now)
      return { item: counted.item, exceeded: true };
    const opened = await updateIf(table, {
      key,
      set: {
        window_count: 1,
        window_ends: now + windowSeconds * 1000,
        [ttlAttribute]: ttlAfter(now, windowSeconds + 60),
      },
      ...(ends === undefined
        ? { when: 'attribute_not_exists(pk)' }
        : { when: 'window_ends = :old', values: { old: ends } }),
    });
    if (opened.updated) return { item: opened.item, exceeded: false };
  }
  throw new BusyError('A rate window is contended');
};

const toWindow = (policy: RateLimitName, { item, exceeded }: Counted): RateWindow => {
  const { window_count: used, window_ends: endsAt } = windowItem.parse(item);
  const limit = rateLimits[policy].requests;
  return { policy, limit, remaining: Math.max(0, limit - used), endsAt, exceeded };
};

/** The rate windows of tokens and addresses: one conditional update per call, more if it opens a window. */
export const rateWindows = (table: Table): RateWindows => ({
  countToken: (tokenHash, now) => countToken(table, tokenHash, now),
  countAddress: async (address, policy, now) =>
    toWindow(policy, await count(table, keys.address(policy, address), policy, now)),
});
