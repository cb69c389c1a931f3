import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { rateLimits } from '../api/limits.ts';
import { BusyError } from '../errors.ts';
import { isPlanName, type PlanName } from '../plans.ts';
import { toAccount } from './account-item.ts';
import { type Item, updateIf } from './conditional-update.ts';
import { keys, type Table, ttlAfter, ttlAttribute } from './table.ts';

/** Calls that the account's window grants a token at once: one write on the account for so many calls of the token. */
const grantedCalls = 10;

const callsItem = z.object({
  window_ends: z.number(),
  calls_left: z.number(),
  max_calls: z.number(),
  plan: z.string().refine(isPlanName),
});

/** Calls that a token may make in the current window of its account. */
export type Grant = {
  /** All that the window has granted the token so far. */
  readonly granted: number;
  /** When the account's window ends, and the grant with it, in ms since the epoch. */
  readonly endsAt: number;
  readonly plan: PlanName;
  /** Calls that the account's window takes. */
  readonly limit: number;
};

/** A token that asks for more calls, with what it has been granted in the current window. */
export type GrantRequest = {
  readonly accountId: string;
  readonly tokenHash: string;
  readonly granted: number;
  /** Calls that the token can use at most. */
  readonly wanted: number;
  readonly now: number;
};

const contendedAttempts = 20;

const openWindow = async (
  table: Table,
  { accountId, now }: GrantRequest,
  token: string,
  wanted: number,
  seen: Item | undefined,
): Promise<Grant | undefined> => {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: keys.account(accountId), ConsistentRead: true }),
  );
  const { plan, maxCallsPerMinute: limit } = toAccount(Item);
  const { windowSeconds } = rateLimits.default;
  const endsAt = now + windowSeconds * 1000;
  try {
    await table.client.send(
      new PutCommand({
        TableName: table.name,
        Item: {
          ...keys.calls(accountId),
          window_ends: endsAt,
          calls_left: limit - wanted,
          max_calls: limit,
          plan,
          [token]: wanted,
          [ttlAttribute]: ttlAfter(now, 2 * windowSeconds),
        },
        ConditionExpression: seen === undefined ? 'attribute_not_exists(pk)' : 'window_ends = :seen',
        ...(seen === undefined ? {} : { ExpressionAttributeValues: { ':seen': seen.window_ends } }),
      }),
    );
    return { granted: wanted, endsAt, plan, limit };
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
};

/**
 * Takes calls for a token from its account's window, so that the token's next calls need no write on the account.
 *
 * The window lists what it granted to each token: of calls that ask at once for the same token one is granted and the
 * others get its grant, and a grant whose function died before it reached the token is not lost. No more calls pass than
 * the window takes; calls that a token was granted and does not use, 9 at most, are lost to the others until the window
 * ends. `granted` equals that of the request if the window has no call left.
 */
export const grantCalls = async (table: Table, request: GrantRequest): Promise<Grant> => {
  const { accountId, tokenHash, granted, now } = request;
  // Enough of the hash to tell an account's tokens apart; the item stays small.
  const token = `token_${tokenHash.slice(0, 16)}`;
  let wanted = Math.min(grantedCalls, request.wanted);
  for (let attempt = 0; attempt < contendedAttempts; attempt += 1) {
    const update = await updateIf(table, {
      Key: keys.calls(accountId),
      UpdateExpression: 'SET calls_left = calls_left - :wanted, #token = :granted',
      ConditionExpression: `window_ends > :now AND calls_left >= :wanted AND ${granted === 0 ? 'attribute_not_exists(#token)' : '#token = :seen'}`,
      ExpressionAttributeNames: { '#token': token },
      ExpressionAttributeValues: {
        ':now': now,
        ':wanted': wanted,
        ':granted': granted + wanted,
        ...(granted === 0 ? {} : { ':seen': granted }),
      },
    });
    const window = update.item === undefined ? undefined : callsItem.parse(update.item);
    if (window === undefined || window.window_ends <= now) {
      const opened = await openWindow(table, request, token, wanted, update.item);
      if (opened !== undefined) return opened;
      continue;
    }
    const { window_ends: endsAt, calls_left: left, max_calls: limit, plan } = window;
    const listed = Number(update.item?.[token] ?? 0);
    if (update.updated || listed !== granted || left === 0) return { granted: listed, endsAt, plan, limit };
    wanted = Math.min(wanted, left);
  }
  throw new BusyError('The rate window of an account is contended');
};
