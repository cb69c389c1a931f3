import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { isFunction, readEnvironment } from '../env.ts';
import type { Table } from './table.ts';

/**
 * Settings of the calls of a client.
 *
 * The limit of a call in ms includes its connection; afterwards it is repeated. By default the SDK waits for ever, and `requestTimeout` alone
 * only logs a warning. Five attempts of a function end before API Gateway's limit of 29 s. In a process that serves many requests at once,
 * such as the upload service, a short limit would end calls that only wait for each other, and their repetitions would add to the load.
 *
 * A connection is closed when it was idle for `idleMs`. After a freeze, that timer fires before anything is sent. Otherwise the next call would
 * wait for its limit if the connection was lost meanwhile.
 */
export const callSettings = (idleMs = 20_000) => {
  const agent = { keepAlive: true, timeout: idleMs } as const;
  return {
    requestTimeout: isFunction() ? 4000 : 20_000,
    throwOnRequestTimeout: true,
    httpAgent: agent,
    httpsAgent: agent,
  } as const;
};

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
