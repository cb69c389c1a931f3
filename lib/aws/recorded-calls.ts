import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { PendingCall } from '../files/upload.ts';
import { secretHash } from '../ids.ts';
import {
  type CallStore,
  idempotencySeconds,
  type RecordedCall,
  type RepeatableCall,
} from '../limits/idempotency.ts';
import { ttlAttribute } from '../table-layout.ts';
import { updateIf, updateOnce } from './conditional-update.ts';
import { type ItemKey, keys, type Table, ttlAfter } from './table.ts';
import type { TransactItem } from './transaction.ts';

const callItem = z.object({
  fingerprint: z.string(),
  resource_id: z.string(),
  pending_until: z.number().optional(),
  expires_at: z.number(),
});

/** Reads the item of a call. */
export const toRecordedCall = (item: unknown): RecordedCall => {
  const call = callItem.parse(item);
  return { fingerprint: call.fingerprint, resourceId: call.resource_id, pendingUntil: call.pending_until };
};

/** Keys are chosen by clients, so they are hashed to have one length. */
const keyOf = (accountId: string, key: string): ItemKey => keys.idempotentCall(accountId, secretHash(key));

/** Records the first call with a key. Refused, with the recorded item, if there is one that has not expired. */
export const recordCall = (
  table: Table,
  { key, fingerprint }: RepeatableCall,
  {
    accountId,
    resourceId,
    pendingUntil,
    now,
  }: Omit<RecordedCall, 'fingerprint'> & { readonly accountId: string; readonly now: number },
): TransactItem => ({
  Put: {
    TableName: table.name,
    Item: {
      ...keyOf(accountId, key),
      fingerprint,
      resource_id: resourceId,
      pending_until: pendingUntil,
      expires_at: now + idempotencySeconds * 1000,
      [ttlAttribute]: ttlAfter(now, idempotencySeconds),
    },
    ConditionExpression: 'attribute_not_exists(pk) OR expires_at <= :now',
    ExpressionAttributeValues: { ':now': now },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  },
});

/** Removes the record of a call that failed, if no repetition has taken it over, or of one that has succeeded. */
export const forgetCall = (
  table: Table,
  accountId: string,
  { key, pendingUntil }: PendingCall,
): TransactItem => ({
  Delete: {
    TableName: table.name,
    Key: keyOf(accountId, key),
    ...(pendingUntil === undefined
      ? { ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(pending_until)' }
      : {
          ConditionExpression: 'pending_until = :until',
          ExpressionAttributeValues: { ':until': pendingUntil },
        }),
  },
});

/** Marks a call as succeeded, whether its first sending or a repetition stored the bytes. */
export const completeCall = async (table: Table, accountId: string, { key }: PendingCall): Promise<void> => {
  await updateIf(table, {
    Key: keyOf(accountId, key),
    UpdateExpression: 'REMOVE pending_until',
    ConditionExpression: 'attribute_exists(pk)',
  });
};

/**
 * Takes over a call whose first sending ended before it succeeded. Returns false if another repetition has taken it over,
 * or if it has succeeded.
 */
export const takeOverCall = async (
  table: Table,
  accountId: string,
  { key, pendingUntil }: PendingCall,
  from: number,
): Promise<boolean> => {
  const { updated } = await updateOnce(table, {
    Key: keyOf(accountId, key),
    set: 'pending_until = :until',
    ConditionExpression: 'pending_until = :from',
    ExpressionAttributeValues: { ':from': from, ':until': pendingUntil },
  });
  return updated;
};

/** Recorded calls in the table. */
export const callStore = (table: Table): CallStore => ({
  find: async (accountId, key, now) => {
    const { Item } = await table.client.send(
      new GetCommand({ TableName: table.name, Key: keyOf(accountId, key), ConsistentRead: true }),
    );
    return Item === undefined || callItem.parse(Item).expires_at <= now ? undefined : toRecordedCall(Item);
  },
});
