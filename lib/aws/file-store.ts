import type { StoredFile } from '../files/file.ts';
import type { FileStore } from '../files/upload.ts';
import { ttlAttribute } from '../table-layout.ts';
import { chargedTransaction } from './charged-transaction.ts';
import { putIf, updateIf } from './conditional-update.ts';
import { expiredFileSeconds, fromStoredFile, toStoredFile } from './file-item.ts';
import { completeCall, forgetCall, recordCall, takeOverCall, toRecordedCall } from './recorded-calls.ts';
import { releasingTransaction } from './releasing-transaction.ts';
import { getItem, keys, schedule, type Table, ttlAfter } from './table.ts';
import type { NamedWrite, Write } from './transaction.ts';

/**
 * Expires a file whose id its client never received. Its item stays, so that the reconciler deletes the bytes even if this function
 * dies.
 */
const expire = ({ accountId, fileId, createdAt }: StoredFile, now: number, condition: string): Write => ({
  update: {
    key: keys.file(accountId, fileId),
    set: {
      expires_at: createdAt,
      ...schedule('FILE', fileId, now),
      [ttlAttribute]: ttlAfter(createdAt, expiredFileSeconds),
    },
    remove: ['held_until'],
    when: `attribute_exists(pk) AND expires_at > :expires_at${condition}`,
  },
});

const isUnused = ' AND attribute_not_exists(held_until)';

/** Files in the table. */
export const fileStore = (table: Table): FileStore => ({
  create: async (file, call) => {
    const { accountId, fileId, createdAt: now } = file;
    const item = fromStoredFile(file);
    if (call === undefined) {
      // Together they would cost a unit more. A function that dies in between leaves an operation charged, as one does before the bytes are stored.
      await chargedTransaction(table, { accountId, now }, []);
      try {
        await putIf(table, item, {});
      } catch (error) {
        const reversal = { accountId, now, chargedAt: now, isReversal: true };
        await releasingTransaction(table, reversal, [{ delete: keys.file(accountId, fileId) }]).catch(
          () => undefined,
        );
        throw error;
      }
      return undefined;
    }
    const writes: readonly NamedWrite<'call' | 'file'>[] = [
      ['call', recordCall(call, { ...call, accountId, resourceId: fileId, now })],
      ['file', { put: item }],
    ];
    const repeated = (await chargedTransaction(table, { accountId, now }, writes))?.get('call');
    return repeated === undefined ? undefined : toRecordedCall(repeated.item);
  },
  get: (accountId, fileId) => readFile(table, accountId, fileId),
  discard: (file, call, now, isJobWithdrawn = false) =>
    releasingTransaction(table, { accountId: file.accountId, now, chargedAt: file.createdAt }, [
      expire(file, now, isJobWithdrawn ? '' : isUnused),
      ...(call === undefined ? [] : [forgetCall(file.accountId, call)]),
    ]),
  withdraw: (file, call, now) =>
    releasingTransaction(
      table,
      { accountId: file.accountId, now, chargedAt: file.createdAt, isReversal: true },
      [
        expire(file, now, isUnused),
        ...(call === undefined ? [] : [forgetCall(file.accountId, { ...call, pendingUntil: undefined })]),
      ],
    ),
  complete: (accountId, call) => completeCall(table, accountId, call),
  takeOver: (accountId, call, from) => takeOverCall(table, accountId, call, from),
  finalize: async (file) => {
    const { updated } = await updateIf(table, {
      key: keys.file(file.accountId, file.fileId),
      set: {
        file_format: file.format,
        size_bytes: file.sizeBytes,
        characters: file.characters ?? null,
        needs_password: file.needsPassword ?? null,
        sha256: file.sha256,
      },
      when: 'attribute_exists(pk)',
    });
    return updated;
  },
});

/** Reads one file. Returns undefined if the account has no file with this id. */
export const readFile = async (
  table: Table,
  accountId: string,
  fileId: string,
): Promise<StoredFile | undefined> => {
  const item = await getItem(table, keys.file(accountId, fileId));
  return item && toStoredFile(item);
};
