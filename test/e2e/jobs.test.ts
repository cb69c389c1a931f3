import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { expect, inject, test } from 'vitest';
import { acceptedJob, formats, job as jobSchema } from '../../lib/api/schemas.ts';
import { keys } from '../../lib/aws/table.ts';
import { newId } from '../../lib/ids.ts';
import { changeItem } from '../support/table.ts';
import { multipart } from './support/client.ts';
import { encryptedPdf, simplePdf } from './support/documents.ts';
import { createTenant } from './support/tenant.ts';

const stack = inject('stack');

/** A tenant of its own for each test: the calls of one do not use up the rate of another. */
const withFile = async (content: string | Uint8Array, filename = 'document.pdf') => {
  const tenant = await createTenant(stack);
  const token = await tenant.authorize();
  return { tenant, token, fileId: await tenant.upload(token, content, filename) };
};

test('converts a PDF to its text', async () => {
  const { tenant, token, fileId } = await withFile(
    simplePdf(['Hello from page one', 'And from page two']),
    'two pages.pdf',
  );

  const accepted = await tenant.call({
    path: '/convert',
    token,
    json: { file_id: fileId, from: 'pdf', to: 'text' },
  });
  const job = await tenant.finish(token, accepted.json.job_id);
  const result = await tenant.download(job);

  expect(accepted.status).toBe(202);
  expect(acceptedJob.parse(accepted.json)).toEqual(accepted.json);
  expect(accepted.headers).toMatchObject({ location: `/job/${accepted.json.job_id}`, 'retry-after': '1' });
  expect(jobSchema.parse(job)).toMatchObject({
    type: 'conversion',
    status: 'complete',
    file_id: fileId,
    from: 'pdf',
    to: 'text',
    output: { filename: 'two pages.txt', mime_type: 'text/plain; charset=utf-8', size_bytes: result.length },
    report: { engine: 'liteparse-pdf-reader', pages: 2, ocr_pages: 0, warnings: [] },
    error: null,
    attempts: 1,
  });
  expect(job.report.output).toEqual({ size_bytes: job.output.size_bytes, sha256: job.output.sha256 });
  expect(result.toString('utf8')).toMatch(/Hello from page one[\s\S]*And from page two/);
});

test('converts text in every script to a PDF that holds the same text', async () => {
  const text = 'Plain and Ελληνικά and Русский and 你好世界 and नमस्ते\n';
  const { tenant, token, fileId } = await withFile(text, 'scripts.txt');

  const made = await tenant.finish(
    token,
    await tenant.submit(token, '/convert', { file_id: fileId, to: 'pdf' }),
  );
  const pdf = await tenant.download(made);
  const back = await tenant.upload(token, pdf, 'scripts.pdf');
  const read = await tenant.finish(
    token,
    await tenant.submit(token, '/convert', { file_id: back, to: 'txt' }),
  );

  expect(made).toMatchObject({
    status: 'complete',
    from: 'text',
    to: 'pdf',
    output: { mime_type: 'application/pdf' },
  });
  expect(read).toMatchObject({ status: 'complete', from: 'pdf', to: 'text' });
  const words = (await tenant.download(read)).toString('utf8');
  for (const word of ['Plain', 'Ελληνικά', 'Русский', '你好世界']) expect(words).toContain(word);
});

test.each([
  { encoding: 'UTF-16', content: Buffer.from('\ufeffGrüße aus zwei Bytes\n', 'utf16le'), word: 'Grüße' },
  {
    encoding: 'Latin-1',
    content: Buffer.from('Über die Straße gehen ältere Menschen öfter.\n'.repeat(9), 'latin1'),
    word: 'Straße',
  },
])('reads text in $encoding', async ({ content, word }) => {
  const { tenant, token, fileId } = await withFile(content, 'a.txt');

  const job = await tenant.finish(token, await tenant.submit(token, '/extract', { file_id: fileId }));

  expect(job).toMatchObject({ status: 'complete', from: 'text' });
  expect((await tenant.download(job)).toString('utf8')).toContain(word);
});

