import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { readEnvironment } from '../env.ts';
import type { Table } from './table.ts';

/** A table and a client for it. Make it once for each container; a function's table is named by the environment. */
export const openTable = (name = readEnvironment('tableName'), config: DynamoDBClientConfig = {}): Table => ({
  client: DynamoDBDocumentClient.from(new DynamoDBClient({ maxAttempts: 5, ...config }), {
    marshallOptions: { removeUndefinedValues: true },
  }),
  name,
});
