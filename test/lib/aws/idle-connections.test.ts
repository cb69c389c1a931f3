import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { expect, it, onTestFinished, vi } from 'vitest';
import { callSettings } from '../../../lib/aws/dynamodb.ts';
import { openOperatorBuckets } from '../../../lib/aws/operator-buckets.ts';

/** Stops this process for a while, as a freeze does: no timer fires and no packet is read. What is due happens afterwards. */
const freeze = async (milliseconds: number): Promise<void> => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
  await new Promise((resolve) => setTimeout(resolve, 0));
};

/** Starts a server that counts the calls of each connection and answers after some time. */
const startServer = async (answerAfterMs = 0) => {
  const used = new Map<Socket, number>();
  const server = createServer((request, response) => {
    used.set(request.socket, (used.get(request.socket) ?? 0) + 1);
    response.setHeader('content-type', 'application/x-amz-json-1.0');
    setTimeout(() => response.end('{"TableNames":[]}'), answerAfterMs);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;
  return { endpoint: `http://127.0.0.1:${port}`, callsOfEach: () => [...used.values()] };
};

const account = { region: 'us-east-1', credentials: { accessKeyId: 'a', secretAccessKey: 'b' } };
const idleMs = 200;

const tableClient = (endpoint: string) => {
  const client = new DynamoDBClient({ ...account, endpoint, requestHandler: callSettings(idleMs) });
  onTestFinished(() => client.destroy());
  return () => client.send(new ListTablesCommand());
};

const bucketClient = (endpoint: string) => {
  vi.stubEnv('AWS_REGION', account.region);
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'a');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'b');
  vi.stubEnv('AWS_ENDPOINT_URL_S3', endpoint);
  onTestFinished(() => void vi.unstubAllEnvs());
  const { read } = openOperatorBuckets(idleMs);
  const { signal } = new AbortController();
  return () => read({ bucket: 'documents', key: 'a.txt' }, { maxBytes: 100, signal });
};

it.each([
  ['the table', tableClient],
  ["the operator's buckets", bucketClient],
])(
  'sends no call to %s over a connection that was idle, which may have been lost during a freeze',
  async (_, open) => {
    const { endpoint, callsOfEach } = await startServer();
    const call = open(endpoint);

    await call();
    await call();
    await freeze(300);
    await call();

    expect(callsOfEach()).toEqual([2, 1]);
  },
);

it('waits for an answer that takes longer than a connection may be idle', async () => {
  const { endpoint, callsOfEach } = await startServer(300);

  await expect(tableClient(endpoint)()).resolves.toMatchObject({ TableNames: [] });

  expect(callsOfEach()).toEqual([1]);
});
