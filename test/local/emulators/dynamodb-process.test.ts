import { createServer } from 'node:net';
import { GetItemCommand, PutItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import { startDynamoDb } from '../../../local/emulators/dynamodb.ts';
import { listenOnLoopback } from '../../../local/emulators/loopback.ts';
import { itLong } from '../../support/long-run.ts';
import { createClient, createTable, key, TableName } from './dynamodb-client.ts';
import { startEmulatorProcess, temporaryDirectory } from './emulator-process.ts';

describe('the process', () => {
  it('keeps its data after a restart', async () => {
    const directory = await temporaryDirectory();
    const first = await startDynamoDb({ directory });
    const client = createClient(first.endpoint);
    await createTable(client);
    await client.send(new PutItemCommand({ TableName, Item: key('kept') }));
    await first.close();

    const second = await startDynamoDb({ directory });
    const again = createClient(second.endpoint);

    expect((await again.send(new GetItemCommand({ TableName, Key: key('kept') }))).Item).toEqual(key('kept'));
    for (const each of [client, again]) each.destroy();
    await second.close();
  });

  itLong('ends with a killed parent and loses no acknowledged write', async () => {
    const directory = await temporaryDirectory();
    const parent = await startEmulatorProcess('dynamodb', directory);
    const client = createClient(parent.endpoint);
    await createTable(client);
    const writes = Array.from({ length: 50 }, (_, index) =>
      client.send(new PutItemCommand({ TableName, Item: key('kept', String(index)) })),
    );
    await Promise.all(writes);

    await parent.kill();

    await expect
      .poll(() =>
        fetch(parent.endpoint).then(
          () => 'answers',
          () => 'dead',
        ),
      )
      .toBe('dead');
    const server = await startDynamoDb({ directory });
    const again = createClient(server.endpoint);
    const { Count } = await again.send(
      new QueryCommand({
        TableName,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': { S: 'kept' } },
      }),
    );
    expect([Count, parent.printed()]).toEqual([50, '']);
    for (const each of [client, again]) each.destroy();
    await server.close();
  });

  it('uses the given port', async () => {
    const server = await startDynamoDb();
    await server.close();

    const second = await startDynamoDb({ port: Number(new URL(server.endpoint).port) });

    expect(second.endpoint).toBe(server.endpoint);
    await second.close();
  });

  it('reports that the given port is in use', async () => {
    const squatter = createServer();
    const port = Number(new URL(await listenOnLoopback(squatter, 0)).port);

    await expect(startDynamoDb({ port })).rejects.toThrow(`port ${port} is already in use`);
    squatter.close();
  });

  it('runs twice at the same time with separate data', async () => {
    const servers = await Promise.all([startDynamoDb(), startDynamoDb()]);
    const clients = servers.map((each) => createClient(each.endpoint));

    await Promise.all(clients.map(createTable));

    expect(new Set(servers.map((each) => each.endpoint)).size).toBe(2);
    for (const client of clients) client.destroy();
    await Promise.all(servers.map((each) => each.close()));
  });
});