test('opens an encrypted PDF with its password and no other way, and keeps no password', async () => {
  const { tenant, token, fileId } = await withFile(await encryptedPdf('Behind the lock', 'sesame'));
  const convert = async (options: object) =>
    tenant.finish(token, await tenant.submit(token, '/convert', { file_id: fileId, to: 'text', options }));

  const ends = [
    await convert({}),
    await convert({ password: 'wrong' }),
    await convert({ password: 'sesame' }),
  ];

  const refused = { status: 'failed', error: { code: 'encrypted_document', retryable: false } };
  expect(ends).toMatchObject([refused, refused, { status: 'complete' }]);
  expect((await tenant.download(ends[2])).toString('utf8')).toContain('Behind the lock');
  const { Items = [] } = await tenant.table.client.send(new ScanCommand({ TableName: tenant.table.name }));
  expect(JSON.stringify(Items)).not.toContain('sesame');
});

test.each([
  { format: undefined, check: (body: string) => expect(body).toContain('Extract me') },
  { format: 'text', check: (body: string) => expect(body).toContain('Extract me') },
  {
    format: 'structured',
    check: (body: string) =>
      expect(JSON.parse(body)).toMatchObject({
        document: { sections: [{ content: expect.stringContaining('Extract me') }] },
        tables: [],
        metadata: { pages: 1, file_type: 'pdf' },
      }),
  },
  {
    format: 'chunks',
    check: (body: string) =>
      expect(JSON.parse(body)).toEqual([
        {
          index: 0,
          text: expect.stringContaining('Extract me'),
          heading: null,
          page_start: 1,
          page_end: 1,
          char_start: expect.any(Number),
          char_end: expect.any(Number),
          token_count: expect.any(Number),
        },
      ]),
  },
  {
    format: 'metadata',
    check: (body: string) => expect(JSON.parse(body)).toMatchObject({ pages: 1, file_type: 'pdf' }),
  },
])('extracts $format from a PDF', async ({ format, check }) => {
  const { tenant, token, fileId } = await withFile(simplePdf(['Extract me']));

  const job = await tenant.finish(token, await tenant.submit(token, '/extract', { file_id: fileId, format }));

  expect(job).toMatchObject({
    type: 'extraction',
    status: 'complete',
    from: 'pdf',
    format: format ?? 'text',
  });
  check((await tenant.download(job)).toString('utf8'));
});

test('leads to the result, which a browser saves under its name', async () => {
  const { tenant, token, fileId } = await withFile(simplePdf(['x']), 'Übersicht.pdf');
  const jobId = await tenant.submit(token, '/convert', { file_id: fileId, to: 'text' });
  await tenant.finish(token, jobId);

  const answer = await tenant.call({ path: `/job/${jobId}/result`, token });
  const stored = await fetch(answer.headers.location ?? '');

  expect(answer.status).toBe(303);
  expect(stored.status).toBe(200);
  expect(stored.headers.get('content-disposition')).toBe(
    `attachment; filename="_bersicht.txt"; filename*=UTF-8''%C3%9Cbersicht.txt`,
  );
});

test('answers 409 for the result of a job that failed', async () => {
  const { tenant, token, fileId } = await withFile(simplePdf(['x']).subarray(0, 200));
  const jobId = await tenant.submit(token, '/convert', { file_id: fileId, to: 'text' });
  const job = await tenant.finish(token, jobId);

  const answer = await tenant.call({ path: `/job/${jobId}/result`, token });

  expect(job).toMatchObject({
    status: 'failed',
    output: null,
    error: { code: 'corrupt_document', message: expect.any(String), retryable: false },
  });
  expect(job.output_url).toBeUndefined();
  expect([answer.status, answer.json.error]).toEqual([409, 'job_not_complete']);
});

test('answers 410 for a result that has expired, and its job without an address', async () => {
  const { tenant, token, fileId } = await withFile(simplePdf(['x']));
  const jobId = await tenant.submit(token, '/convert', { file_id: fileId, to: 'text' });
  await tenant.finish(token, jobId);
  await changeItem(tenant.table, keys.job(tenant.accountId, jobId), { expires_at: Date.now() });

  const answer = await tenant.call({ path: `/job/${jobId}/result`, token });
  const job = await tenant.call({ path: `/job/${jobId}`, token });

  expect([answer.status, answer.json.error]).toEqual([410, 'result_expired']);
  expect(job.json).toMatchObject({ status: 'complete' });
  expect(job.json.output_url).toBeUndefined();
});

test('gives back a wait as soon as the job ends, by query and by header', async () => {
  const { tenant, token, fileId } = await withFile(simplePdf(['x']));
  const jobId = await tenant.submit(token, '/convert', { file_id: fileId, to: 'text' });

  const waited = await tenant.call({
    path: `/job/${jobId}`,
    token,
    headers: { prefer: 'respond-async, wait=20' },
  });

  expect(waited.json.status).toBe('complete');
  expect(waited.headers['retry-after']).toBeUndefined();
});

