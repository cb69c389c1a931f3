import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Item, Table } from './table.ts';

/** Reads the items of a tenant's partition whose sort key starts with `prefix`, in order. */
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
