import { beforeEach, describe, expect, it, test } from 'vitest';
import { fromRan, toExpressRun } from '../../lib/aws/express-message.ts';
import { jobStore } from '../../lib/aws/job-store.ts';
import { keys } from '../../lib/aws/table.ts';
import { newApiKey, newId, newToken, secretHash } from '../../lib/ids.ts';
import { runExpressJob } from '../../lib/jobs/run-job.ts';
import { callFunction, filePart, type TestAnswer, type TestRequest } from '../support/api-event.ts';
import { fakeEffects } from '../support/jobs.ts';
import { changeItem } from '../support/table.ts';
import { functionOf, inForm, service, tenant, token, uploadFile, useApi } from './use-api.ts';

useApi();
beforeEach(() => service.takeCalls());

const count = 'UpdateItem';
const chargeAndPut = ['UpdateItem', 'PutItem'];
/** The charge is a transaction, which its repetition does not count again. */
const chargeAndPutFile = ['TransactWriteItems', 'PutItem'];
const filesPath = '/docforge-bucket/accounts/acct_…/files/file_…';
const incomingPath = '/docforge-bucket/accounts/acct_…/incoming/file_…';

/** The response of a function and its AWS calls. */
const callsOf = async (name: string, request: TestRequest): Promise<[number, string[], TestAnswer]> => {
  const handler = await functionOf(name);
  service.takeCalls();
  const answer = await callFunction(handler, request);
  return [answer.status, service.takeCalls().map(({ operation }) => operation), answer];
};

const submit = async (): Promise<string> => {
  const json = { file_id: await uploadFile(), to: 'pdf' };
  return (await callsOf('convert', { method: 'POST', token, json }))[2].json.job_id;
};

const openAddressWindow = (policy: string, address: string) =>
  changeItem(service.table, keys.address(policy, address), {
    window_count: 0,
    window_ends: Date.now() + 60_000,
    ttl: Math.ceil(Date.now() / 1000) + 120,
  });

test('authenticates and counts a call with a token in one write', async () => {
  const [status, calls] = await callsOf('get-formats', { token });

  expect([status, calls]).toEqual([200, [count]]);
});

test('needs a second write if a call opens a new window of its token', async () => {
  await changeItem(service.table, keys.token(secretHash(token)), { window_ends: Date.now() - 1 });

  const [status, calls] = await callsOf('get-formats', { token });

  expect([status, calls]).toEqual([200, [count, count]]);
});

test('needs one write if the token is over its limit', async () => {
  await changeItem(service.table, keys.token(secretHash(token)), { window_count: 60 });

  const [status, calls] = await callsOf('get-usage', { token });

  expect([status, calls]).toEqual([429, [count]]);
});

test('counts a call without a token by its address in one write', async () => {
  await openAddressWindow('default', '192.0.2.7');

  const [status, calls] = await callsOf('get-open-api', { address: '192.0.2.7' });

  expect([status, calls]).toEqual([200, [count]]);
});

test('reads nothing for a malformed token', async () => {
  await openAddressWindow('default', '192.0.2.8');

  const [status, calls] = await callsOf('get-usage', { token: 'nonsense', address: '192.0.2.8' });

  expect([status, calls]).toEqual([401, [count]]);
});

test('needs one more write for an unknown token', async () => {
  await openAddressWindow('default', '192.0.2.9');

  const [status, calls] = await callsOf('get-usage', { token: newToken(), address: '192.0.2.9' });

  expect([status, calls]).toEqual([401, [count, count]]);
});

test('exchanges a key for a token in three calls, four if that opens a window', async () => {
  const request = { method: 'POST', json: { api_key: tenant.apiKey }, address: '192.0.2.10' };

  const opening = await callsOf('authorize', request);
  const next = await callsOf('authorize', request);

  expect(opening.slice(0, 2)).toEqual([200, [count, count, 'GetItem', 'TransactWriteItems']]);
  expect(next.slice(0, 2)).toEqual([200, [count, 'GetItem', 'TransactWriteItems']]);
});

test('does not look up a key with a wrong checksum', async () => {
  await openAddressWindow('authorize', '192.0.2.11');
  const json = { api_key: `df_live_${'0'.repeat(32)}` };

  const [status, calls] = await callsOf('authorize', { method: 'POST', json, address: '192.0.2.11' });

  expect([status, calls]).toEqual([401, [count]]);
});

