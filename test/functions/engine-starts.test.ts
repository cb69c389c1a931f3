import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Context, SQSEvent } from 'aws-lambda';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createJob } from '../../lib/aws/create-job.ts';
import { fileStore } from '../../lib/aws/file-store.ts';
import { readJob } from '../../lib/aws/job-read-store.ts';
import { environmentNames } from '../../lib/env.ts';
import { fileObjectKey } from '../../lib/files/file.ts';
import { newId } from '../../lib/ids.ts';
import { newJob, newStep, textFile } from '../support/jobs.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { createTenant, type TestTenant } from '../support/tenant.ts';

let service: TestService;
let folder: string;
let entry: URL;

beforeAll(async () => {
  service = await startTestService();
  folder = await mkdtemp(join(tmpdir(), 'engine-starts-'));
  Object.assign(process.env, {
    [environmentNames.engineMemoryMegabytes]: '500',
    [environmentNames.engineDeadlineSeconds]: '60',
    [environmentNames.leaseSeconds]: '30',
  });
  const program = join(folder, 'entry.mjs');
  entry = pathToFileURL(program);
  const child = new URL('../conversions/process/unruly-child.ts', import.meta.url);
  await writeFile(
    program,
    `import { appendFileSync } from 'node:fs';
     import { setTimeout } from 'node:timers/promises';
     await setTimeout(100);
     appendFileSync(${JSON.stringify(join(folder, 'ready'))}, 'x');
     await import(${JSON.stringify(child.href)});`,
  );
});

afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

const readyProcesses = async (): Promise<number> =>
  (await readFile(join(folder, 'ready'), 'utf8').catch(() => '')).length;

const submit = async ({ accountId }: TestTenant): Promise<{ accountId: string; jobId: string }> => {
  const { openObjectStore } = await import('../../lib/aws/object-store.ts');
  const now = Date.now();
  const bytes = Buffer.from('Some text.');
  const file = textFile({ accountId }, newId('file', now), now);
  await fileStore(service.table).create(file);
  await openObjectStore(service.table).put(fileObjectKey(accountId, file.fileId), bytes, {
    mimeType: 'text/plain',
    sha256: createHash('sha256').update(bytes).digest('hex'),
  });
  const steps = { list: [newStep({ options: {} })], done: [] };
  const job = newJob({ accountId }, now, { fileId: file.fileId, sourceUrl: undefined, steps });
  expect(await createJob(service.table, job, [file])).toBe('created');
  return job;
};

it('has an engine process ready for the next tenant once there were several when it answers, and starts none later', async () => {
  const { documentWorker } = await import('../../lib/worker/document-worker.ts');
  const worker = await documentWorker('engine-starts', entry);
  const [first, second] = [await createTenant(service.table), await createTenant(service.table)];
  const starts = [await readyProcesses()];
  let secondsLeft = 120;

  const run = async (tenant: TestTenant): Promise<void> => {
    const { accountId, jobId } = await submit(tenant);
    const body = JSON.stringify({ account_id: accountId, job_id: jobId });
    const context = { getRemainingTimeInMillis: () => secondsLeft * 1000, awsRequestId: 'r' };
    await worker(
      { Records: [{ messageId: '1', body }] } as unknown as SQSEvent,
      context as unknown as Context,
    );
    expect((await readJob(service.table, accountId, jobId))?.status).toBe('complete');
    starts.push(await readyProcesses());
  };
  for (const tenant of [first, first, second]) await run(tenant);
  // A start must not outlive the call, which Lambda ends at its timeout.
  secondsLeft = 35;
  for (const tenant of [first, second]) await run(tenant);

  expect(starts).toEqual([1, 1, 1, 3, 3, 4]);
});
