import { CreateTableCommand } from '@aws-sdk/client-dynamodb';
import { openTable } from '../../lib/aws/dynamodb.ts';
import type { Table } from '../../lib/aws/table.ts';
import { dueIndex } from '../../lib/table-layout.ts';
import { startDynamoDb } from '../../local/emulators/dynamodb.ts';

/** A table in memory that counts the write units of each second of a simulated clock, as DynamoDB charges them. */
export type CountedTable = {
  readonly table: Table;
  /** Units of the whole table by second. */
  readonly units: ReadonlyMap<number, number>;
  close(): Promise<void>;
};

type Capacity = { readonly CapacityUnits?: number };

/** Starts the stack's table. `second` is the current second of the simulation. */
export const startCountedTable = async (second: () => number): Promise<CountedTable> => {
  const { endpoint, close } = await startDynamoDb();
  const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'example' };
  const table = openTable('Simulation', { endpoint, region: 'us-east-1', credentials });
  await table.client.send(
    new CreateTableCommand({
      TableName: table.name,
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
    }),
  );
  const units = new Map<number, number>();
  table.client.middlewareStack.add(
    (next, context) => async (args) => {
      if (!/^(Put|Update|Delete|TransactWrite)/.test(String(context.commandName))) return next(args);
      const result = await next({ ...args, input: { ...args.input, ReturnConsumedCapacity: 'TOTAL' } });
      const { ConsumedCapacity = [] } = result.output as { ConsumedCapacity?: Capacity | Capacity[] };
      const used = [ConsumedCapacity].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
      units.set(second(), (units.get(second()) ?? 0) + used);
      return result;
    },
    { step: 'initialize', name: 'countUnits' },
  );
  return {
    table,
    units,
    close: async () => {
      table.client.destroy();
      await close();
    },
  };
};