test('looks up an unknown key once', async () => {
  await openAddressWindow('authorize', '192.0.2.12');
  const json = { api_key: newApiKey() };

  const [status, calls] = await callsOf('authorize', { method: 'POST', json, address: '192.0.2.12' });

  expect([status, calls]).toEqual([401, [count, 'GetItem']]);
});

test('stores an upload with its charge and two puts', async () => {
  const [status, calls] = await callsOf('upload', { method: 'POST', token, ...filePart('Some text.') });

  expect([status, calls]).toEqual([201, [count, ...chargeAndPutFile, `PUT ${filesPath}`]]);
});

test('needs one more transaction if an upload opens the month', async () => {
  await tenant.change({ month: '2020-01' });

  const [status, calls] = await callsOf('upload', { method: 'POST', token, ...filePart('Some text.') });

  expect([status, calls]).toEqual([
    201,
    [count, 'TransactWriteItems', ...chargeAndPutFile, `PUT ${filesPath}`],
  ]);
});

test('does not store an upload over the monthly limit', async () => {
  await tenant.change({ operations: 25_000 });

  const [status, calls] = await callsOf('upload', { method: 'POST', token, ...filePart('Some text.') });

  expect([status, calls]).toEqual([429, [count, 'TransactWriteItems']]);
});

test('refuses an upload without a file before it accesses storage', async () => {
  const [status, calls] = await callsOf('upload', { method: 'POST', token, ...filePart('') });

  expect([status, calls]).toEqual([400, [count]]);
});

test('creates a presigned upload with its charge and one put, because signing is local', async () => {
  const json = { filename: 'a.txt', size_bytes: 10 };

  const [status, calls] = await callsOf('create-upload', { method: 'POST', token, json });

  expect([status, calls]).toEqual([201, [count, ...chargeAndPutFile]]);
});

test.each([
  ['convert', { to: 'pdf' }],
  ['convert', { from: 'text', to: 'pdf' }],
  ['extract', {}],
  ['extract', { format: 'chunks' }],
])('accepts a job with one read, a charge, one put and one message: %s %j', async (name, body) => {
  const json = { file_id: await uploadFile(), ...body };

  const [status, calls] = await callsOf(name, { method: 'POST', token, json });

  expect([status, calls]).toEqual([202, [count, 'GetItem', ...chargeAndPut, 'SendMessage']]);
});

test.each([
  ['a missing file', () => newId('file', Date.now()), 404],
  ['a different source format', () => uploadFile(), 422],
])('refuses %s with one read', async (_title, fileOf, expected) => {
  const json = { file_id: await fileOf(), from: 'pdf', to: 'text' };

  const [status, calls] = await callsOf('convert', { method: 'POST', token, json });

  expect([status, calls]).toEqual([expected, [count, 'GetItem']]);
});

test.each([
  ['a malformed id', { file_id: 'nonsense', to: 'pdf' }, 404],
  ['an unknown target', { file_id: newId('file', 0), from: 'pdf', to: 'nonsense' }, 422],
  ['an unknown field', { file_id: newId('file', 0), too: 'pdf' }, 400],
])('refuses %s without any call of its own', async (_title, json, expected) => {
  const [status, calls] = await callsOf('convert', { method: 'POST', token, json });

  expect([status, calls]).toEqual([expected, [count]]);
});

test('checks a presigned upload once, when the first job uses it', async () => {
  const announced = await callsOf('create-upload', {
    method: 'POST',
    token,
    json: { filename: 'a.txt', size_bytes: 10 },
  });
  const { file_id, upload } = announced[2].json;
  const form = new FormData();
  for (const [name, value] of Object.entries<string>(upload.fields)) form.append(name, value);
  form.append('file', new Blob(['Some text.']));
  await fetch(upload.url, { method: 'POST', body: form });
  const json = { file_id, to: 'pdf' };

  const first = await callsOf('convert', { method: 'POST', token, json });
  const second = await callsOf('convert', { method: 'POST', token, json });

  expect(first.slice(0, 2)).toEqual([
    202,
    [
      count,
      'GetItem',
      `GET ${incomingPath}`,
      `PUT ${filesPath}`,
      'UpdateItem',
      `DELETE ${incomingPath}`,
      ...chargeAndPut,
      'SendMessage',
    ],
  ]);
  expect(second.slice(0, 2)).toEqual([202, [count, 'GetItem', ...chargeAndPut, 'SendMessage']]);
});

