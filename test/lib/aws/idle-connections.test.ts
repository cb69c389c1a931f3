import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { expect, it, onTestFinished } from 'vitest';
import { callSettings } from '../../../lib/aws/dynamodb.ts';

/** Stops this process for a while, as a freeze does: no timer fires and no packet is read. What is due happens afterwards. */
const freeze = async (milliseconds: number): Promise<void> => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
  await new Promise((resolve) => setTimeout(resolve, 0));
};

/** A client of a server that counts the calls of each connection and answers after some time. */
const startClient = async (answerAfterMs: number) => {
  const used = new Map<Socket, number>();
  const server = createServer((request, response) => {
    used.set(request.socket, (used.get(request.socket) ?? 0) + 1);
    response.setHeader('content-type', 'application/x-amz-json-1.0');
    setTimeout(() => response.end('{"TableNames":[]}'), answerAfterMs);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const client = new DynamoDBClient({
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
    requestHandler: callSettings(200),
  });
  onTestFinished(() => {
    client.destroy();
    server.close().closeAllConnections();
  });
  return { call: () => client.send(new ListTablesCommand()), callsOfEach: () => [...used.values()] };
};

it('sends no call over a connection that was idle, which may have been lost during a freeze', async () => {
  const { call, callsOfEach } = await startClient(0);

  await call();
  await call();
  await freeze(300);
  await call();

  expect(callsOfEach()).toEqual([2, 1]);
});

it('waits for an answer that takes longer than a connection may be idle', async () => {
  const { call, callsOfEach } = await startClient(300);

  await expect(call()).resolves.toMatchObject({ TableNames: [] });

  expect(callsOfEach()).toEqual([1]);
});
