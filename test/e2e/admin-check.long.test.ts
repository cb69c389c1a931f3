import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { routes } from '../../lib/api/routes.ts';
import type { StackDescription } from '../../local/description.ts';
import { programEnvironment } from '../support/program-environment.ts';
import { tableOf } from './support/tenant.ts';

const stack = inject('stack');

let dataFolder: string;

beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'docforge-check-'));
});

afterAll(() => rm(dataFolder, { recursive: true }));

/** Runs the command on the stack of a description. */
const check = async (description: StackDescription) => {
  await writeFile(join(dataFolder, 'stack.json'), JSON.stringify(description));
  const { promise, resolve } = Promise.withResolvers<{
    exitCode: number | null;
    lines: string[];
    stderr: string;
  }>();
  const env = programEnvironment({ DOCFORGE_DATA_DIR: dataFolder });
  const child = execFile(process.execPath, ['admin/cli.ts', 'check'], { env }, (_error, stdout, stderr) =>
    resolve({ exitCode: child.exitCode, lines: stdout.trimEnd().split('\n'), stderr }),
  );
  return promise;
};

/** Returns the items that belong to an account of the check. */
const remainingItems = async (): Promise<unknown[]> => {
  const table = tableOf(stack);
  const { Items = [] } = await table.client.send(new ScanCommand({ TableName: table.name }));
  return Items.filter((item) => /check-[^"]*@docforge\.invalid|RATE#check-/.test(JSON.stringify(item)));
};

/** Three engines start for the first time, which is slow on a busy machine. */
const timeoutMilliseconds = 240_000;

it('reports no failure for a working stack and deletes its items', {
  timeout: timeoutMilliseconds,
}, async () => {
  const { exitCode, lines, stderr } = await check(stack);

  expect(lines.filter((line) => line.startsWith('FAILED'))).toEqual([]);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  expect(lines.at(-1)).toMatch(/^\d+ checks, 0 failed$/);
  expect(lines.length).toBeLessThan(90);
  expect(await remainingItems()).toEqual([]);
});

it('reports failures if nothing responds and functions have all permissions, and deletes its items', async () => {
  const functions = Object.fromEntries(
    Object.entries(stack.functions).map(([id, each]) => [id, { ...each, credentials: stack.credentials }]),
  );

  // No service listens on the port of tcpmux.
  const { exitCode, lines } = await check({ ...stack, baseUrl: 'http://127.0.0.1:1', functions });

  expect(exitCode).toBe(1);
  expect(lines).toContain(
    'FAILED   a function cannot update an item in another partition in a transaction with its own: the call was allowed',
  );
  expect(lines).toContain('ok       a function can update an item in its partitions');
  expect(lines.filter((line) => /^FAILED {3}(GET|POST|PATCH|DELETE) \//.test(line))).toHaveLength(
    Object.keys(routes).length,
  );
  expect(lines.at(-3)).toMatch(/^ok {7}clean-up of account acct_/);
  expect(await remainingItems()).toEqual([]);
});
