import { beforeEach, describe, expect, inject, test } from 'vitest';
import { functionUploadBytes, largestFileBytes } from '../../lib/api/limits.ts';
import { keys } from '../../lib/aws/table.ts';
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

const latin1 = Buffer.from('Über die Straße gehen ältere Menschen öfter.\n'.repeat(20), 'latin1');

const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('Grüße aus UTF-16\n', 'utf16le')]);

const detected = [
  { title: 'a PDF named .txt', content: simplePdf(['x']), filename: 'x.txt', mimeType: 'application/pdf' },
  {
    title: 'text named .pdf',
    content: 'plain words\n',
    filename: 'x.pdf',
    mimeType: 'text/plain; charset=utf-8',
  },
  { title: 'text in UTF-16', content: utf16, filename: 'u.txt', mimeType: 'text/plain; charset=utf-8' },
  { title: 'text in Latin-1', content: latin1, filename: 'l.txt', mimeType: 'text/plain; charset=utf-8' },
];

const names = [
  { sent: '报告 Übersicht.txt', kept: '报告 Übersicht.txt' },
  { sent: '../../etc/passwd', kept: 'passwd' },
  { sent: 'C:\\\\docs\\\\a.txt', kept: 'a.txt' },
];

const type = { 'content-type': 'multipart/form-data; boundary=x' };

const refusals = [
  {
    title: 'no body',
    request: {},
    status: 415,
    error: 'unsupported_media_type',
    says: 'multipart/form-data',
  },
  {
    title: 'a JSON body',
    request: { json: { file: 'x' } },
    status: 415,
    error: 'unsupported_media_type',
    says: '"application/json"',
  },
  {
    title: 'an empty multipart body',
    request: { headers: type, body: '' },
    status: 400,
    error: 'missing_file',
    says: 'empty',
  },
  {
    title: 'a type without a boundary',
    request: { headers: { 'content-type': 'multipart/form-data' }, body: 'x' },
    status: 400,
    error: 'invalid_multipart',
    says: 'boundary',
  },
  {
    title: 'a body with another boundary',
    request: { ...filePart('x'), headers: type },
    status: 400,
    error: 'invalid_multipart',
    says: 'well-formed',
  },
  {
    title: 'a truncated body',
    request: {
      headers: type,
      body: '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc',
    },
    status: 400,
    error: 'invalid_multipart',
    says: 'well-formed',
  },
  {
    title: 'only text fields',
    request: multipart([{ name: 'file', content: 'x' }]),
    status: 400,
    error: 'missing_file',
    says: 'filename',
  },
  {
    title: 'a file part with another name',
    request: multipart([{ name: 'document', filename: 'a', content: 'x' }]),
    status: 400,
    error: 'missing_file',
    says: '"document"',
  },
  {
    title: 'two files',
    request: multipart([
      { name: 'file', filename: 'a', content: 'x' },
      { name: 'file', filename: 'b', content: 'y' },
    ]),
    status: 400,
    error: 'multiple_files',
    says: 'more than one',
  },
  { title: 'an empty file', request: filePart(''), status: 400, error: 'empty_file', says: '"a.txt"' },
  {
    title: 'bytes of an unknown type',
    request: filePart(Buffer.from([0, 1, 2, 3, 0xfe, 0xed, 0, 0, 9, 8, 7, 255, 254, 0]), 'x.pdf'),
    status: 415,
    error: 'unsupported_file_type',
    says: '"x.pdf"',
  },
];

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

  test.each(detected)('detects $title from the bytes', async ({ content, filename, mimeType }) => {
    const answer = await upload(filePart(content, filename), call);

    expect(answer.status).toBe(201);
    expect(answer.json).toMatchObject({ filename, mime_type: mimeType });
  });

  test.each(names)('sanitizes the file name $sent', async ({ sent, kept }) => {
    const answer = await upload(filePart('text\n', sent), call);

    expect(answer.json.filename).toBe(kept);
  });

  test('ignores further text fields', async () => {
    const body = multipart([
      { name: 'note', content: 'ignored' },
      { name: 'file', filename: 'a.txt', content: 'text\n' },
      { name: 'after', content: 'ignored' },
    ]);

    expect((await upload(body, call)).status).toBe(201);
  });

  test.each(refusals)('refuses $title without counting it', async ({ request, status, error, says }) => {
    const before = await operationsUsed();

    const answer = await upload(request, call);

    expect(answer.status).toBe(status);
    expect(answer.json).toEqual({ error, message: expect.stringContaining(says) });
    expect(await operationsUsed()).toBe(before);
  });

  test('accepts a file from a form with another, empty file input', async () => {
    const body = multipart([
      { name: 'file', filename: 'a.txt', content: 'text\n' },
      { name: 'other', filename: '', content: '' },
    ]);

    expect((await upload(body, call)).status).toBe(201);
  });
});

test.each([
  { bytes: largestFileBytes - 1, status: 201 },
  { bytes: largestFileBytes, status: 201 },
  { bytes: largestFileBytes + 1, status: 413 },
  { bytes: largestFileBytes * 2, status: 413 },
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
  { bytes: 11_000_000, status: 413 },
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