test('knows a file by the signed address that its upload gave', async () => {
  const tenant = await createTenant(stack);
  const token = await tenant.authorize();
  const part = multipart([{ name: 'file', filename: 'a.pdf', content: simplePdf(['By address']) }]);
  const { json: file } = await tenant.call({ path: '/upload', token, ...part });

  const jobId = await tenant.submit(token, '/convert', { file_url: file.file_url, to: 'text' });
  const job = await tenant.finish(token, jobId);

  expect(job).toMatchObject({ status: 'complete', file_id: file.file_id });
});

test('never fetches from a private network', async () => {
  let reached = 0;
  const server = createServer((_, response) => {
    reached += 1;
    response.end(simplePdf(['secret']));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const tenant = await createTenant(stack);
  const token = await tenant.authorize();

  const ends = [];
  const hosts = [
    `127.0.0.1:${port}`,
    `localhost:${port}`,
    `[::1]:${port}`,
    '169.254.169.254',
    `0x7f000001:${port}`,
    `sub.localhost.:${port}`,
  ];
  for (const host of hosts) {
    const json = { file_url: `http://${host}/a.pdf`, to: 'text' };
    const { status, json: refusal } = await tenant.call({ path: '/convert', token, json });
    ends.push([status, refusal.error]);
  }
  // Its name does not show that it is this machine.
  const jobId = await tenant.submit(token, '/convert', {
    file_url: `http://${hostname()}:${port}/`,
    to: 'text',
  });
  const { error } = await tenant.finish(token, jobId);
  server.close();

  expect(ends).toEqual(hosts.map(() => [400, 'invalid_request']));
  expect(error?.code).toBe('source_unreachable');
  expect(reached).toBe(0);
});

const badConversions = [
  { title: 'no body', request: {}, status: 400, error: 'invalid_request', says: 'missing' },
  {
    title: 'broken JSON',
    request: { headers: { 'content-type': 'application/json' }, body: '{' },
    status: 400,
    error: 'invalid_request',
    says: 'JSON',
  },
  {
    title: 'another content type',
    request: { headers: { 'content-type': 'text/xml' }, body: '<a/>' },
    status: 415,
    error: 'unsupported_media_type',
    says: '"text/xml"',
  },
  {
    title: 'an unknown field',
    json: { to: 'text', too: 'x' },
    status: 400,
    error: 'invalid_request',
    says: '"too"',
  },
  { title: 'no target', json: {}, status: 400, error: 'invalid_request', says: 'to is required' },
  { title: 'a target that is a number', json: { to: 5 }, status: 400, error: 'invalid_request', says: 'to' },
  {
    title: 'no source',
    json: { file_id: undefined, to: 'text' },
    status: 400,
    error: 'invalid_request',
    says: 'file_id',
  },
  {
    title: 'two sources',
    json: { file_url: 'https://example.test/a.pdf', to: 'text' },
    status: 400,
    error: 'invalid_request',
    says: 'only one',
  },
  {
    title: 'a file_url of another scheme',
    json: { file_id: undefined, file_url: 'file:///etc/passwd', to: 'text' },
    status: 400,
    error: 'invalid_request',
    says: 'file_url',
  },
  {
    title: 'a file that is not there',
    json: { file_id: newId('file', Date.now()), to: 'text' },
    status: 404,
    error: 'file_not_found',
    says: 'file_id',
  },
  {
    title: 'a file id of another form',
    json: { file_id: '../../x', to: 'text' },
    status: 404,
    error: 'file_not_found',
    says: 'file_id',
  },
  {
    title: 'a source format that the bytes deny',
    json: { from: 'text', to: 'pdf' },
    status: 422,
    error: 'format_mismatch',
    says: 'is pdf, not text',
  },
  {
    title: 'a source format that there is not',
    json: { from: 'wordstar', to: 'pdf' },
    status: 422,
    error: 'unsupported_conversion',
    says: '"wordstar"',
  },
  {
    title: 'a target that no format can become',
    json: { to: 'hologram' },
    status: 422,
    error: 'unsupported_conversion',
    says: 'cannot convert pdf to "hologram". Supported: pdf, text',
  },
  {
    title: 'a target that this format cannot become',
    json: { to: 'doc' },
    status: 422,
    error: 'unsupported_conversion',
    says: 'cannot convert pdf to "doc". Supported: pdf, text',
  },
  {
    title: 'an unknown option',
    json: { to: 'text', options: { colour: 1 } },
    status: 400,
    error: 'invalid_request',
    says: '"colour"',
  },
  {
    title: 'a wrong value of an option',
    json: { from: 'pdf', to: 'text', options: { pages: 'x' } },
    status: 400,
    error: 'invalid_request',
    says: '"pages"',
  },
  {
    title: 'options that are a list',
    json: { to: 'text', options: [] },
    status: 400,
    error: 'invalid_request',
    says: 'options',
  },
];

const shared = await withFile(simplePdf(['shared']));

test.each(badConversions)(
  'refuses a conversion with $title and counts nothing',
  async ({ request, json, status, error, says }) => {
    const { tenant, fileId } = shared;
    const token = await tenant.authorize();
    const before = (await tenant.call({ path: '/usage', token })).json;
    const body = json === undefined ? {} : { json: { file_id: fileId, ...json } };

    const answer = await tenant.call({ method: 'POST', path: '/convert', token, ...body, ...request });

    expect(answer.status).toBe(status);
    expect(answer.json).toMatchObject({ error, message: expect.stringContaining(says) });
    expect((await tenant.call({ path: '/usage', token })).json).toEqual(before);
  },
);

test('refuses to extract what a format cannot give', async () => {
  const { tenant, fileId } = shared;

  const answer = await tenant.call({
    path: '/extract',
    token: await tenant.authorize(),
    json: { file_id: fileId, format: 'smell' },
  });

  expect([answer.status, answer.json.error]).toEqual([422, 'unsupported_conversion']);
});

test("keeps another tenant's files and jobs out of sight", async () => {
  const { tenant, token, fileId } = await withFile(simplePdf(['mine']));
  const jobId = await tenant.submit(token, '/convert', { file_id: fileId, to: 'text' });
  await tenant.finish(token, jobId);
  const other = await createTenant(stack);
  const otherToken = await other.authorize();

  const answers = await Promise.all([
    other.call({ path: '/convert', token: otherToken, json: { file_id: fileId, to: 'text' } }),
    other.call({ path: `/job/${jobId}`, token: otherToken }),
    other.call({ path: `/job/${jobId}/result`, token: otherToken }),
    other.call({ path: `/job/${newId('job', Date.now())}`, token: otherToken }),
    other.call({ path: '/job/..%2f..%2fx', token: otherToken }),
  ]);

  expect(answers.map(({ status, json }) => [status, json.error])).toEqual([
    [404, 'file_not_found'],
    [404, 'job_not_found'],
    [404, 'job_not_found'],
    [404, 'job_not_found'],
    [404, 'job_not_found'],
  ]);
});

test('lists every conversion and extraction with its options', async () => {
  const { tenant, token } = await withFile('text\n', 'a.txt');

  const { status, json } = await tenant.call({ path: '/formats', token });

  expect(status).toBe(200);
  expect(formats.parse(json)).toEqual(json);
  expect(json.conversions).toContainEqual({
    from: 'pdf',
    to: 'text',
    engines: expect.arrayContaining(['liteparse-pdf-reader', 'pdf-parse-pdf-reader']),
    several_files: false,
    options: expect.objectContaining({ properties: expect.objectContaining({ pages: expect.any(Object) }) }),
  });
  expect(json.extractions).toContainEqual({
    from: 'text',
    format: 'chunks',
    engines: expect.any(Array),
    options: expect.any(Object),
  });
});

test('lists what one format can become, under any of its names', async () => {
  const tenant = await createTenant(stack);
  const token = await tenant.authorize();

  const { json } = await tenant.call({ path: '/formats?from=md', token });
  const unknown = await tenant.call({ path: '/formats?from=wpd', token });

  expect(new Set(json.conversions.map(({ from }: { from: string }) => from))).toEqual(new Set(['markdown']));
  expect([unknown.status, unknown.json.error]).toEqual([400, 'invalid_request']);
});

test('describes itself in OpenAPI 3.1 without a token', async () => {
  const answer = await fetch(`${stack.baseUrl}/openapi.json`);

  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({
    openapi: '3.1.0',
    servers: [{ url: '/' }],
    paths: { '/job/{id}': {} },
  });
});

test('waits at most the seconds that it is asked for', async () => {
  const { tenant, token } = await withFile('text\n', 'a.txt');

  const answer = await tenant.call({ path: `/job/${newId('job', Date.now())}?wait=abc`, token });

  expect(answer.json).toEqual({ error: 'invalid_request', message: expect.stringContaining('wait') });
});
