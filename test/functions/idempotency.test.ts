import { describe, expect, it, test } from 'vitest';
import { routes } from '../../lib/api/routes.ts';
import { fileStore } from '../../lib/aws/file-store.ts';
import { openObjectStore } from '../../lib/aws/object-store.ts';
import { keys } from '../../lib/aws/table.ts';
import { contentOf } from '../../lib/files/content.ts';
import { formatDetector } from '../../lib/files/format-detector.ts';
import { storeUpload } from '../../lib/files/upload.ts';
import { secretHash } from '../../lib/ids.ts';
import { operationOf } from '../../lib/limits/operation.ts';
import { limitsOf } from '../../lib/plans.ts';
import { filePart, type TestRequest } from '../support/api-event.ts';
import { runsOf } from '../support/long-run.ts';
import { changeItem, readItem } from '../support/table.ts';
import { createTenant } from '../support/tenant.ts';
import { call, service, tenant, token, uploadFile, useApi } from './use-api.ts';

useApi();

const send = (name: string, { headers, ...request }: TestRequest, key?: string, bearer = token) =>
  call(name, {
    method: 'POST',
    token: bearer,
    ...request,
    headers: { ...headers, ...(key === undefined ? {} : { 'Idempotency-Key': key }) },
  });

const operations = async (): Promise<number> => (await tenant.account()).operations;
const activeJobs = async (): Promise<number> => (await tenant.account()).activeJobs;
const callItem = (key: string) => keys.idempotentCall(tenant.accountId, secretHash(key));

describe('a repeated request with an idempotency key', () => {
  const requests: Readonly<Record<string, () => Promise<TestRequest>>> = {
    upload: async () => filePart('Some text.'),
    'create-upload': async () => ({ json: { filename: 'a.txt', size_bytes: 10 } }),
    convert: async () => ({ json: { file_id: await uploadFile(), to: 'pdf', options: { page_size: 'A5' } } }),
    extract: async () => ({ json: { file_id: await uploadFile() } }),
  };

  it.each(Object.keys(requests))('receives the first response again (%s)', async (name) => {
    const request = await (requests[name] ?? expect.fail)();
    const before = await operations();

    const first = await send(name, request, 'key-1');
    const second = await send(name, request, 'key-1');

    expect([first.status < 300, second.status]).toEqual([true, first.status]);
    expect(first.headers['Idempotency-Replayed']).toBeUndefined();
    expect(second.headers['Idempotency-Replayed']).toBe('true');
    expect(second.json.file_id ?? second.json.job_id).toBe(first.json.file_id ?? first.json.job_id);
    expect((await operations()) - before).toBe(1);
  });

  it('receives the same body, whatever the order of its fields', async () => {
    const fileId = await uploadFile();

    const first = await send('convert', { json: { file_id: fileId, to: 'pdf' } }, 'key-1');
    const second = await send('convert', { json: { to: 'pdf', file_id: fileId } }, 'key-1');

    expect(second.json).toEqual(first.json);
    expect(second.headers).toMatchObject({ Location: first.headers.Location, 'Retry-After': '1' });
  });

  it('is answered after its file has expired', async () => {
    const fileId = await uploadFile();
    const json = { file_id: fileId, to: 'pdf' };
    const first = await send('convert', { json }, 'key-1');
    await changeItem(service.table, keys.file(tenant.accountId, fileId), { expires_at: Date.now() - 1 });

    const second = await send('convert', { json }, 'key-1');

    expect([second.status, second.json]).toEqual([202, first.json]);
  });

  it('is answered although the month has no operation left', async () => {
    const first = await send('upload', filePart('Some text.'), 'key-1');
    await tenant.change({ max_operations: 1 });

    const second = await send('upload', filePart('Some text.'), 'key-1');
    const other = await send('upload', filePart('Some text.'), 'key-2');

    expect([second.status, second.json.file_id, other.status]).toEqual([201, first.json.file_id, 429]);
  });

  it('is a new request a day later', async () => {
    const json = { file_id: await uploadFile(), to: 'pdf' };
    const first = await send('convert', { json }, 'key-1');
    await changeItem(service.table, callItem('key-1'), { expires_at: Date.now() });

    const second = await send('convert', { json }, 'key-1');

    expect([second.status, second.headers['Idempotency-Replayed']]).toEqual([202, undefined]);
    expect(second.json.job_id).not.toBe(first.json.job_id);
  });

  it('is a request of its own in another account', async () => {
    const other = await createTenant(service.table);

    const first = await send('upload', filePart('Some text.'), 'key-1');
    const second = await send('upload', filePart('Some text.'), 'key-1', await other.newToken());

    expect([second.status, second.headers['Idempotency-Replayed']]).toEqual([201, undefined]);
    expect(second.json.file_id).not.toBe(first.json.file_id);
  });
});

