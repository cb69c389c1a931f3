import { CreateTableCommand, type CreateTableCommandInput } from '@aws-sdk/client-dynamodb';
import {
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { openTable } from '../../lib/aws/dynamodb.ts';
import { type ItemKey, keys, type Table } from '../../lib/aws/table.ts';
import { dueIndex } from '../../lib/table-layout.ts';
import { startDynamoDb } from '../../local/emulators/dynamodb.ts';

/** Any credentials: only the S3 emulator checks them. */
export const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG' };

export const region = 'us-east-1';

/** The table as the stack declares it; a test of the stack compares the two. */
export const tableDefinition = {
  KeySchema: [
    { AttributeName: 'pk', KeyType: 'HASH' },
    { AttributeName: 'sk', KeyType: 'RANGE' },
  ],
  AttributeDefinitions: [
    { AttributeName: 'pk', AttributeType: 'S' },
    { AttributeName: 'sk', AttributeType: 'S' },
    { AttributeName: dueIndex.partitionKey, AttributeType: 'S' },
    { AttributeName: dueIndex.sortKey, AttributeType: 'N' },
  ],
  BillingMode: 'PAY_PER_REQUEST',
  GlobalSecondaryIndexes: [
    {
      IndexName: dueIndex.name,
      KeySchema: [
        { AttributeName: dueIndex.partitionKey, KeyType: 'HASH' },
        { AttributeName: dueIndex.sortKey, KeyType: 'RANGE' },
      ],
      Projection: { ProjectionType: 'KEYS_ONLY' },
    },
  ],
} as const satisfies Omit<CreateTableCommandInput, 'TableName'>;

/** The stack's table in its own in-memory DynamoDB. */
export type TestTable = { readonly table: Table; readonly endpoint: string; close(): Promise<void> };

/** Starts a DynamoDB with the stack's table. */
export const startTestTable = async (): Promise<TestTable> => {
  const { endpoint, close } = await startDynamoDb();
  const table = openTable('DocForge-Table', { endpoint, region, credentials: { ...credentials } });
  await table.client.send(
    new CreateTableCommand({ TableName: table.name, ...structuredClone(tableDefinition) }),
  );
  return {
    table,
    endpoint,
    close: async () => {
      table.client.destroy();
      await close();
    },
  };
};

/** An item as stored; undefined if it does not exist. */
export const readItem = async (table: Table, key: ItemKey): Promise<Record<string, unknown> | undefined> => {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: key, ConsistentRead: true }),
  );
  return Item;
};

/** Deletes an item. */
export const deleteItem = async (table: Table, key: ItemKey): Promise<void> => {
  await table.client.send(new DeleteCommand({ TableName: table.name, Key: key }));
};

/** Every item of the table. */
export const allItems = async ({ client, name }: Table): Promise<readonly Record<string, unknown>[]> => {
  const { Items = [] } = await client.send(new ScanCommand({ TableName: name, ConsistentRead: true }));
  return Items;
};

/** Runs this in place of a write of the table: the first from now on, the second, and so on. `write` runs the write. */
export const inPlaceOfWrite = (
  { client: { middlewareStack } }: Table,
  ordinal: number,
  run: (write: () => Promise<void>) => Promise<void>,
): void => {
  let count = 0;
  middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        if (/^(TransactWrite|Update|Put)/.test(commandName)) count += 1;
        if (count !== ordinal) return next(args);
        middlewareStack.remove('inPlaceOfWrite');
        const output = Promise.withResolvers<Awaited<ReturnType<typeof next>>>();
        await run(async () => output.resolve(await next(args)));
        return output.promise;
      },
    { step: 'initialize', name: 'inPlaceOfWrite' },
  );
};

/** Runs this before a write of the table. */
export const beforeWrite = (table: Table, ordinal: number, run: () => Promise<unknown>): void =>
  inPlaceOfWrite(table, ordinal, async (write) => {
    await run();
    await write();
  });

/** Changes attributes of one item, as time or another process might have. */
export const changeItem = async (
  table: Table,
  key: ItemKey,
  values: Readonly<Record<string, unknown>>,
): Promise<void> => {
  const names = Object.keys(values);
  await table.client.send(
    new UpdateCommand({
      TableName: table.name,
      Key: key,
      UpdateExpression: `SET ${names.map((_, index) => `#n${index} = :v${index}`).join(', ')}`,
      ExpressionAttributeNames: Object.fromEntries(names.map((name, index) => [`#n${index}`, name])),
      ExpressionAttributeValues: Object.fromEntries(names.map((name, index) => [`:v${index}`, values[name]])),
    }),
  );
};

/** Lets the next sweep of the reconciler start from the beginning, for tests that share a table and set the clock back. */
export const forgetSweeps = async ({ client, name }: Table): Promise<void> => {
  const pk = keys.sweep('').pk;
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName: name,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': pk },
    }),
  );
  await Promise.all(
    Items.map(({ sk }) => client.send(new DeleteCommand({ TableName: name, Key: { pk, sk } }))),
  );
};

/** Writes an item whole. */
export const putItem = async (table: Table, item: Readonly<Record<string, unknown>>): Promise<void> => {
  await table.client.send(new PutCommand({ TableName: table.name, Item: { ...item } }));
};
