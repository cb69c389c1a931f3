import { setTimeout as delay } from 'node:timers/promises';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { sessionKeyId } from '../accounts/session.ts';
import { maxLiveTokens } from '../api/limits.ts';
import { BusyError } from '../errors.ts';
import { type ItemKey, keys, type Table, ttlAttribute } from './table.ts';
import { type TransactItem, transact } from './transaction.ts';

const liveToken = z.object({ hash: z.string(), expires_at: z.number() });
type LiveToken = z.infer<typeof liveToken>;

const holderItem = z.object({
  tokens: z.array(liveToken).optional(),
  revoked_at: z.number().optional(),
  key_hash: z.string().optional(),
});

/** The item that lists the tokens of a key or of an account's sessions, as it was read. */
export type TokenHolder = z.infer<typeof holderItem>;

/** The key of the item that lists the tokens of a key; those of sessions have an item of their own. */
export const tokenHolderKey = (accountId: string, keyId: string): ItemKey =>
  keyId === sessionKeyId ? keys.sessions(accountId) : keys.apiKey(accountId, keyId);

/** A token as it is stored. Times are in ms since the epoch. */
export type NewToken = {
  readonly tokenHash: string;
  readonly accountId: string;
  readonly keyId: string;
  readonly now: number;
  readonly expiresAt: number;
};

const putToken = (table: Table, { tokenHash, accountId, keyId, expiresAt }: NewToken): TransactItem => ({
  Put: {
    TableName: table.name,
    Item: {
      ...keys.token(tokenHash),
      account_id: accountId,
      key_id: keyId,
      expires_at: expiresAt,
      window_count: 0,
      window_ends: 0,
      [ttlAttribute]: Math.ceil(expiresAt / 1000),
    },
  },
});

const deleteToken = (table: Table, { hash }: LiveToken): TransactItem => ({
  Delete: { TableName: table.name, Key: keys.token(hash) },
});

/** A change of a token's holder in the same write, and the condition that the holder must meet. */
export type HolderUpdate = {
  readonly set: string;
  readonly condition?: string;
  readonly names?: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, unknown>>;
};

/** Attempts at a list of tokens that others change at the same time, and the longest pause between two, in ms. */
const contendedAttempts = 40;
const longestPauseMs = 200;

const pause = (attempt: number): Promise<void> =>
  delay(Math.random() * Math.min(longestPauseMs, 10 * 2 ** attempt));

const contended = (): BusyError => new BusyError('The tokens of a key are contended');

/**
 * Stores a token and lists it on its holder, at most `maxLiveTokens` at once: one more ends the oldest.
 *
 * One transaction; two if the list is full. Returns false if the holder does not meet its condition, or if one of the
 * `guards` refuses.
 */
export const storeToken = async (
  table: Table,
  token: NewToken,
  holder: HolderUpdate,
  guards: readonly TransactItem[] = [],
): Promise<boolean> => {
  const added: LiveToken = { hash: token.tokenHash, expires_at: token.expiresAt };
  const write = (seen: readonly LiveToken[] | undefined) => {
    const live = (seen ?? []).filter(({ expires_at: expiresAt }) => expiresAt > token.now);
    const kept = live.slice(Math.max(0, live.length - maxLiveTokens + 1));
    const list =
      seen === undefined
        ? {
            set: 'tokens = list_append(if_not_exists(tokens, :none), :added)',
            condition: '(attribute_not_exists(tokens) OR size(tokens) < :max)',
            values: { ':none': [], ':added': [added], ':max': maxLiveTokens },
          }
        : {
            set: 'tokens = :tokens',
            condition: 'tokens = :seen',
            values: { ':tokens': [...kept, added], ':seen': seen },
          };
    const update: TransactItem = {
      Update: {
        TableName: table.name,
        Key: tokenHolderKey(token.accountId, token.keyId),
        UpdateExpression: `SET ${holder.set}, ${list.set}`,
        ConditionExpression: [holder.condition, list.condition].filter(Boolean).join(' AND '),
        ...(holder.names === undefined ? {} : { ExpressionAttributeNames: { ...holder.names } }),
        ExpressionAttributeValues: { ...holder.values, ...list.values },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      },
    };
    const ended = live.slice(0, live.length - kept.length);
    return transact(table, [
      update,
      putToken(table, token),
      ...ended.map((each) => deleteToken(table, each)),
      ...guards,
    ]);
  };
  let seen: readonly LiveToken[] | undefined;
  for (let attempt = 0; attempt < contendedAttempts; attempt += 1) {
    const refused = await write(seen);
    if (refused === undefined) return true;
    const item = refused[0]?.item;
    const { tokens, revoked_at: revokedAt } = holderItem.parse(item ?? {});
    if (item === undefined || tokens === undefined || revokedAt !== undefined) return false;
    seen = tokens;
    await pause(attempt);
  }
  throw contended();
};

/** The condition that a holder's tokens are still those that were read. */
export type SeenTokens = { readonly condition: string; readonly values: Readonly<Record<string, unknown>> };

const seenTokens = (tokens: readonly LiveToken[] | undefined): SeenTokens =>
  tokens === undefined
    ? { condition: 'attribute_not_exists(tokens)', values: {} }
    : { condition: 'tokens = :seen', values: { ':seen': tokens } };

/**
 * Ends all tokens of a key or of an account's sessions in one transaction.
 *
 * `ending` returns the write of the holder, under the condition it gets, and what else belongs to the transaction; undefined
 * if there is nothing to end. Returns the holder as it was, undefined if there is none.
 */
export const endTokens = async (
  table: Table,
  holderKey: ItemKey,
  ending: (holder: TokenHolder, seen: SeenTokens) => readonly TransactItem[] | undefined,
): Promise<TokenHolder | undefined> => {
  for (let attempt = 0; attempt < contendedAttempts; attempt += 1) {
    const { Item } = await table.client.send(
      new GetCommand({ TableName: table.name, Key: holderKey, ConsistentRead: true }),
    );
    if (Item === undefined) return undefined;
    const holder = holderItem.parse(Item);
    const writes = ending(holder, seenTokens(holder.tokens));
    if (writes === undefined) return holder;
    const ended = (holder.tokens ?? []).map((each) => deleteToken(table, each));
    if ((await transact(table, [...writes, ...ended])) === undefined) return holder;
    await pause(attempt);
  }
  throw contended();
};
