import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import { sessionKeyId } from '../accounts/session.ts';
import { accountSuspended } from '../accounts/suspend-account.ts';
import { maxLiveTokens } from '../api/limits.ts';
import { BusyError } from '../api-errors.ts';
import { ttlAttribute } from '../table-layout.ts';
import type { Guard } from './change.ts';
import { getItem, type Item, type ItemKey, keys, type Table } from './table.ts';
import { type NamedWrite, transact, type Write } from './transaction.ts';

const liveToken = z.object({ hash: z.string(), expires_at: z.number() });
type LiveToken = z.infer<typeof liveToken>;

const holderItem = z.object({
  tokens: z.array(liveToken).optional(),
  revoked_at: z.number().optional(),
  key_hash: z.string().optional(),
  last_four: z.string().optional(),
  suspended_at: z.number().optional(),
});

/** The item that lists the tokens of a key or of an account's sessions. */
type TokenHolder = z.infer<typeof holderItem>;

/** The key of the item that lists the tokens of an API key, or of the account's sessions. */
export const tokenHolderKey = (accountId: string, keyId: string): ItemKey =>
  keyId === sessionKeyId ? keys.sessions(accountId) : keys.apiKey(accountId, keyId);

/** A token to store. Times are in ms since the epoch. */
type NewToken = {
  readonly tokenHash: string;
  readonly accountId: string;
  readonly keyId: string;
  /** The last four characters of the API key; undefined for a session. */
  readonly keyLastFour?: string;
  readonly now: number;
  readonly expiresAt: number;
};

const putToken = ({ tokenHash, accountId, keyId, keyLastFour, expiresAt }: NewToken): Write => ({
  put: {
    ...keys.token(tokenHash),
    account_id: accountId,
    key_id: keyId,
    key_last_four: keyLastFour,
    expires_at: expiresAt,
    window_count: 0,
    window_ends: 0,
    [ttlAttribute]: Math.ceil(expiresAt / 1000),
  },
});

const endedTokens = (ended: readonly LiveToken[]): readonly NamedWrite[] =>
  ended.map(({ hash }) => ['ended', { delete: keys.token(hash) }]);

/** An update of a token's holder in the same write, and the condition that the holder must meet. */
type HolderUpdate = { readonly set: Item; readonly when?: string };

/** Attempts to write a list that other calls keep changing, and the longest pause between two of them in ms. */
const contendedAttempts = 40;
const longestPauseMs = 200;

const pause = (attempt: number): Promise<void> =>
  delay(Math.random() * Math.min(longestPauseMs, 10 * 2 ** attempt));

const contended = (): BusyError => new BusyError('The tokens of a key are contended');

/** How to add a token to its holder's list, and which tokens to end so that it fits. */
type ListUpdate = Required<Guard> & { readonly clauses: string; readonly ended: readonly LiveToken[] };

const addToken = (
  { accountId, keyId }: NewToken,
  holder: HolderUpdate,
  { clauses, when, values }: ListUpdate,
): Write => ({
  update: {
    key: tokenHolderKey(accountId, keyId),
    set: holder.set,
    clauses,
    when: [holder.when, when].filter(Boolean).join(' AND '),
    values,
  },
});

/** Appends a token without reading the list, as long as the list is not full. */
const appendToken = (added: LiveToken): ListUpdate => ({
  clauses: 'tokens = list_append(if_not_exists(tokens, :none), :added)',
  when: '(attribute_not_exists(tokens) OR size(tokens) < :max)',
  values: { none: [], added: [added], max: maxLiveTokens },
  ended: [],
});

/** Replaces the list that was read: ends the expired tokens, then the oldest ones, until the new one fits. */
const replaceTokens = (added: LiveToken, seen: readonly LiveToken[], now: number): ListUpdate => {
  const live = seen.filter(({ expires_at: expiresAt }) => expiresAt > now);
  const kept = live.slice(Math.max(0, live.length - maxLiveTokens + 1));
  return {
    clauses: 'tokens = :tokens',
    when: 'tokens = :seen',
    values: { tokens: [...kept, added], seen },
    // Also the expired ones: DynamoDB may take days, in which nothing else would find them if the account is deleted.
    ended: seen.filter((token) => !kept.includes(token)),
  };
};

/**
 * Stores a token and lists it on its holder. If the holder has `maxLiveTokens` already, its oldest token ends.
 *
 * One transaction; two if the list is full. Returns false if the holder does not meet its condition, or if one of the
 * `guards` is refused. Throws `account_suspended` if the holder is suspended.
 */
export const storeToken = async (
  table: Table,
  token: NewToken,
  holder: HolderUpdate,
  guards: readonly NamedWrite[] = [],
): Promise<boolean> => {
  const added: LiveToken = { hash: token.tokenHash, expires_at: token.expiresAt };
  let list = appendToken(added);
  for (let attempt = 0; attempt < contendedAttempts; attempt += 1) {
    const refusals = await transact<string>(table, [
      ['holder', addToken(token, holder, list)],
      ['token', putToken(token)],
      ...endedTokens(list.ended),
      ...guards,
    ]);
    if (refusals === undefined) return true;
    const item = refusals.get('holder')?.item;
    const { tokens, revoked_at: revokedAt, suspended_at: suspendedAt } = holderItem.parse(item ?? {});
    if (suspendedAt !== undefined) throw accountSuspended();
    if (item === undefined || tokens === undefined || revokedAt !== undefined) return false;
    list = replaceTokens(added, tokens, token.now);
    await pause(attempt);
  }
  throw contended();
};

/** The condition that a holder's tokens have not changed since they were read. */
export type SeenTokens = Required<Guard>;

const seenTokens = (tokens: readonly LiveToken[] | undefined): SeenTokens =>
  tokens === undefined
    ? { when: 'attribute_not_exists(tokens)', values: {} }
    : { when: 'tokens = :seen', values: { seen: tokens } };

/**
 * Ends all tokens of a key, or of an account's sessions, in one transaction.
 *
 * `ending` returns the write of the holder, which must carry the condition passed to it, and any other writes of the
 * transaction; undefined if there is nothing to end. Returns the holder as it was, undefined if there is none.
 */
export const endTokens = async (
  table: Table,
  holderKey: ItemKey,
  ending: (holder: TokenHolder, seen: SeenTokens) => readonly NamedWrite[] | undefined,
): Promise<TokenHolder | undefined> => {
  for (let attempt = 0; attempt < contendedAttempts; attempt += 1) {
    const item = await getItem(table, holderKey);
    if (item === undefined) return undefined;
    const holder = holderItem.parse(item);
    const writes = ending(holder, seenTokens(holder.tokens));
    if (writes === undefined) return holder;
    const refusals = await transact(table, [...writes, ...endedTokens(holder.tokens ?? [])]);
    if (refusals === undefined) return holder;
    await pause(attempt);
  }
  throw contended();
};
