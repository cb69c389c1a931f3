import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { readEnvironment } from '../env.ts';
import type { Table } from './table.ts';

/**
 * Limits of a call in ms, after which it is repeated. By default the SDK waits for ever, and `requestTimeout` alone only logs a warning.
 * Five attempts end before API Gateway's limit of 29 s.
 */
export const callTimes = {
  connectionTimeout: 1000,
  requestTimeout: 4000,
  throwOnRequestTimeout: true,
} as const;

/** Opens a table; by default the one that the environment names. Call it once per container. */
export const openTable = (name = readEnvironment('tableName'), config: DynamoDBClientConfig = {}): Table => ({
  client: DynamoDBDocumentClient.from(
    new DynamoDBClient({ maxAttempts: 5, requestHandler: callTimes, ...config }),
    {
      marshallOptions: { removeUndefinedValues: true },
    },
  ),
  name,
});
