import { DeleteCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { Item } from './conditional-update.ts';
import { keys, type Table, ttlAttribute } from './table.ts';
import type { TransactItem } from './transaction.ts';

/** The writes that make a token: the token with an empty rate window, and what points to it from its key. */
export const putTokenItems = (
  table: Table,
  token: { tokenHash: string; accountId: string; keyId: string; expiresAt: number },
): TransactItem[] => {
  const { tokenHash, accountId, keyId, expiresAt } = token;
  const ttl = Math.ceil(expiresAt / 1000);
  return [
    {
      Put: {
        TableName: table.name,
        Item: {
          ...keys.token(tokenHash),
          account_id: accountId,
          key_id: keyId,
          expires_at: expiresAt,
          window_count: 0,
          window_ends: 0,
          [ttlAttribute]: ttl,
        },
      },
    },
    {
      Put: {
        TableName: table.name,
        Item: { ...keys.keyToken(accountId, keyId, tokenHash), token_hash: tokenHash, [ttlAttribute]: ttl },
      },
    },
  ];
};

/** Every item of a tenant's partition whose sort key begins with a text, in order. */
export const readTenantItems = async (table: Table, partition: string, prefix: string): Promise<Item[]> => {
  const items: Item[] = [];
  let from: Record<string, unknown> | undefined;
  do {
    const page = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
        ExpressionAttributeValues: { ':pk': partition, ':prefix': prefix },
        ConsistentRead: true,
        ExclusiveStartKey: from,
      }),
    );
    items.push(...(page.Items ?? []));
    from = page.LastEvaluatedKey;
  } while (from !== undefined);
  return items;
};

const pointer = z.object({ sk: z.string(), token_hash: z.string() });

/** Tokens that are ended at once: enough for hundreds within a call, and no burst that the table would refuse. */
const atOnce = 10;

/** Ends all tokens of a key; each before what points to it, so that an interrupted call can be repeated. */
export const endTokenItems = async (table: Table, accountId: string, keyId: string): Promise<void> => {
  const { pk, sk: prefix } = keys.keyToken(accountId, keyId, '');
  const pointers = (await readTenantItems(table, pk, prefix)).map((item) => pointer.parse(item));
  const worker = async (): Promise<void> => {
    for (let next = pointers.shift(); next !== undefined; next = pointers.shift()) {
      await table.client.send(new DeleteCommand({ TableName: table.name, Key: keys.token(next.token_hash) }));
      await table.client.send(new DeleteCommand({ TableName: table.name, Key: { pk, sk: next.sk } }));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
};