test('stores a file and submits its job in one call', async () => {
  const form = Buffer.concat([
    Buffer.from('--of-the-test\r\nContent-Disposition: form-data; name="to"\r\n\r\npdf\r\n'),
    filePart('Some text.').body ?? expect.fail(),
  ]);
  const request = { ...filePart('Some text.'), method: 'POST', token, body: form };

  const [status, calls] = await callsOf('convert', request);

  expect([status, calls]).toEqual([
    202,
    [count, 'UpdateItem', 'PutItem', 'PutItem', `PUT ${filesPath}`, 'SendMessage'],
  ]);
});

describe('an express call', () => {
  const express = { Prefer: 'wait=5' };
  const worker = '/2015-03-31/functions/standard/invocations';

  it.each<[string, Readonly<Record<string, string>>, string[], string[]]>([
    ['after their charge', {}, ['UpdateItem', 'PutItem', 'PutItem'], []],
    [
      'in one transaction, with a get and an update more for its key',
      { 'Idempotency-Key': 'key-1' },
      ['GetItem', 'TransactWriteItems'],
      ['UpdateItem'],
    ],
  ])('creates the file and its job %s, and invokes the worker', async (_, headers, before, after) => {
    service.setWorker(async (event) => ({ job: (event as { express_job: unknown }).express_job }));
    const form = inForm({ to: 'pdf' });
    const request = {
      ...form,
      method: 'POST',
      token,
      headers: { ...form.headers, ...express, ...headers },
    };

    const [, calls] = await callsOf('convert', request);
    service.setWorker(undefined);

    // The file is stored while the worker converts.
    expect(calls.slice(0, 1 + before.length)).toEqual([count, ...before]);
    expect(calls.slice(1 + before.length).toSorted()).toEqual([
      `POST ${worker}`,
      `PUT ${filesPath}`,
      ...after,
    ]);
  });

  it('charges a job whose result it returns, stores it once and frees its slot, and stores no object', async () => {
    service.setWorker(async (event) => {
      const run = toExpressRun(event);
      const convert = async () => ({
        bytes: Buffer.from('Some text.'),
        mimeType: 'text/plain',
        extension: 'txt',
        report: {},
      });
      const effects = fakeEffects({ now: Date.now() }, { convert });
      return fromRan(await runExpressJob(run, jobStore(service.table), effects, expect.fail));
    });
    const form = inForm({ to: 'pdf' });
    const headers = { ...form.headers, ...express, Accept: 'text/plain' };

    const [status, calls] = await callsOf('convert', { ...form, method: 'POST', token, headers });
    service.setWorker(undefined);

    expect([status, calls]).toEqual([200, [count, 'UpdateItem', `POST ${worker}`, 'PutItem', 'UpdateItem']]);
  });

  it('sends the job to the queue with two calls more if the worker is throttled', async () => {
    const form = inForm({ to: 'pdf' });
    const headers = { ...form.headers, Prefer: 'wait=1' };

    const [status, calls] = await callsOf('convert', { ...form, method: 'POST', token, headers });

    expect(status).toBe(202);
    expect(calls.slice(0, 4)).toEqual([count, ...chargeAndPut, 'PutItem']);
    expect(calls.slice(4, 6).toSorted()).toEqual([`POST ${worker}`, `PUT ${filesPath}`]);
    expect(calls.slice(6, 8)).toEqual([count, 'SendMessage']);
  });
});

test.each(['convert', 'extract'])('reads the file and the account for a dry run (%s)', async (name) => {
  const json = { file_id: await uploadFile(), ...(name === 'convert' ? { to: 'pdf' } : {}), dry_run: true };

  const [status, calls] = await callsOf(name, { method: 'POST', token, json });

  expect([status, calls]).toEqual([200, [count, 'GetItem', 'GetItem']]);
});

test('reads the account too for a job with several steps', async () => {
  const json = { file_id: await uploadFile(), steps: [{ to: 'pdf' }, { to: 'png' }] };

  const [status, calls] = await callsOf('convert', { method: 'POST', token, json });

  expect([status, calls]).toEqual([202, [count, 'GetItem', 'GetItem', ...chargeAndPut, 'SendMessage']]);
});

