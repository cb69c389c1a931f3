import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { readEnvironment } from '../env.ts';
import type { Table } from './table.ts';

/** The table named by the environment. Make it once for each container. */
export const openTable = (): Table => ({
  client: DynamoDBDocumentClient.from(new DynamoDBClient({ maxAttempts: 5 }), {
    marshallOptions: { removeUndefinedValues: true },
  }),
  name: readEnvironment('tableName'),
});
