import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { isFunction, readEnvironment } from '../env.ts';
import type { Table } from './table.ts';

/**
 * Agents that close a connection when it was idle for some time. After a freeze, that timer fires before anything is sent. Otherwise the next
 * call might wait for an answer over a connection that was lost meanwhile.
 */
export const closingIdle = (idleMs = 20_000) => {
  const agent = { keepAlive: true, timeout: idleMs } as const;
  return { httpAgent: agent, httpsAgent: agent } as const;
};

/**
 * Limit of a call in ms, its connection included, after which it is repeated. By default the SDK waits for ever, and `requestTimeout` alone
 * only logs a warning.
 *
 * Five attempts of a function end before API Gateway's limit of 29 s. In a process that serves many requests at once, such as the
 * upload service, a short limit would end calls that only wait for each other, and their repetitions would add to the load.
 */
const callTimes = () =>
  ({ requestTimeout: isFunction() ? 4000 : 20_000, throwOnRequestTimeout: true }) as const;

/** The settings of a client's connections and calls. */
export const callSettings = (idleMs?: number) => ({ ...callTimes(), ...closingIdle(idleMs) }) as const;

/** Opens a table; by default the one that the environment names. Call it once per container. */
export const openTable = (name = readEnvironment('tableName'), config: DynamoDBClientConfig = {}): Table => ({
  client: DynamoDBDocumentClient.from(
    new DynamoDBClient({ maxAttempts: 5, requestHandler: callSettings(), ...config }),
    {
      marshallOptions: { removeUndefinedValues: true },
    },
  ),
  name,
});
