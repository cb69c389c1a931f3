import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { synthesize } from '../../local/assembly.ts';
import { localSettings } from '../../local/local-settings.ts';
import { type RunningStack, startStack } from '../../local/stack.ts';
import { simplePdf } from './support/documents.ts';
import { createTenant } from './support/tenant.ts';

const root = join(import.meta.dirname, '..', '..');
let folder: string;
let stack: RunningStack;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docforge-quota-'));
  stack = await startStack({
    assemblyDirectory: (
      await synthesize(root, join(folder, 'assembly'), { ...localSettings, accountConcurrency: 10 })
    ).directory,
    dataDirectory: join(folder, 'data'),
    port: 0,
    asLambda: { accountConcurrency: 10 },
  });
});
afterAll(async () => {
  await stack.close();
  await rm(folder, { recursive: true, force: true });
});

/** Stops or starts the worker by its reserved concurrency. */
const throttleWorker = async (limit: number | undefined): Promise<void> => {
  const { endpoints, functions } = stack.describe();
  const worker = Object.keys(functions).find((id) => id.startsWith('ConvertDocument'));
  await fetch(`${endpoints.lambda}/2017-10-31/functions/${worker}/concurrency`, {
    method: limit === undefined ? 'DELETE' : 'PUT',
    ...(limit === undefined ? {} : { body: JSON.stringify({ ReservedConcurrentExecutions: limit }) }),
  });
};

test('in an account of ten executions, jobs complete while ten clients wait for them', async () => {
  const tenant = await createTenant(stack.describe());
  const token = await tenant.authorize();
  const fileId = await tenant.upload(token, simplePdf(['Ten at once']), 'a.pdf');
  await throttleWorker(0);
  const jobIds: string[] = [];
  for (let count = 0; count < 10; count += 1)
    jobIds.push(await tenant.submit(token, '/convert', { file_id: fileId, to: 'text' }));
  const statuses: number[] = [];
  /** Waits for a job as a client does: after a refusal, again. */
  const finish = async (jobId: string): Promise<string> => {
    for (;;) {
      const { status, json } = await tenant.call({ path: `/job/${jobId}?wait=25`, token });
      statuses.push(status);
      if (['complete', 'failed'].includes(json.status)) return json.status;
      await delay(2000);
    }
  };

  const finished = jobIds.map(finish);
  while (statuses.length < 7) await delay(20);
  const refusals = statuses.slice(0, 7);
  await throttleWorker(undefined);

  expect(refusals).toEqual(Array(7).fill(429));
  expect(await Promise.all(finished)).toEqual(Array(10).fill('complete'));
});
