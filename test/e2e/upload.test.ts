import { beforeEach, describe, expect, inject, test } from 'vitest';
import { functionUploadBytes } from '../../lib/api/limits.ts';
import { keys } from '../../lib/aws/table.ts';
import { largestFileBytes } from '../../lib/plan-table.ts';
import { changeItem } from '../support/table.ts';
import { createClient, multipart, type Request } from './support/client.ts';
import { simplePdf } from './support/documents.ts';
import { createTenant } from './support/tenant.ts';

const stack = inject('stack');

const tenant = await createTenant(stack);

let token: string;

// One of its own for each test, which may call 60 times a minute.
beforeEach(async () => {
  token = await tenant.authorize();
});

const upload = (request: Partial<Request>, call = tenant.call) =>
  call({ method: 'POST', path: '/upload', token, ...request });

const filePart = (content: string | Uint8Array, filename = 'a.txt') =>
  multipart([{ name: 'file', filename, content }]);

const operationsUsed = async (): Promise<number> =>
  (await tenant.call({ path: '/usage', token })).json.operations.used;

/** `POST /upload` is answered by the service behind CloudFront, and by the function behind the API alone. */
describe.each([
  ['the upload service', stack.baseUrl],
  ['the function', stack.endpoints.api],
])('%s', (_name, baseUrl) => {
  const call = createClient(baseUrl);

  test('stores a file and returns all its properties', async () => {
    const pdf = simplePdf(['Hello']);

    const answer = await upload(filePart(pdf, 'hello.pdf'), call);

    expect(answer.status).toBe(201);
    expect(answer.json).toEqual({
      file_id: expect.stringMatching(/^file_[0-9A-Z]{26}$/),
      file_url: expect.stringMatching(/^http:/),
      filename: 'hello.pdf',
      size_bytes: pdf.length,
      mime_type: 'application/pdf',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      expires_at: expect.any(String),
    });
    expect(Date.parse(answer.json.expires_at) - Date.parse(answer.json.created_at)).toBe(7_200_000);
    expect(answer.headers.location).toBe(`/file/${answer.json.file_id}`);
    const stored = await fetch(answer.json.file_url);
    expect(Buffer.from(await stored.arrayBuffer())).toEqual(Buffer.from(pdf));
    expect(stored.headers.get('content-disposition')).toContain('attachment; filename="hello.pdf"');
  });

  test('refuses an empty file without counting it', async () => {
    const before = await operationsUsed();

    const answer = await upload(filePart(''), call);

    expect([answer.status, answer.json]).toEqual([
      400,
      { error: 'empty_file', message: expect.stringContaining('"a.txt"') },
    ]);
    expect(await operationsUsed()).toBe(before);
  });
});

test.each([
  { bytes: largestFileBytes, status: 201 },
  { bytes: largestFileBytes + 1, status: 413 },
])('returns $status for a file of $bytes bytes', async ({ bytes, status }) => {
  const other = await createTenant(stack);

  const answer = await other.call({
    path: '/upload',
    token: await other.authorize(),
    ...filePart(Buffer.alloc(bytes, 'words and more words\n')),
  });

  expect(answer.status).toBe(status);
  expect(status === 201 ? answer.json.size_bytes : answer.json.error).toBe(
    status === 201 ? bytes : 'file_too_large',
  );
});

test.each([
  { bytes: functionUploadBytes, status: 201 },
  { bytes: 5_000_000, status: 413 },
])('returns $status of the function for a file of $bytes bytes', async ({ bytes, status }) => {
  const answer = await upload(filePart(Buffer.alloc(bytes, 'words\n')), createClient(stack.endpoints.api));

  expect(answer.status).toBe(status);
  if (status === 413) {
    expect(answer.json).toEqual({
      error: 'file_too_large',
      message: expect.stringMatching(/Upload files of up to .* with POST \/uploads\./),
    });
  }
});

test('states the limits in force', async () => {
  const answer = await tenant.call({ path: '/usage', token });

  expect(answer.json.files).toEqual({ max_bytes: largestFileBytes, max_upload_bytes: largestFileBytes });
});

test('accepts the signed URL of a file with a long name', async () => {
  const { json: file } = await upload(filePart('text\n', `${'文'.repeat(251)}.txt`));

  const answer = await tenant.call({ path: '/convert', token, json: { file_url: file.file_url, to: 'pdf' } });

  expect([answer.status, file.file_url.length > 4096]).toEqual([202, true]);
});

test('returns 410 for an expired file', async () => {
  const other = await createTenant(stack);
  const otherToken = await other.authorize();
  const fileId = await other.upload(otherToken, 'text\n');
  await changeItem(other.table, keys.file(other.accountId, fileId), { expires_at: Date.now() });

  const answer = await other.call({
    path: '/convert',
    token: otherToken,
    json: { file_id: fileId, to: 'pdf' },
  });

  expect([answer.status, answer.json.error]).toEqual([410, 'file_expired']);
});
