import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { fileStore } from '../../lib/aws/file-store.ts';
import { keys } from '../../lib/aws/table.ts';
import { newId } from '../../lib/ids.ts';
import { submitJob, textFile } from '../support/jobs.ts';
import { programEnvironment } from '../support/program-environment.ts';
import { changeItem } from '../support/table.ts';
import { createTenant, type Tenant } from './support/tenant.ts';

const stack = inject('stack');

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docforge-export-'));
  await writeFile(join(folder, 'stack.json'), JSON.stringify(stack));
});

afterAll(() => rm(folder, { recursive: true }));

const exportTo = (accountId: string, output: string) => {
  const { promise, resolve } = Promise.withResolvers<{ exitCode: number | null; printed: string }>();
  const env = programEnvironment({ DOCFORGE_DATA_DIR: folder });
  const options = ['admin/cli.ts', 'export-account', '--account', accountId, '--output', output];
  const child = execFile(process.execPath, options, { env }, (_error, stdout, stderr) =>
    resolve({ exitCode: child.exitCode, printed: stdout + stderr }),
  );
  return promise;
};

/** Uses each part of the service once. */
const use = async (tenant: Tenant, content: string) => {
  const token = await tenant.authorize();
  const { json: webhook } = await tenant.call({
    path: '/webhooks',
    token,
    json: { url: 'https://receiver.invalid/', events: ['job.failed'] },
  });
  await tenant.call({ method: 'POST', path: `/webhooks/${webhook.webhook_id}/test`, token });
  const fileId = await tenant.upload(token, content, `${content}.txt`);
  const jobId = await tenant.submit(token, '/convert', { file_id: fileId, to: 'html' });
  await tenant.finish(token, jobId);
  return { token, webhook, fileId, jobId };
};

test('contains all data of an account, nothing of another one, and no secret', async () => {
  const [tenant, other] = [await createTenant(stack), await createTenant(stack)];
  const [own, others] = [await use(tenant, 'mine'), await use(other, 'theirs')];
  // Two pages of files and of jobs.
  const now = Date.now();
  const { accountId, table } = tenant;
  await changeItem(table, keys.account(accountId), { max_active_jobs: 200 });
  for (let count = 0; count < 120; count += 1) {
    await fileStore(table).create(textFile({ accountId }, newId('file', now), now));
    await submitJob(table, { accountId }, now, { status: 'cancelled', completedAt: now });
  }
  const output = join(folder, 'export.json');

  const first = await exportTo(accountId, output);
  const text = await readFile(output, 'utf8');
  const second = await exportTo(accountId, output);

  expect(first).toEqual({ exitCode: 0, printed: '' });
  expect((await stat(output)).mode & 0o777).toBe(0o600);
  expect(second).toEqual({ exitCode: 1, printed: expect.stringContaining('exists. Choose another file') });
  expect(await readFile(output, 'utf8')).toBe(text);
  const exported = JSON.parse(text);
  expect(exported).toMatchObject({
    account_id: accountId,
    email: expect.stringContaining('@example.test'),
    user: null,
    payment_customers: [],
    usage: { plan: 'pro', operations: { used: 242 }, jobs: { active: 120 } },
    keys: [{ key_id: tenant.keyId, name: 'test', revoked_at: null }],
    webhooks: [{ webhook_id: own.webhook.webhook_id, url: 'https://receiver.invalid/' }],
    deliveries: [{ webhook_id: own.webhook.webhook_id }],
  });
  expect(exported.files).toHaveLength(121);
  expect(exported.jobs).toHaveLength(121);
  const file = exported.files.find((each: { file_id: string }) => each.file_id === own.fileId);
  const job = exported.jobs.find((each: { job_id: string }) => each.job_id === own.jobId);
  expect(await (await fetch(file.file_url)).text()).toBe('mine');
  expect(await (await fetch(job.output_url)).text()).toContain('mine');
  const secrets = [tenant.apiKey, own.token, own.webhook.secret];
  const foreign = [other.accountId, others.fileId, others.jobId, others.webhook.webhook_id, 'theirs'];
  expect([...secrets, ...foreign].filter((each) => text.includes(each))).toEqual([]);
});
