import { afterAll, expect, test } from 'vitest';
import { monthOf, nextMonth } from '../../lib/accounts/account.ts';
import { setPlan } from '../../lib/accounts/manage-accounts.ts';
import { accountStore } from '../../lib/aws/account-store.ts';
import { jobStore } from '../../lib/aws/job-store.ts';
import { keys } from '../../lib/aws/table.ts';
import { failAbandonedJob } from '../../lib/jobs/abandoned-job.ts';
import { changeItem } from '../support/table.ts';
import { type Answer, multipart } from './support/client.ts';
import { simplePdf } from './support/documents.ts';
import { startIdleStack } from './support/idle-stack.ts';
import { createTenant, type Tenant } from './support/tenant.ts';

// Its jobs stay queued, so a slot is freed only by a test.
const idle = await startIdleStack();
const stack = idle.describe();
afterAll(() => idle.close());

const pdf = simplePdf(['x']);
const filePart = multipart([{ name: 'file', filename: 'a.pdf', content: pdf }]);
const usage = async (tenant: Tenant, token: string) => (await tenant.call({ path: '/usage', token })).json;
const lastMonth = (): string => monthOf(Date.now() - 32 * 86_400_000);

test('returns the usage of the account', async () => {
  const tenant = await createTenant(stack, 'free');
  const token = await tenant.authorize();
  const fileId = await tenant.upload(token, pdf);
  await tenant.submit(token, '/extract', { file_id: fileId });

  expect(await usage(tenant, token)).toEqual({
    plan: 'free',
    operations: { used: 2, limit: 50, resets_at: new Date(nextMonth(Date.now())).toISOString() },
    jobs: { active: 1, max: 3 },
    keys: { used: 1, max: 2 },
    files: { max_bytes: 26_214_400, max_upload_bytes: 26_214_400 },
  });
});

test('accepts exactly 3 of 200 conversions, 50 at once, on a plan with 3 slots', async () => {
  const tenant = await createTenant(stack, 'free');
  const tokens = await Promise.all(Array.from({ length: 4 }, () => tenant.authorize()));
  const fileId = await tenant.upload(tokens[0] ?? '', pdf);

  const answers: Answer[] = [];
  const sent = Array.from({ length: 200 }).keys();
  const send = async (): Promise<void> => {
    for (const index of sent)
      answers.push(
        await tenant.call({
          path: '/convert',
          token: tokens[index % 4] ?? '',
          json: { file_id: fileId, to: 'text' },
        }),
      );
  };
  // All 200 at once would take a slow machine longer than API Gateway waits for an answer.
  await Promise.all(Array.from({ length: 50 }, send));

  const count = (wanted: number): number => answers.filter(({ status }) => status === wanted).length;
  // With the bodies of any other answers.
  const others = answers.filter(({ status }) => status !== 202 && status !== 429).map(({ json }) => json);
  expect({ accepted: count(202), refused: count(429), others }).toEqual({
    accepted: 3,
    refused: 197,
    others: [],
  });
  for (const { json, headers } of answers.filter(({ status }) => status === 429)) {
    expect(json).toEqual({ error: 'Too many active jobs (3/3). Wait for current jobs to finish.' });
    expect(headers['retry-after']).toBe('2');
  }
  const fresh = await tenant.authorize();
  expect(await usage(tenant, fresh)).toMatchObject({ operations: { used: 4 }, jobs: { active: 3, max: 3 } });
});

