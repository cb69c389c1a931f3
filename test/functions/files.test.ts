import { describe, expect, it, test } from 'vitest';
import { file as fileSchema, files as filesSchema } from '../../lib/api/file-schemas.ts';
import { openObjectStore } from '../../lib/aws/object-store.ts';
import { keys } from '../../lib/aws/table.ts';
import { fileObjectKey } from '../../lib/files/file.ts';
import { newId } from '../../lib/ids.ts';
import { filePart } from '../support/api-event.ts';
import { storeFile } from '../support/jobs.ts';
import { changeItem } from '../support/table.ts';
import { createTenant } from '../support/tenant.ts';
import { call, service, tenant, useApi } from './use-api.ts';

useApi();

const upload = async (text = 'Some text.', name = 'a.txt') =>
  (await call('upload', { method: 'POST', ...filePart(text, name) })).json;
const expire = (fileId: string) =>
  changeItem(service.table, keys.file(tenant.accountId, fileId), { expires_at: Date.now() - 1 });
const notFound = (fileId: string) => [
  404,
  { error: 'file_not_found', message: `No file "${fileId}" in this account.` },
];

describe('GET /file/{id}', () => {
  it('returns the properties of an upload and a URL of its bytes', async () => {
    const uploaded = await upload('Some text.', 'note.txt');

    const { status, json } = await call('get-file', { id: uploaded.file_id });

    expect(status).toBe(200);
    expect(json).toEqual({
      ...uploaded,
      file_url: expect.stringContaining('X-Amz-Signature'),
      format: 'text',
      sha256: '13b4c5aecd1b6d749afcee968fbf9c80f1ed1bbdbe1aaf25cb34ebd01144bbe9',
    });
    expect(fileSchema.strict().parse(json)).toEqual(json);
    const stored = await fetch(json.file_url);
    expect(await stored.text()).toBe('Some text.');
    expect(stored.headers.get('cache-control')).toBe('private, no-store');
  });

  it('returns a presigned upload that no job has used without format and URL', async () => {
    const { json: created } = await call('create-upload', {
      method: 'POST',
      json: { filename: 'a.pdf', size_bytes: 10 },
    });

    const { json } = await call('get-file', { id: created.file_id });

    expect(json).toMatchObject({
      filename: 'a.pdf',
      size_bytes: 10,
      format: null,
      mime_type: null,
      sha256: null,
    });
    expect(json).not.toHaveProperty('file_url');
  });

  it('reports an expired file', async () => {
    const { file_id: fileId } = await upload();
    await expire(fileId);

    const { status, json } = await call('get-file', { id: fileId });

    expect([status, json]).toEqual([
      410,
      { error: 'file_expired', message: `${fileId} has expired. Upload it again.` },
    ]);
  });

  it.each(['get-file', 'delete-file'])('is 404 for unknown, malformed and foreign ids (%s)', async (name) => {
    const other = await createTenant(service.table);
    const foreign = await storeFile(service.table, other, Date.now());

    for (const id of [newId('file', Date.now()), 'file_1', 'job_01KAGB', foreign]) {
      const { status, json } = await call(name, { id });
      expect([status, json]).toEqual(notFound(id));
    }
    expect((await call('get-file', { id: foreign, token: await other.newToken() })).status).toBe(200);
  });
});

describe('GET /files', () => {
  it('lists the files of the account as GET /file/{id} returns them, newest first, in pages', async () => {
    const uploads = [await upload('1'), await upload('2'), await upload('3')];
    await storeFile(service.table, await createTenant(service.table), Date.now());

    const first = (await call('list-files', { query: { limit: '2' } })).json;
    const second = (await call('list-files', { query: { limit: '2', cursor: first.next_cursor } })).json;

    const ids = [...first.data, ...second.data].map(({ file_id: id }) => id);
    expect(ids).toEqual(uploads.map(({ file_id: id }) => id).toReversed());
    expect([first.has_more, second.has_more, second.next_cursor]).toEqual([true, false, null]);
    expect(filesSchema.parse(first)).toEqual(first);
    for (const file of first.data) expect(fileSchema.strict().parse(file)).toEqual(file);
  });

  it('leaves out expired and deleted files', async () => {
    const [expired, deleted, kept] = [await upload('1'), await upload('2'), await upload('3')];
    await expire(expired.file_id);
    await call('delete-file', { method: 'DELETE', id: deleted.file_id });

    const { json } = await call('list-files');

    expect(json.data.map(({ file_id: id }: { file_id: string }) => id)).toEqual([kept.file_id]);
  });

  it('refuses the cursor of another list', async () => {
    const cursor = Buffer.from(newId('job', Date.now())).toString('base64url');

    const { status, json } = await call('list-files', { query: { cursor } });

    expect([status, json.message]).toEqual([
      400,
      'cursor: not a cursor of this list. Pass next_cursor from the previous page unchanged.',
    ]);
  });
});

