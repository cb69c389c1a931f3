import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openObjectStore } from '../../../lib/aws/object-store.ts';
import { documentConverter } from '../../../lib/jobs/convert-document.ts';
import type { Job } from '../../../lib/jobs/job.ts';
import { resultLimit } from '../../../lib/jobs/result-limit.ts';
import { plans } from '../../../lib/plans.ts';
import { newJob, newStep } from '../../support/jobs.ts';
import { itLong } from '../../support/long-run.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import type { TestTenant } from '../../support/tenant.ts';

const megabyte = 1_048_576;
const inMemory = 32 * megabyte;

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

afterAll(() => service.close());

/** Converts with an engine that returns a result of a given size, a sparse file. */
const convert = async (sizeBytes: number, limit: number, fault?: Error) => {
  const seen = { outputPath: '', maxResultBytes: 0 };
  const engine: Parameters<typeof documentConverter>[0] = {
    run: async (task) => {
      Object.assign(seen, { outputPath: task.outputPath, maxResultBytes: task.maxResultBytes });
      if (fault !== undefined) throw fault;
      await writeFile(task.outputPath, '');
      const file = await open(task.outputPath, 'r+');
      await file.truncate(sizeBytes);
      await file.close();
      return { mimeType: 'text/csv', extension: 'csv', sizeBytes, report: {}, phases: {}, log: '' } as never;
    },
  };
  const job: Job = newJob({ accountId: 'acct' } as TestTenant, 0, {
    maxResultBytes: limit,
    steps: { list: [newStep({ target: 'markdown' })], done: [] },
  });
  const source = { bytes: Buffer.from('a'), further: [], filename: 'a.txt', from: 'text' };
  const signal = new AbortController().signal;
  const outcome = await documentConverter(engine, () => 1)(
    { job, ...source },
    { progress: () => undefined, signal },
  ).catch((error: unknown) => error);
  return { outcome, folderLeft: existsSync(dirname(seen.outputPath)), told: seen.maxResultBytes };
};

it('is too complex if the document fills the disk', async () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });

  expect((await convert(0, megabyte, full)).outcome).toMatchObject({ code: 'too_complex' });
});

it.each([
  ['free', 'conversion', 250],
  ['starter', 'conversion', 1024],
  ['pro', 'conversion', 2048],
  ['free', 'extraction', 250],
  ['pro', 'extraction', 250],
] as const)('limits a result of a %s %s to %i MB', (plan, type, limit) => {
  const { maxResultBytes } = plans[plan];

  expect(resultLimit({ maxResultBytes, steps: { list: [newStep({ type })], done: [] } })).toBe(
    limit * megabyte,
  );
});

it('passes the limit to the engine and refuses one byte more without leaving a file', async () => {
  const limit = 2048 * megabyte;

  const { outcome, folderLeft, told } = await convert(limit + 1, limit);

  expect(outcome).toMatchObject({
    code: 'too_complex',
    message: expect.stringContaining(
      "The result is larger than 2048 MB (2147483648 bytes), the account's limit.",
    ),
  });
  expect([folderLeft, told]).toEqual([false, limit]);
});

it('reads a small result at the limit into memory', async () => {
  const { outcome, folderLeft } = await convert(1000, 1000);

  expect(outcome).toMatchObject({ bytes: { length: 1000 } });
  expect(folderLeft).toBe(false);
});

itLong('streams a larger result from its file to storage', async () => {
  const { outcome, folderLeft } = await convert(inMemory + 1, inMemory + 1);
  const { bytes } = outcome as {
    bytes: { path: string; length: number; sha256: string; discard(): Promise<void> };
  };

  await openObjectStore(service.table).putFile('accounts/a/results/j/1', bytes, {
    mimeType: 'text/csv',
    sha256: bytes.sha256,
  });

  expect([folderLeft, bytes.length]).toEqual([true, inMemory + 1]);
  expect(bytes.sha256).toBe(
    createHash('sha256')
      .update(Buffer.alloc(inMemory + 1))
      .digest('hex'),
  );
  expect((await openObjectStore(service.table).get('accounts/a/results/j/1'))?.length).toBe(inMemory + 1);
  await bytes.discard();
  expect(existsSync(dirname(bytes.path))).toBe(false);
});
