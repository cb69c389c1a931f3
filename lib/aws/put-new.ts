import type { Item } from './conditional-update.ts';
import type { Table } from './table.ts';
import type { TransactItem } from './transaction.ts';

/** The write of an item whose key must be new. */
export const putNew = (table: Table, item: Item): TransactItem => ({
  Put: { TableName: table.name, Item: { ...item }, ConditionExpression: 'attribute_not_exists(pk)' },
});