describe('with an idempotency key', () => {
  const headers = { 'Idempotency-Key': 'key-1' };

  it.each(['convert', 'extract'])('looks up the first call once (%s)', async (name) => {
    const json = { file_id: await uploadFile(), ...(name === 'convert' ? { to: 'pdf' } : {}) };

    const first = await callsOf(name, { method: 'POST', token, json, headers });
    const second = await callsOf(name, { method: 'POST', token, json, headers });

    expect(first.slice(0, 2)).toEqual([
      202,
      [count, 'GetItem', 'GetItem', 'TransactWriteItems', 'SendMessage'],
    ]);
    expect(second.slice(0, 2)).toEqual([202, [count, 'GetItem']]);
  });

  it('stores the bytes of an upload once', async () => {
    const part = filePart('Some text.');
    const request = { method: 'POST', token, ...part, headers: { ...part.headers, ...headers } };

    const first = await callsOf('upload', request);
    const second = await callsOf('upload', request);

    expect(first.slice(0, 2)).toEqual([201, [count, 'TransactWriteItems', `PUT ${filesPath}`, 'UpdateItem']]);
    expect(second.slice(0, 2)).toEqual([201, [count, 'TransactWriteItems', 'GetItem']]);
  });
});

test('reads a file with one get, lists files with one query, deletes one with four calls', async () => {
  const id = await uploadFile();

  const calls = [
    await callsOf('get-file', { token, id }),
    await callsOf('list-files', { token }),
    await callsOf('delete-file', { method: 'DELETE', token, id }),
  ];

  // The bytes are deleted in parallel.
  expect(calls.map(([status, made]) => [status, made.toSorted()])).toEqual([
    [200, ['GetItem', count]],
    [200, ['Query', count]],
    [204, [`DELETE ${filesPath}`, `DELETE ${incomingPath}`, 'DeleteItem', 'GetItem', count]],
  ]);
});

test('deletes a job with a get, a deletion for each attempt and an update', async () => {
  const id = await submit();
  await changeItem(service.table, keys.job(tenant.accountId, id), { job_status: 'failed', attempts: 2 });

  const [status, calls] = await callsOf('delete-job', { method: 'DELETE', token, id });

  const path = '/docforge-bucket/accounts/acct_…/results/job_…';
  expect([status, calls.toSorted()]).toEqual([
    204,
    [`DELETE ${path}/1`, `DELETE ${path}/2`, 'GetItem', 'UpdateItem', count],
  ]);
});

test('reads a queued job with one get', async () => {
  const id = await submit();

  const [status, calls] = await callsOf('get-job', { token, id });

  expect([status, calls]).toEqual([200, [count, 'GetItem']]);
});

test('signs the URL of a result without a call', async () => {
  const id = await submit();
  await changeItem(service.table, keys.job(tenant.accountId, id), {
    job_status: 'complete',
    job_output: { objectKey: 'k', filename: 'a.pdf', mimeType: 'application/pdf', sizeBytes: 1, sha256: '' },
  });

  const job = await callsOf('get-job', { token, id });
  const result = await callsOf('get-result', { token, id });

  expect(job.slice(0, 2)).toEqual([200, [count, 'GetItem']]);
  expect(job[2].json.output_url).toContain('X-Amz-Signature=');
  expect(result.slice(0, 2)).toEqual([303, [count, 'GetItem']]);
});

test('does not look up a malformed job id', async () => {
  const [status, calls] = await callsOf('get-job', { token, id: 'nonsense' });

  expect([status, calls]).toEqual([404, [count]]);
});

test('reads the usage with one get', async () => {
  const [status, calls] = await callsOf('get-usage', { token });

  expect([status, calls]).toEqual([200, [count, 'GetItem']]);
});

test('counts a health check and an unknown path', async () => {
  const address = '192.0.2.201';
  await callsOf('health', { address });

  for (const [name, expected] of [
    ['health', 200],
    ['answer-unrouted', 404],
  ] as const) {
    const [status, calls] = await callsOf(name, { address, path: `/${name}` });
    expect([status, calls]).toEqual([expected, ['UpdateItem']]);
  }
});
