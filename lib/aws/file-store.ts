import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { StoredFile } from '../files/file.ts';
import type { FileStore } from '../files/upload.ts';
import { chargedTransaction } from './charged-transaction.ts';
import { updateIf } from './conditional-update.ts';
import { fromStoredFile, toStoredFile } from './file-item.ts';
import { completeCall, forgetCall, recordCall, takeOverCall, toRecordedCall } from './recorded-calls.ts';
import { releasingTransaction } from './releasing-transaction.ts';
import { keys, type Table } from './table.ts';
import type { NamedWrite } from './transaction.ts';

/** Files in the table. */
export const fileStore = (table: Table): FileStore => ({
  create: async (file, call) => {
    const { accountId, fileId, createdAt: now } = file;
    const writes: readonly NamedWrite<'call' | 'file'>[] = [
      ...(call === undefined
        ? []
        : [['call', recordCall(table, call, { ...call, accountId, resourceId: fileId, now })] as const]),
      ['file', { Put: { TableName: table.name, Item: { ...fromStoredFile(file) } } }],
    ];
    const refusals = await chargedTransaction(table, { accountId, now, takesJobSlot: false }, writes);
    const repeated = refusals?.get('call');
    return repeated === undefined ? undefined : toRecordedCall(repeated.item);
  },
  get: (accountId, fileId) => readFile(table, accountId, fileId),
  discard: (file, call, now) =>
    releasingTransaction(
      table,
      { accountId: file.accountId, now, engineMs: undefined, chargedAt: file.createdAt },
      {
        Delete: {
          TableName: table.name,
          Key: keys.file(file.accountId, file.fileId),
          ConditionExpression: 'attribute_exists(pk)',
        },
      },
      call === undefined ? [] : [forgetCall(table, file.accountId, call)],
    ),
  withdraw: (file, call, now) =>
    releasingTransaction(
      table,
      { accountId: file.accountId, now, engineMs: undefined, chargedAt: file.createdAt, isReversal: true },
      {
        Delete: {
          TableName: table.name,
          Key: keys.file(file.accountId, file.fileId),
          ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(held_until)',
        },
      },
      call === undefined ? [] : [forgetCall(table, file.accountId, { ...call, pendingUntil: undefined })],
    ),
  complete: (accountId, call) => completeCall(table, accountId, call),
  takeOver: (accountId, call, from) => takeOverCall(table, accountId, call, from),
  finalize: async (file) => {
    const { updated } = await updateIf(table, {
      Key: keys.file(file.accountId, file.fileId),
      UpdateExpression:
        'SET file_format = :format, size_bytes = :size, characters = :characters, needs_password = :password, sha256 = :sha256',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: {
        ':format': file.format,
        ':size': file.sizeBytes,
        ':characters': file.characters ?? null,
        ':password': file.needsPassword ?? null,
        ':sha256': file.sha256,
      },
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
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: keys.file(accountId, fileId), ConsistentRead: true }),
  );
  return Item === undefined ? undefined : toStoredFile(Item);
};
