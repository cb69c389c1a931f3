import { execFile } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
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

  it('finds the latest record of a stream without reading the others', async () => {
    const directory = await temporaryDirectory();
    const server = await startDynamoDb({ directory });
    const database = new DatabaseSync(join(directory, 'dynamodb.sqlite'));
    const planOf = (columns: string, condition: string): unknown[] =>
      database
        .prepare(
          `EXPLAIN QUERY PLAN SELECT ${columns} FROM _stream_records WHERE table_name = 't' ${condition}`,
        )
        .all()
        .map(({ detail }) => detail);

    // The emulator's own statements for each write, each iterator and each read.
    const plans = [
      planOf('COALESCE(MAX(CAST(sequence_number AS INTEGER)), 0) + 1', ''),
      planOf('MIN(sequence_number), MAX(sequence_number)', "AND shard_id = 's'"),
      planOf(
        'new_image',
        "AND shard_id = 's' AND CAST(sequence_number AS INTEGER) > 5 ORDER BY CAST(sequence_number AS INTEGER)",
      ),
    ];

    database.close();
    await server.close();
    expect(plans).toEqual([
      ['SEARCH _stream_records USING COVERING INDEX next_stream_record (table_name=?)'],
      ['SEARCH _stream_records USING COVERING INDEX stream_records_of_shard (table_name=? AND shard_id=?)'],
      ['SEARCH _stream_records USING INDEX next_stream_record (table_name=? AND <expr>>?)'],
    ]);
  });

  it.runIf(process.platform === 'linux')('does not wait for the disk', async () => {
    const withoutSyncs = fileURLToPath(new URL('../../../local/emulators/without-syncs.ts', import.meta.url));
    // Neither can be called for a pipe, so they succeed only if they are not made.
    const program =
      "const fs = require('fs'); fs.fsyncSync(1); fs.fdatasyncSync(1); console.log(process.argv[1])";
    const command = [process.execPath, '-e', program, 'done'];
    const run = promisify(execFile);

    const { stdout } = await run(process.execPath, [withoutSyncs, ...command]);

    expect(stdout).toBe('done\n');
    await expect(run(process.execPath, command.slice(1))).rejects.toThrow('EINVAL');
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
