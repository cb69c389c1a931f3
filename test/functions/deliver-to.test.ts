import { describe, expect, it } from 'vitest';
import { keys } from '../../lib/aws/table.ts';
import { readItem } from '../support/table.ts';
import { call, inForm, service, tenant, uploadFile, useApi } from './use-api.ts';

useApi();

const url = 'https://bucket.example/result?X-Amz-Signature=secret';

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
});
