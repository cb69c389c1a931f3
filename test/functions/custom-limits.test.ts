import { beforeEach, expect, test } from 'vitest';
import { authorize } from '../../lib/accounts/authorize.ts';
import { accountStore } from '../../lib/aws/account-store.ts';
import { keys } from '../../lib/aws/table.ts';
import { tokenStore } from '../../lib/aws/token-store.ts';
import { waitingCalls } from '../../lib/aws/waiting-calls.ts';
import type { TestRequest } from '../support/api-event.ts';
import { filePart } from '../support/api-event.ts';
import { passTimeFaster } from '../support/faster-time.ts';
import { readItem } from '../support/table.ts';
import { call as callWith, inForm, service, tenant, useApi } from './use-api.ts';

useApi('free');

let token: string;

/** Those of the support have calls of a window that began before the limits were set. */
const newToken = () => authorize(tenant.apiKey, tokenStore(service.table), Date.now());
const call = (name: string, request: TestRequest) => callWith(name, { token, ...request });

beforeEach(async () => {
  const account = { accountId: tenant.accountId, plan: 'free' } as const;
  const limits = { maxFileBytes: 10, maxResultBytes: 1000, maxWaits: 1 };
  await accountStore(service.table).setLimits(account, limits);
  token = await newToken();
});

test('of the file size binds uploads, forms and presigned uploads, and is shown', async () => {
  const post = { method: 'POST' };
  const presign = (size: number) =>
    call('create-upload', { ...post, json: { filename: 'a.txt', size_bytes: size } });

  const accepted = [await call('upload', { ...post, ...filePart('Ten bytes.') }), await presign(10)];
  const refused = [
    await call('upload', { ...post, ...filePart('Ten bytes..') }),
    await presign(11),
    await call('convert', { ...post, ...inForm({ to: 'pdf' }, 'Ten bytes..') }),
    await call('extract', { ...post, ...inForm({ format: 'text' }, 'Ten bytes..') }),
    await call('extract', { ...post, ...inForm({ format: 'text', dry_run: 'true' }, 'Ten bytes..') }),
  ];
  const { json } = await call('get-usage', {});

  expect(accepted.map(({ status }) => status)).toEqual([201, 201]);
  for (const answer of refused)
    expect([answer.status, answer.json]).toEqual([
      413,
      expect.objectContaining({ error: 'file_too_large', message: expect.stringContaining('10 bytes') }),
    ]);
  expect(json.files).toEqual({ max_bytes: 10, max_upload_bytes: 10 });
});

test('of file and result size are those of each job', async () => {
  const bodies = [inForm({ to: 'pdf' }), { json: { file_url: 'https://example.com/a.txt', to: 'pdf' } }];
  for (const body of bodies) {
    const { json } = await call('convert', { method: 'POST', ...body });
    expect(await readItem(service.table, keys.job(tenant.accountId, json.job_id))).toMatchObject({
      max_file_bytes: 10,
      max_result_bytes: 1000,
    });
  }
});

test('of waiting calls refuses the second one, of any token', async () => {
  passTimeFaster();
  const { json } = await call('convert', { method: 'POST', ...inForm({ to: 'pdf' }) });
  const waits = waitingCalls(service.table);
  const waiting = { id: 'a', until: Date.now() + 60_000 };
  await waits.add(tenant.accountId, waiting, 1, Date.now());
  const read = { id: json.job_id, query: { wait: '5' } };
  const other = { ...read, token: await newToken() };

  const [refused, ofOther] = [await call('get-job', read), await call('get-job', other)];

  for (const answer of [refused, ofOther])
    expect([answer.status, answer.json.error]).toEqual([
      429,
      'Too many waiting calls (1/1). Read the job without waiting, or upgrade your plan for more.',
    ]);
});
