import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { updateIf } from '../../lib/aws/conditional-update.ts';
import { keys } from '../../lib/aws/table.ts';
import { convert } from '../../lib/conversions/index.ts';
import { readItem } from '../support/table.ts';
import { simplePdf } from './support/documents.ts';
import { startStackProcess } from './support/stack-process.ts';
import { createTenant } from './support/tenant.ts';

const dataDirectory = await mkdtemp(join(tmpdir(), 'docforge-scans-'));
const stack = await startStackProcess(dataDirectory);
afterAll(async () => {
  await stack.kill().catch(() => undefined);
  await rm(dataDirectory, { recursive: true, force: true });
});

const pdf = simplePdf(['The apples and pears of the orchard are ripe.']);
const frames = 14;
const { bytes: page } = await convert(pdf, { to: 'png', options: { dpi: 150 } });
const scan = await sharp(Array(frames).fill(Buffer.from(page)), { join: { animated: true } })
  .tiff()
  .toBuffer();

const functionsOf = async (name: string) =>
  Object.entries((await stack.describe()).functions).flatMap(([id, each]) =>
    id.startsWith(name) ? [each] : [],
  );

const reconcile = async (): Promise<void> => {
  const [{ name } = expect.fail()] = await functionsOf('Reconcile');
  const address = `${stack.description.endpoints.lambda}/2015-03-31/functions/${name}/invocations`;
  await fetch(address, { method: 'POST' });
};

const submitScan = async () => {
  const tenant = await createTenant(stack.description, 'free');
  const token = await tenant.authorize();
  const fileId = await tenant.upload(token, scan, 'scan.tiff');
  const jobId = await tenant.submit(token, '/convert', { file_id: fileId, to: 'text' });
  const usage = async () => (await tenant.call({ path: '/usage', token })).json;
  return { ...tenant, token, jobId, usage };
};

test('scans of two accounts complete, each charged once, although workers of their parts are killed', async () => {
  const scans = await Promise.all([submitScan(), submitScan()]);
  const parts = scans.flatMap(({ table, accountId, jobId }) =>
    ['0000', '0001'].map((id) => ({ table, key: keys.pagePart(accountId, jobId, 1, id) })),
  );
  const claims = () =>
    Promise.all(parts.map(async ({ table, key }) => Number((await readItem(table, key))?.claims ?? 0)));
  await expect.poll(claims, { interval: 20, timeout: 120_000 }).toContain(1);

  for (const { pids } of await functionsOf('RecognizePages')) {
    expect(pids).not.toEqual([]);
    for (const pid of pids) process.kill(pid, 'SIGKILL');
  }
  const small = await createTenant(stack.description, 'free');
  const token = await small.authorize();
  const fileId = await small.upload(token, pdf, 'small.pdf');
  const ended = await small.finish(
    token,
    await small.submit(token, '/convert', { file_id: fileId, to: 'text' }),
  );
  for (const { table, key } of parts)
    await updateIf(table, {
      key,
      set: { claimed_until: 0 },
      when: 'part_state = :open',
      values: { open: 'open' },
    });
  for (const { table, accountId, jobId } of scans)
    await updateIf(table, {
      key: keys.job(accountId, jobId),
      set: { due_at: Date.now() },
      when: 'job_status = :processing',
      values: { processing: 'processing' },
    });
  await reconcile();
  const jobs = await Promise.all(scans.map((each) => each.finish(each.token, each.jobId)));

  expect(ended.status).toBe('complete');
  expect(Math.max(...(await claims()))).toBe(2);
  for (const [index, job] of jobs.entries()) {
    expect(job).toMatchObject({
      status: 'complete',
      attempts: 2,
      report: { ocr_pages: frames, warnings: [] },
    });
    const text = String(await scans[index]?.download(job));
    expect(text.match(/apples and pears/g)).toHaveLength(frames);
    expect(await scans[index]?.usage()).toMatchObject({ jobs: { active: 0 }, operations: { used: 2 } });
  }
});

test('a scan that is cancelled between its parts frees its slot, and no part continues', async () => {
  const { call, finish, table, accountId, jobId, token, usage } = await submitScan();
  const key = keys.pagePart(accountId, jobId, 1, '0000');
  await expect.poll(async () => (await readItem(table, key))?.claims, { timeout: 120_000 }).toBe(1);

  await call({ method: 'POST', path: `/job/${jobId}/cancel`, token });
  const job = await finish(token, jobId);
  await reconcile();

  expect(job).toMatchObject({ status: 'cancelled', output: null });
  expect(await readItem(table, key)).toMatchObject({ part_state: 'open', claims: 1 });
  expect(await usage()).toMatchObject({ jobs: { active: 0 }, operations: { used: 2 } });
});
