import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { readEnvironment } from '../env.ts';
import type { Table } from './table.ts';

/** Opens a table; by default the one that the environment names. Call it once per container. */
export const openTable = (name = readEnvironment('tableName'), config: DynamoDBClientConfig = {}): Table => ({
  client: DynamoDBDocumentClient.from(new DynamoDBClient({ maxAttempts: 5, ...config }), {
    marshallOptions: { removeUndefinedValues: true },
  }),
  name,
});
