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
import { getItem, type ItemKey, keys, type Table, ttlAfter } from './table.ts';
import type { Write } from './transaction.ts';

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
  { key, fingerprint }: RepeatableCall,
  {
    accountId,
    resourceId,
    pendingUntil,
    now,
  }: Omit<RecordedCall, 'fingerprint'> & { readonly accountId: string; readonly now: number },
): Write => ({
  put: {
    ...keyOf(accountId, key),
    fingerprint,
    resource_id: resourceId,
    pending_until: pendingUntil,
    expires_at: now + idempotencySeconds * 1000,
    [ttlAttribute]: ttlAfter(now, idempotencySeconds),
  },
  when: 'attribute_not_exists(pk) OR expires_at <= :now',
  values: { now },
});

/** Removes the record of a call that failed, if no repetition has taken it over, or of one that has succeeded. */
export const forgetCall = (accountId: string, { key, pendingUntil }: PendingCall): Write => ({
  delete: keyOf(accountId, key),
  ...(pendingUntil === undefined
    ? { when: 'attribute_exists(pk) AND attribute_not_exists(pending_until)' }
    : { when: 'pending_until = :until', values: { until: pendingUntil } }),
});

/** Marks a call as succeeded, whether its first sending or a repetition stored the bytes. */
export const completeCall = async (table: Table, accountId: string, { key }: PendingCall): Promise<void> => {
  await updateIf(table, {
    key: keyOf(accountId, key),
    remove: ['pending_until'],
    when: 'attribute_exists(pk)',
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
    key: keyOf(accountId, key),
    set: { pending_until: pendingUntil },
    when: 'pending_until = :from',
    values: { from },
  });
  return updated;
};

/** Recorded calls in the table. */
export const callStore = (table: Table): CallStore => ({
  find: async (accountId, key, now) => {
    const item = await getItem(table, keyOf(accountId, key));
    return item === undefined || callItem.parse(item).expires_at <= now ? undefined : toRecordedCall(item);
  },
});