describe('another request with the same idempotency key', () => {
  const mismatch = {
    error: 'idempotency_mismatch',
    message:
      'Idempotency-Key: this key was used for another request in the last 24 hours. Use a new key for each request.',
  };

  it('is refused and not charged', async () => {
    const fileId = await uploadFile();
    await send('convert', { json: { file_id: fileId, to: 'pdf' } }, 'key-1');
    const before = await operations();

    const answers = [
      await send('convert', { json: { file_id: fileId, to: 'html' } }, 'key-1'),
      ...(await Promise.all(
        [
          { options: { page_size: 'A5' } },
          { webhook_url: 'https://hooks.example/' },
          { deliver_to: 'https://bucket.example/' },
        ].map((more) => send('convert', { json: { file_id: fileId, to: 'pdf', ...more } }, 'key-1')),
      )),
      await send('extract', { json: { file_id: fileId } }, 'key-1'),
      await send('upload', filePart('Some text.'), 'key-1'),
      await send('create-upload', { json: { filename: 'a.txt', size_bytes: 10 } }, 'key-1'),
    ];

    expect(answers.map(({ status, json }) => [status, json])).toEqual(Array(7).fill([422, mismatch]));
    expect(await operations()).toBe(before);
  });

  it('is recognized by the bytes and the name of a file', async () => {
    await send('upload', filePart('Some text.'), 'key-1');

    const answers = [
      await send('upload', filePart('Some text!'), 'key-1'),
      await send('upload', filePart('Some text.', 'b.txt'), 'key-1'),
    ];

    expect(answers.map(({ json }) => json)).toEqual([mismatch, mismatch]);
  });
});

test('a refused request is not recorded', async () => {
  const json = { file_id: await uploadFile(), to: 'nonsense' };

  const refused = await send('convert', { json }, 'key-1');
  const accepted = await send('convert', { json: { ...json, to: 'pdf' } }, 'key-1');

  expect([refused.status, accepted.status]).toEqual([422, 202]);
});

test.each(['', 'ключ', 'a'.repeat(256)])('a malformed key is refused (%#)', async (key) => {
  const { status, json } = await send('upload', filePart('Some text.'), key);

  expect([status, json]).toEqual([
    400,
    {
      error: 'invalid_request',
      message: 'Idempotency-Key: must have 1 to 255 printable ASCII characters. Use a random UUID.',
    },
  ]);
});

test('a key of 255 characters is accepted', async () => {
  expect((await send('upload', filePart('Some text.'), '~'.repeat(255))).status).toBe(201);
});

test('simultaneous equal requests create one job, for one operation, with equal responses', async () => {
  const json = { file_id: await uploadFile(), to: 'pdf' };
  const tokens = await Promise.all(Array.from({ length: 4 }, () => tenant.newToken()));
  const before = await operations();

  const answers = await Promise.all(
    Array.from({ length: runsOf(40, 200) }, (_, index) =>
      send('convert', { json }, 'key-1', tokens[index % 4]),
    ),
  );

  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(answers.filter(({ headers }) => headers['Idempotency-Replayed'] === undefined)).toHaveLength(1);
  expect([(await operations()) - before, await activeJobs()]).toEqual([1, 1]);
});

describe('an upload whose bytes are being stored', () => {
  const dependencies = () => ({
    files: fileStore(service.table),
    objects: openObjectStore(service.table),
    formats: formatDetector,
    retentionSeconds: 7200,
    onLeftover: () => undefined,
  });
  const upload = (put: ReturnType<typeof openObjectStore>['put'], now = Date.now()) =>
    storeUpload(
      {
        operation: operationOf(
          routes.upload,
          { accountId: tenant.accountId, limits: limitsOf('pro') },
          'key-1',
        ),
        filename: 'a.txt',
        content: contentOf(Buffer.from('Some text.')),
      },
      { ...dependencies(), objects: { ...openObjectStore(service.table), put } },
      now,
    );
  const never = () => new Promise<void>(() => undefined);
  const away = () => Promise.reject(new Error('The storage is away'));

  it('refuses repetitions until it has ended', async () => {
    void upload(never);
    await expect.poll(() => readItem(service.table, callItem('key-1'))).toBeDefined();

    const { status, json, headers } = await send('upload', filePart('Some text.'), 'key-1');

    expect([status, json.error, headers['Retry-After']]).toEqual([409, 'idempotency_in_flight', '1']);
  });

  it('is finished by a repetition if its function died', async () => {
    void upload(never, Date.now() - 61_000);
    await expect.poll(() => readItem(service.table, callItem('key-1'))).toBeDefined();
    const before = await operations();

    const answers = await Promise.all([
      send('upload', filePart('Some text.'), 'key-1'),
      send('upload', filePart('Some text.'), 'key-1'),
    ]);

    expect(answers.map(({ status }) => status).toSorted()).toEqual(expect.arrayContaining([201]));
    const [stored] = answers.filter(({ status }) => status === 201);
    expect(await (await fetch(stored?.json.file_url)).text()).toBe('Some text.');
    expect(await operations()).toBe(before);
  });

  it('is forgotten and refunded if the storage fails', async () => {
    await expect(upload(away)).rejects.toThrow('away');

    expect(await operations()).toBe(0);
    const { status, headers } = await send('upload', filePart('Some text.'), 'key-1');
    expect([status, headers['Idempotency-Replayed'], await operations()]).toEqual([201, undefined, 1]);
  });

  it('leaves the bytes alone if it fails after a repetition has taken it over', async () => {
    const failing = Promise.withResolvers<void>();
    const late = upload(() => failing.promise, Date.now() - 61_000);
    await expect.poll(() => readItem(service.table, callItem('key-1'))).toBeDefined();
    const { json } = await send('upload', filePart('Some text.'), 'key-1');

    failing.reject(new Error('The storage is away'));

    await expect(late).rejects.toThrow('away');
    expect(await (await fetch(json.file_url)).text()).toBe('Some text.');
    expect(await operations()).toBe(1);
  });
});