test.each(['/upload', '/uploads', '/convert', '/extract'])(
  'refuses %s beyond the monthly limit, and nothing else',
  async (path) => {
    const tenant = await createTenant(stack, 'free');
    const token = await tenant.authorize();
    const fileId = await tenant.upload(token, pdf);
    const account = keys.account(tenant.accountId);
    const bodies: Record<string, object> = {
      '/upload': filePart,
      '/uploads': { json: { filename: 'a', size_bytes: 1 } },
      '/convert': { json: { file_id: fileId, to: 'text' } },
      '/extract': { json: { file_id: fileId } },
    };

    await changeItem(tenant.table, account, { operations: 49 });
    const last = await tenant.call({ path, token, ...bodies[path] });
    const over = await tenant.call({ path, token, ...bodies[path] });

    expect([201, 202]).toContain(last.status);
    expect(over.status).toBe(429);
    expect(over.json).toEqual({ error: 'Monthly usage limit reached (50). Upgrade your plan for more.' });
    const seconds = (nextMonth(Date.now()) - Date.now()) / 1000;
    expect(Math.abs(Number(over.headers['retry-after']) - seconds)).toBeLessThan(60);
    expect(await usage(tenant, token)).toMatchObject({ operations: { used: 50, limit: 50 } });
  },
);

test('resets the count when a month begins', async () => {
  const tenant = await createTenant(stack, 'free');
  const token = await tenant.authorize();
  await changeItem(tenant.table, keys.account(tenant.accountId), { operations: 50, month: lastMonth() });

  const before = await usage(tenant, token);
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => tenant.call({ path: '/upload', token, ...filePart })),
  );

  expect(before.operations.used).toBe(0);
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 201));
  expect((await usage(tenant, token)).operations.used).toBe(10);
});

test('accepts more jobs as soon as the account has a larger plan', async () => {
  const tenant = await createTenant(stack, 'free');
  const token = await tenant.authorize();
  const fileId = await tenant.upload(token, pdf);
  const submit = () => tenant.call({ path: '/extract', token, json: { file_id: fileId } });
  for (let job = 0; job < 3; job += 1) await submit();

  const refused = await submit();
  await setPlan({ accountId: tenant.accountId, plan: 'starter' }, accountStore(tenant.table));
  const accepted = await submit();

  expect([refused.status, accepted.status]).toEqual([429, 202]);
  expect(await usage(tenant, token)).toMatchObject({ plan: 'starter', jobs: { active: 4, max: 20 } });
});

test('frees the slot of an abandoned job and refunds its operation', async () => {
  const tenant = await createTenant(stack, 'free');
  const token = await tenant.authorize();
  const fileId = await tenant.upload(token, pdf);
  const jobId = await tenant.submit(token, '/extract', { file_id: fileId });
  const store = jobStore(tenant.table);
  const before = await usage(tenant, token);

  const job = await store.get(tenant.accountId, jobId);
  expect(job !== undefined && (await failAbandonedJob(job, store, Date.now()))).toBe(true);
  expect(job !== undefined && (await failAbandonedJob(job, store, Date.now()))).toBe(false);

  expect(before).toMatchObject({ operations: { used: 2 }, jobs: { active: 1 } });
  expect(await usage(tenant, token)).toMatchObject({ operations: { used: 1 }, jobs: { active: 0 } });
  expect((await tenant.call({ path: `/job/${jobId}`, token })).json).toMatchObject({
    status: 'failed',
    error: { code: 'internal_error', retryable: true },
  });
});

test('returns 503 with Retry-After while a function is throttled', async () => {
  const health = Object.keys(stack.functions).find((id) => id.startsWith('HealthFunction'));
  const concurrency = `${stack.endpoints.lambda}/2017-10-31/functions/${health}/concurrency`;
  await fetch(concurrency, { method: 'PUT', body: '{"ReservedConcurrentExecutions":0}' });

  const throttled = await fetch(`${stack.baseUrl}/health`);

  expect([throttled.status, throttled.headers.get('retry-after')]).toEqual([503, '1']);
  expect(throttled.headers.get('x-request-id')).toEqual(expect.any(String));
  expect(await throttled.json()).toEqual({
    error: 'temporarily_unavailable',
    message: 'The service is busy. Send the request again after the seconds in Retry-After.',
  });
  await fetch(concurrency, { method: 'DELETE' });
  expect((await fetch(`${stack.baseUrl}/health`)).status).toBe(200);
});
