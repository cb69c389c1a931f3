import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { StackDescription } from '../../local/description.ts';
import { itLong } from '../support/long-run.ts';
import { programEnvironment } from '../support/program-environment.ts';
import { eventually, fixtureDirectory, isAlive, stateOf, temporaryFolder } from './fixture-stack.ts';

let directory: string;
let remove: () => Promise<void>;
const children = new Set<ChildProcess>();
beforeEach(async () => {
  ({ directory, remove } = await temporaryFolder());
});
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  await remove();
});

function run(environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, [join(fixtureDirectory, 'start.ts')], {
    env: programEnvironment({ PORT: '0', DOCFORGE_DATA_DIR: directory, ...environment }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.add(child);
  const output = { out: '', error: '' };
  child.stdout.on('data', (chunk) => {
    output.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output.error += chunk;
  });
  const ended = once(child, 'close').then(([code, signal]) => {
    children.delete(child);
    return { code, signal, ...output };
  });
  const ready = async (): Promise<StackDescription> => {
    await eventually(() => output.out.includes('listens on') || child.exitCode !== null || undefined);
    return JSON.parse(await readFile(join(directory, 'stack.json'), 'utf8'));
  };
  return { child, ended, ready };
}

const stages = ['  Preparing the stack\n', '  Starting the emulators\n', '  Starting the functions\n'];

describe('npm start', () => {
  it('prints its stages and its URL, and stops everything at Ctrl-C', async () => {
    const { child, ended, ready } = run();
    const { baseUrl, endpoints, pid } = await ready();
    const { pid: functionPid } = (await (await fetch(`${baseUrl}/echo?as=pid`)).json()) as { pid: number };

    child.kill('SIGINT');

    const { code, out, error } = await ended;
    expect({ code, error }).toEqual({ code: 0, error: '' });
    expect(out.replace(/\d+\.\d s/, 'N s')).toBe(
      `${stages.join('')}\n  DocForge listens on ${baseUrl} (started in N s)\n  Data and logs: ${directory}\n  Metrics and alarms: ${endpoints.watching}\n  Press Ctrl-C to stop.\n\n  The fixture is up\n\n\nStopping ...\n`,
    );
    expect([pid, functionPid].filter(isAlive)).toEqual([]);
    await expect(access(join(directory, 'stack.json'))).rejects.toThrow('ENOENT');
  });

  itLong('has the URL of a proxy in front of it, and listens at its own', async () => {
    const { baseUrl, endpoints, outputs } = await run({
      DOCFORGE_PUBLIC_URL: 'http://proxy.test:8080',
    }).ready();

    expect([baseUrl, outputs.ApiUrl]).toEqual(['http://proxy.test:8080', 'http://proxy.test:8080/']);
    expect((await fetch(`${endpoints.gateway}/echo?as=pid`)).status).toBe(200);
  });

  itLong('loses nothing and leaves no process when it is killed, and signed URLs stay valid', async () => {
    const first = run();
    const before = await first.ready();
    const { region, endpoints, outputs, resources } = before;
    const credentials = { ...before.credentials };
    const { pid } = (await (await fetch(`${before.baseUrl}/echo?as=pid`)).json()) as { pid: number };
    fetch(`${before.baseUrl}/faulty/spins`).catch(() => undefined);
    await eventually(async () => {
      const logs = await Promise.all(
        (await readdir(join(directory, 'logs'))).map((name) =>
          readFile(join(directory, 'logs', name), 'utf8'),
        ),
      );
      return logs.some((log) => log.includes('spinning')) || undefined;
    });
    const { functions } = JSON.parse(
      await readFile(join(directory, 'stack.json'), 'utf8'),
    ) as StackDescription;
    const spinning = Object.entries(functions).find(([id]) => id.startsWith('Faulty'))?.[1].pids[0] ?? 0;
    const reserved = Object.keys(functions).find((id) => id.startsWith('Reserved'));
    const invocation = await fetch(`${endpoints.lambda}/2015-03-31/functions/${reserved}/invocations`, {
      method: 'POST',
      body: '{"fault":"family"}',
    });
    const frozen = (await invocation.json()) as number[];
    await eventually(() => frozen.every((each) => stateOf(each) === 'T') || undefined);
    expect([pid, spinning].map(isAlive)).toEqual([true, true]);
    const dynamodb = new DynamoDBClient({ region, credentials, endpoint: endpoints.dynamodb });
    const Key = { pk: { S: 'a' }, sk: { S: 'b' } };
    await dynamodb.send(new PutItemCommand({ TableName: outputs.TableName, Item: Key }));
    const s3 = new S3Client({ region, credentials, endpoint: endpoints.s3, forcePathStyle: true });
    const Bucket = Object.values(resources).find(({ type }) => type === 'AWS::S3::Bucket')?.ref;
    await s3.send(new PutObjectCommand({ Bucket, Key: 'k', Body: 'kept' }));
    const url = await getSignedUrl(s3, new GetObjectCommand({ Bucket, Key: 'k' }));

    first.child.kill('SIGKILL');
    await first.ended;
    await eventually(() => ![pid, spinning, ...frozen].some(isAlive) || undefined);

    const second = run();
    const after = await second.ready();
    const again = new DynamoDBClient({ region, credentials, endpoint: after.endpoints.dynamodb });
    expect((await again.send(new GetItemCommand({ TableName: outputs.TableName, Key }))).Item).toEqual(Key);
    expect(await (await fetch(url)).text()).toBe('kept');
    expect(after.credentials).toEqual(before.credentials);
    for (const client of [dynamodb, s3, again]) client.destroy();
    second.child.kill('SIGTERM');
    expect((await second.ended).code).toBe(0);
  });

  itLong('reports a port that is in use in one line', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? String(address?.port) : '';

    const { code, out, error } = await run({ PORT: port }).ended;
    server.close();

    expect({ code, out, error }).toEqual({
      code: 1,
      out: stages[0],
      error: `Port ${port} is in use. Stop the process that listens there, or set PORT to another port.\n`,
    });
  });

  itLong('refuses a data folder that another stack uses', async () => {
    const first = run();
    const { pid } = await first.ready();

    const { code, error } = await run().ended;

    expect({ code, error }).toEqual({
      code: 1,
      error: `The data folder ${directory} is in use by process ${pid}. Stop it, or set DOCFORGE_DATA_DIR to another folder.\n`,
    });
    first.child.kill('SIGINT');
    expect((await first.ended).code).toBe(0);
  });

  itLong.each([
    [{ PORT: 'http' }, 'PORT is http, which is not a port number\n'],
    [
      { DOCFORGE_PUBLIC_URL: 'http://proxy.test/api' },
      'DOCFORGE_PUBLIC_URL is http://proxy.test/api, which is not an http or https URL without a path, such as http://127.0.0.1:8080\n',
    ],
    [{ DOCFORGE_LOCAL_ENV: '{' }, 'DOCFORGE_LOCAL_ENV is not JSON\n'],
    [{ DOCFORGE_LOCAL_ENV: '{"TYPO":"1"}' }, 'Cannot override TYPO: no function declares it\n'],
  ])('refuses the setting %o and leaves nothing running', async (environment, message) => {
    const { code, error } = await run(environment).ended;

    expect({ code, error }).toEqual({ code: 1, error: message });
  });

  itLong('exits immediately at a second Ctrl-C', async () => {
    const { child, ended, ready } = run();
    const { baseUrl } = await ready();
    fetch(`${baseUrl}/faulty/never`).catch(() => undefined);

    child.kill('SIGINT');
    child.kill('SIGTERM');

    expect([0, 130]).toContain((await ended).code);
  });
});
