import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, stateOf } from '../local/fixture-stack.ts';
import { simplePdf } from './support/documents.ts';
import { type StackProcess, startStackProcess } from './support/stack-process.ts';
import { createTenant } from './support/tenant.ts';

/** Longer than the start of an engine process may take, so that its timer would fire first after the thaw. */
const frozenSeconds = 31;

let dataDirectory: string;
let stack: StackProcess;
beforeAll(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'docforge-freeze-'));
  stack = await startStackProcess(dataDirectory);
});
afterAll(async () => {
  await stack.stop();
  await rm(dataDirectory, { recursive: true, force: true });
});

const workerPids = async (): Promise<readonly number[]> => {
  const { functions } = await stack.describe();
  return Object.entries(functions).find(([id]) => id.startsWith('ConvertDocument'))?.[1].pids ?? [];
};

/** The levels of all lines that the worker has logged, and the messages of its warnings. */
const warningsOfWorker = async (): Promise<readonly string[]> => {
  const folder = join(dataDirectory, 'logs');
  const name = (await readdir(folder)).find((each) => each.startsWith('ConvertDocument')) ?? '';
  return (await readFile(join(folder, name), 'utf8'))
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
    .filter(({ level }) => level !== 'INFO')
    .map(({ message }) => message);
};

/** Converts a document of a new tenant, and waits until the worker is frozen. */
const convertAndFreeze = async (): Promise<void> => {
  const tenant = await createTenant(stack.description);
  const token = await tenant.authorize();
  const fileId = await tenant.upload(token, simplePdf(['Frozen']), 'a.pdf');
  const jobId = await tenant.submit(token, '/convert', { file_id: fileId, to: 'text' });
  expect(await tenant.finish(token, jobId)).toMatchObject({ status: 'complete', attempts: 1 });
  await eventually(async () => (await workerPids()).every((pid) => stateOf(pid) === 'T') || undefined);
};

test('an engine process for the next tenant survives a freeze that is longer than its start may take', async () => {
  await convertAndFreeze();
  const pids = await workerPids();

  await delay(frozenSeconds * 1000);
  await convertAndFreeze();

  expect(await workerPids()).toEqual(pids);
  // The sandbox is incomplete on kernels without Landlock.
  const expected = 'The engine sandbox is incomplete';
  expect((await warningsOfWorker()).filter((message) => message !== expected)).toEqual([]);
});