test('a list of files reads none that expired more than two days ago', async () => {
  const old = Date.now() - 3 * 86_400_000;
  for (let index = 0; index < 4; index += 1) {
    const fileId = await storeFile(service.table, tenant, old + index);
    // More than a query of 1 MB reads.
    await changeItem(service.table, keys.file(tenant.accountId, fileId), { filename: 'x'.repeat(390_000) });
  }
  const { file_id: fileId } = await upload();
  service.takeCalls();

  const { json } = await call('list-files');

  expect(json).toMatchObject({ data: [{ file_id: fileId }], has_more: false });
  expect(service.takeCalls().filter(({ operation }) => operation === 'Query')).toHaveLength(1);
});

describe('DELETE /file/{id}', () => {
  it('deletes the bytes before the response', async () => {
    const { file_id: fileId, file_url: url } = await upload();

    const { status, text } = await call('delete-file', { method: 'DELETE', id: fileId });

    expect([status, text]).toEqual([204, '']);
    expect((await fetch(url)).status).toBe(404);
    const again = await call('get-file', { id: fileId });
    expect([again.status, again.json]).toEqual(notFound(fileId));
    const convert = await call('convert', { method: 'POST', json: { file_id: fileId, to: 'pdf' } });
    expect([convert.status, convert.json.error]).toEqual([404, 'file_not_found']);
  });

  it('deletes the bytes of an expired file', async () => {
    const { file_id: fileId, file_url: url } = await upload();
    await expire(fileId);

    expect((await call('delete-file', { method: 'DELETE', id: fileId })).status).toBe(204);
    expect((await fetch(url)).status).toBe(404);
  });

  it('deletes a presigned upload that has not been used', async () => {
    const { json } = await call('create-upload', { method: 'POST', json: { filename: 'a', size_bytes: 10 } });
    const form = new FormData();
    for (const [name, value] of Object.entries<string>(json.upload.fields)) form.append(name, value);
    form.append('file', new Blob(['Some text.']));
    await fetch(json.upload.url, { method: 'POST', body: form });

    const { status } = await call('delete-file', { method: 'DELETE', id: json.file_id });

    expect(status).toBe(204);
    expect(
      await openObjectStore(service.table).get(`accounts/${tenant.accountId}/incoming/${json.file_id}`),
    ).toBeUndefined();
  });

  it('can be repeated if it died between bytes and record', async () => {
    const { file_id: fileId } = await upload();
    await openObjectStore(service.table).remove(fileObjectKey(tenant.accountId, fileId));

    const statuses = [
      (await call('delete-file', { method: 'DELETE', id: fileId })).status,
      (await call('delete-file', { method: 'DELETE', id: fileId })).status,
    ];

    expect(statuses).toEqual([204, 404]);
  });
});

test('a repeated upload whose file was deleted says so', async () => {
  const headers = { ...filePart('a').headers, 'Idempotency-Key': 'key-1' };
  const first = await call('upload', { method: 'POST', ...filePart('Some text.'), headers });
  await call('delete-file', { method: 'DELETE', id: first.json.file_id });

  const second = await call('upload', { method: 'POST', ...filePart('Some text.'), headers });

  expect([second.status, second.json.error]).toEqual([404, 'file_not_found']);
});

test('the Location of an upload is its file', async () => {
  const { headers, json } = await call('upload', {
    method: 'POST',
    path: '/upload',
    ...filePart('Some text.'),
  });

  expect(headers.Location).toBe(`/v1/file/${json.file_id}`);
});
