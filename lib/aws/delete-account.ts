import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { Account } from '../accounts/account.ts';
import { partitions } from '../table-layout.ts';
import { keys, type Table } from './table.ts';
import { readTenantItems } from './tenant-items.ts';

const itemKey = z.object({ pk: z.string(), sk: z.string() });

/** The partitions of an account. */
const partitionsOf = (accountId: string): readonly string[] =>
  Object.values(partitions)
    .filter((pattern) => pattern.startsWith('ACCOUNT#*#'))
    .map((pattern) => pattern.replace('*', accountId));

/** Deletes the items of an account and those that point to it. The hashes of its keys are not in its items. */
export const deleteAccountItems = async (
  table: Table,
  { accountId, email }: Pick<Account, 'accountId' | 'email'>,
  keyHashes: readonly string[],
): Promise<void> => {
  const own = await Promise.all(
    partitionsOf(accountId).map((partition) => readTenantItems(table, partition, '')),
  );
  const all = [
    ...own.flat().map((item) => itemKey.parse(item)),
    ...keyHashes.map(keys.apiKeyHash),
    keys.email(email),
  ];
  for (const Key of all) await table.client.send(new DeleteCommand({ TableName: table.name, Key }));
};
