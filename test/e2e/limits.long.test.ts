import { afterAll, expect, test } from 'vitest';
import { nextMonth } from '../../lib/accounts/account.ts';
import type { Answer } from './support/client.ts';
import { simplePdf } from './support/documents.ts';
import { startIdleStack } from './support/idle-stack.ts';
import { createTenant, type Tenant } from './support/tenant.ts';

// Its jobs stay queued, so a slot is freed only by a test.
const idle = await startIdleStack();
const stack = idle.describe();
afterAll(() => idle.close());

const pdf = simplePdf(['x']);
const usage = async (tenant: Tenant, token: string) => (await tenant.call({ path: '/usage', token })).json;

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
