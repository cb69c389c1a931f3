import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { keys } from '../../lib/aws/table.ts';
import type { ApiFunction } from '../../lib/http/api-handler.ts';
import { callFunction, filePart, type TestAnswer, type TestRequest } from '../support/api-event.ts';
import { loadFunctions } from '../support/load-functions.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { readItem } from '../support/table.ts';
import { createTenant, type TestTenant } from '../support/tenant.ts';

let service: TestService;
let functions: Readonly<Record<string, ApiFunction>>;
let tenant: TestTenant;
let token: string;

beforeAll(async () => {
  service = await startTestService();
  functions = await loadFunctions(['upload', 'convert', 'extract', 'get-job', 'list-jobs']);
});

afterAll(() => service.close());

beforeEach(async () => {
  tenant = await createTenant(service.table);
  token = await tenant.newToken();
});

const call = (name: string, request: TestRequest): Promise<TestAnswer> =>
  callFunction(functions[name] ?? expect.fail(), { token, ...request });

const uploadFile = async (): Promise<string> =>
  (await call('upload', { method: 'POST', ...filePart('Some text.') })).json.file_id;

const url = 'https://bucket.example/result?X-Amz-Signature=secret';

const inForm = (fields: Readonly<Record<string, string>>): TestRequest => {
  const texts = Object.entries(fields).map(
    ([name, text]) => `--of-the-test\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`,
  );
  const part = filePart('Some text.');
  return { ...part, body: Buffer.concat([Buffer.from(texts.join('')), part.body ?? Buffer.alloc(0)]) };
};

describe('deliver_to', () => {
  it.each([
    ['convert', { to: 'pdf' }],
    ['extract', {}],
  ] as const)('is stored on the job, and in no response (%s)', async (name, body) => {
    const answers = [
      await call(name, { method: 'POST', json: { file_id: await uploadFile(), deliver_to: url, ...body } }),
      await call(name, { method: 'POST', ...inForm({ deliver_to: url, ...body }) }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([202, 202]);
    for (const { json } of answers) {
      const item = await readItem(service.table, keys.job(tenant.accountId, json.job_id));
      expect(item).toMatchObject({ deliver_to: url });
      const job = await call('get-job', { id: json.job_id });
      expect(job.json).toMatchObject({ status: 'queued', delivery: { status: 'pending' } });
      expect(job.text).not.toContain('bucket.example');
    }
    expect((await call('list-jobs', {})).text).not.toContain('bucket.example');
  });

  it.each([
    ['http://bucket.example/', 'must be an https URL.'],
    ['https://127.0.0.1/', '127.0.0.1 is not on the public internet. Use a public host name.'],
    ['https://[::1]/', '::1 is not on the public internet. Use a public host name.'],
    [
      'https://169.254.169.254/latest',
      '169.254.169.254 is not on the public internet. Use a public host name.',
    ],
    ['https://a:b@bucket.example/', 'must not contain a user name or password. Send a presigned address.'],
    ['ftp://bucket/key', 'must be an https URL.'],
    ['nonsense', 'must be an https URL.'],
    [`https://bucket.example/${'a'.repeat(16_384)}`, 'must be at most 16384 characters.'],
    [7, 'must be a string, not 7.'],
  ])('is refused as %.40s, before anything is charged, of a dry run too', async (deliver_to, problem) => {
    const json = { file_id: await uploadFile(), to: 'pdf', deliver_to };
    const { operations } = await tenant.account();

    const answers = [
      await call('convert', { method: 'POST', json }),
      await call('convert', { method: 'POST', json: { ...json, dry_run: true } }),
    ];

    for (const { status, json: refused } of answers)
      expect([status, refused.error, refused.message]).toEqual([
        400,
        'invalid_request',
        `deliver_to: ${problem}`,
      ]);
    expect((await tenant.account()).operations).toBe(operations);
  });

  it('is part of what an idempotency key repeats', async () => {
    const file_id = await uploadFile();
    const headers = { 'Idempotency-Key': 'key-1' };
    const submit = (more: object) =>
      call('convert', { method: 'POST', headers, json: { file_id, to: 'pdf', ...more } });

    const answers = [
      await submit({ deliver_to: url }),
      await submit({ deliver_to: url }),
      await submit({ deliver_to: `${url}2` }),
      await submit({}),
    ];

    expect(answers.map(({ status }) => status)).toEqual([202, 202, 422, 422]);
    expect(answers[1]?.json.job_id).toBe(answers[0]?.json.job_id);
  });
});
