import { describe, expect, it } from 'vitest';
import { fakeService, jobOf, reply } from './fake-service.ts';

const corrupt = { code: 'corrupt_document', message: 'The PDF is truncated.', retryable: false } as const;
const bytes = new TextEncoder().encode('text');
const limited = (code: string, error: string, retryAfter: string) =>
  reply(429, { code, detail: error, error }, { 'retry-after': retryAfter });
const formOf = (request: { body: unknown; headers: Headers } | undefined): Promise<FormData> =>
  new Response(request?.body as Uint8Array<ArrayBuffer>, { headers: request?.headers ?? {} }).formData();
const never = (signalOf: () => AbortSignal | undefined) => (): Promise<Response> =>
  new Promise((_, reject) => {
    signalOf()?.addEventListener('abort', () => reject(signalOf()?.reason));
  });

it('converts bytes: uploads, submits, waits and downloads', async () => {
  const { docforge, sent } = fakeService();

  const result = await docforge.convert(bytes, {
    to: 'pdf',
    from: 'text',
    options: { toc: true },
    filename: 'a.txt',
  });

  expect([result.filename, result.mimeType, result.sizeBytes]).toEqual(['a.pdf', 'application/pdf', 4]);
  expect(await result.text()).toBe('done');
  expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /authorize',
    'POST /upload',
    'POST /convert',
    'GET /job/job_1?wait=25',
    'GET /result',
  ]);
  expect(sent[2]?.body).toEqual({ file_id: 'file_1', from: 'text', to: 'pdf', options: { toc: true } });
  expect(sent[4]?.headers.has('authorization')).toBe(false);
});

it('submits several files in their order, and URLs without an upload', async () => {
  const { docforge, to } = fakeService();

  await docforge.convert([{ fileId: 'file_9' }, bytes, { fileId: 'file_3' }], { to: 'pdf' });
  await docforge.extract({ fileUrl: 'https://example.com/a.pdf' }, { format: 'tables' });

  expect(to('/convert')[0]?.body).toEqual({ file_ids: ['file_9', 'file_1', 'file_3'], to: 'pdf' });
  expect(to('/extract')[0]?.body).toEqual({ file_url: 'https://example.com/a.pdf', format: 'tables' });
  await expect(docforge.convert([], { to: 'pdf' })).rejects.toThrow('at least one document');
  await expect(docforge.convert([bytes, { fileUrl: 'https://a.test' }], { to: 'pdf' })).rejects.toThrow(
    'fileUrl',
  );
});

describe('steps', () => {
  const output = (name: string) => ({
    filename: name,
    mime_type: 'application/pdf',
    size_bytes: 4,
    sha256: '0',
  });
  const step = (name: string, kept: boolean) => ({
    name,
    from: 'docx',
    to: 'pdf',
    status: 'complete' as const,
    progress: null,
    ...(kept ? { output_url: `https://storage.test/${name}` } : {}),
    output: kept ? output(`${name}.pdf`) : null,
    report: null,
  });
  const ended = jobOf({ steps: [step('first', true), step('second', false), step('third', true)] });

  it('are one job, whose steps keep results', async () => {
    const { docforge, to } = fakeService({
      'GET /job/job_1': [reply(200, ended)],
      'GET /first': [new Response('kept')],
    });
    const steps = [
      { name: 'first', to: 'pdf', output: true },
      { to: 'pdf', options: { watermark: 'Draft' } },
      { to: 'png', inputs: ['first'] },
    ];

    const result = await docforge.convert({ fileId: 'file_1' }, { steps });
    const kept = docforge.result(result.job, { step: 'first' });

    expect(to('/convert')[0]?.body).toEqual({ file_id: 'file_1', steps });
    expect([result.filename, kept.filename, await kept.text()]).toEqual(['a.pdf', 'first.pdf', 'kept']);
    expect(() => docforge.result(result.job, { step: 'second' })).toThrow(
      'has no result for the step "second"',
    );
    expect(() => docforge.result(result.job, { step: 'fourth' })).toThrow(
      'has no result for the step "fourth"',
    );
  });

  it('of a failed job have no results', () => {
    const { docforge } = fakeService();
    const error = { ...corrupt, message: 'Step "first": m', step: 'first' };
    const failed = jobOf({ status: 'failed', output: null, error, steps: [step('first', false)] });

    expect(() => docforge.result(failed, { step: 'first' })).toThrow('Step "first": m');
  });
});

it('sends dry runs to the endpoint of the request', async () => {
  const { docforge, to } = fakeService({
    'POST /convert': [reply(200, { dry_run: true }), reply(200, { dry_run: true })],
    'POST /extract': [reply(200, { dry_run: true })],
  });

  await docforge.dryRun({ file_id: 'file_1', to: 'pdf' });
  await docforge.dryRun({ file_id: 'file_1', steps: [{ to: 'pdf' }] });
  await docforge.dryRun({ file_url: 'https://a.test/', format: 'text' });

  expect(to('/convert').map(({ body }) => body)).toEqual([
    { file_id: 'file_1', to: 'pdf', dry_run: true },
    { file_id: 'file_1', steps: [{ to: 'pdf' }], dry_run: true },
  ]);
  expect(to('/extract')[0]?.body).toEqual({ file_url: 'https://a.test/', format: 'text', dry_run: true });
});

it('sends the file of a dry run with the request, and none that does not fit into one call', async () => {
  const { docforge, sent, to } = fakeService({
    'POST /convert': [reply(200, { dry_run: true }), reply(200, { dry_run: true })],
  });
  const steps = [{ to: 'pdf', options: { title: 'ü' } }, { format: 'text' }];
  const sized = (size: number) => new File([new Uint8Array(size)], 'large.txt');

  await docforge.dryRun({ file: bytes, filename: 'a.txt', from: undefined, steps });
  await docforge.dryRun({ file: sized(4_500_000), to: 'pdf' });
  const tooLarge = await docforge.dryRun({ file: sized(4_600_000), to: 'pdf' }).catch((error) => error);

  expect(sent.map(({ path }) => path)).toEqual(['/authorize', '/convert', '/convert']);
  const { headers, body } = to('/convert')[0] ?? expect.fail();
  const form = await new Response(body as Uint8Array<ArrayBuffer>, {
    headers: { 'content-type': headers.get('content-type') ?? '' },
  }).formData();
  expect([...form.keys()]).toEqual(['steps', 'dry_run', 'file']);
  expect([JSON.parse(String(form.get('steps'))), form.get('dry_run')]).toEqual([steps, 'true']);
  const file = form.get('file') as File;
  expect([file.name, await file.bytes()]).toEqual(['a.txt', bytes]);
  expect(headers.has('idempotency-key')).toBe(false);
  expect(tooLarge).toMatchObject({
    code: 'file_too_large',
    message: expect.stringMatching(/^large\.txt is 4\.6 MB; .*4\.5 MB.*file_id/),
  });
});

describe('retries', () => {
  it('sends faults again with the same key and a doubling pause', async () => {
    const { docforge, to, slept } = fakeService({
      'POST /convert': [
        new TypeError('fetch failed'),
        reply(502),
        reply(500, { error: 'internal_error', message: 'm' }),
      ],
    });

    await docforge.convert({ fileId: 'file_1' }, { to: 'pdf' });

    const keys = to('/convert').map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toHaveLength(4);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(new Set(keys).size).toBe(1);
    expect(slept).toEqual([250, 500, 1000]);
  });

  it('uses another key for each operation', async () => {
    const { docforge, sent } = fakeService();

    await docforge.convert(bytes, { to: 'pdf' });
    await docforge.convert(bytes, { to: 'pdf' });

    const keys = sent.map(({ headers }) => headers.get('idempotency-key')).filter((key) => key !== null);
    expect(new Set(keys).size).toBe(4);
  });

  it('gives up after five retries', async () => {
    const { docforge, to } = fakeService({
      'GET /usage': Array.from({ length: 9 }, () => new TypeError('down')),
    });

    await expect(docforge.usage()).rejects.toMatchObject({
      code: 'network_error',
      retryable: true,
      status: undefined,
    });

    expect(to('/usage')).toHaveLength(6);
  });

  it('does not multiply the retries of the token by those of the call', async () => {
    const down = Array.from({ length: 20 }, () => new TypeError('down'));
    const { docforge, to } = fakeService({ 'POST /authorize': down });

    await expect(docforge.usage()).rejects.toMatchObject({ code: 'network_error' });

    expect(to('/authorize')).toHaveLength(6);
  });

  it('waits for Retry-After of the rate limit, without counting it as a retry', async () => {
    const refusals = Array.from({ length: 8 }, () => limited('rate_limited', 'Too Many Requests', '7'));
    const { docforge, slept } = fakeService({ 'GET /usage': [...refusals, reply(200, { plan: 'free' })] });

    expect(await docforge.usage()).toEqual({ plan: 'free' });

    expect(slept).toEqual(
      Array.from({ length: 8 }, (_, index) => Math.max(7000, Math.min(250 * 2 ** index, 10_000))),
    );
  });

  it('recognizes the limits of plain JSON', async () => {
    const body = { error: 'Monthly usage limit reached (50). Upgrade your plan for more.' };
    const { docforge, to } = fakeService({ 'POST /convert': [reply(429, body, { 'retry-after': '1' })] });

    await expect(docforge.convert({ fileId: 'a' }, { to: 'pdf' })).rejects.toMatchObject({
      code: 'monthly_limit_reached',
      status: 429,
      retryable: false,
      message: body.error,
    });
    expect(to('/convert')).toHaveLength(1);
  });

  it('returns a long Retry-After to the caller', async () => {
    const { docforge, slept } = fakeService({
      'POST /convert': [limited('engine_time_limit_reached', 'No engine minutes left', '1800')],
    });

    await expect(docforge.convert({ fileId: 'a' }, { to: 'pdf' })).rejects.toMatchObject({
      code: 'engine_time_limit_reached',
      retryAfterSeconds: 1800,
    });
    expect(slept).toEqual([]);
  });

  it.each([
    [400, 'invalid_request'],
    [409, 'file_not_uploaded'],
    [413, 'file_too_large'],
    [422, 'unsupported_conversion'],
  ])('does not retry %i', async (status, error) => {
    const headers = { 'x-request-id': 'request-1' };
    const { docforge, to } = fakeService({
      'POST /convert': [reply(status, { error, message: 'why' }, headers)],
    });

    await expect(docforge.convert({ fileId: 'a' }, { to: 'pdf' })).rejects.toMatchObject({
      name: 'DocForgeError',
      code: error,
      status,
      message: 'why',
      requestId: 'request-1',
      retryable: false,
    });
    expect(to('/convert')).toHaveLength(1);
  });

  it('waits for a first call that is still under way', async () => {
    const inFlight = reply(409, { error: 'idempotency_in_flight', message: 'm' }, { 'retry-after': '1' });
    const { docforge, to } = fakeService({ 'POST /upload': [new TypeError('reset'), inFlight] });

    await docforge.upload(bytes);

    expect(to('/upload')).toHaveLength(3);
  });

  it('lists, reads, changes and deletes webhook endpoints', async () => {
    const endpoint = { webhook_id: 'whk_1', url: 'https://a.test', events: ['job.failed'] };
    const { docforge, sent } = fakeService({
      'GET /webhooks': [reply(200, { data: [endpoint], max: 10 })],
      'GET /webhooks/whk_1': [reply(200, endpoint)],
      'PATCH /webhooks/whk_1': [new TypeError('reset'), reply(200, endpoint)],
      'DELETE /webhooks/whk_1': [
        new TypeError('reset'),
        reply(404, { error: 'webhook_not_found', message: 'm' }),
      ],
    });

    expect(await docforge.webhooks()).toEqual([endpoint]);
    expect(await docforge.webhook('whk_1')).toEqual(endpoint);
    expect(await docforge.updateWebhook('whk_1', { events: ['job.failed'] })).toEqual(endpoint);
    await docforge.deleteWebhook('whk_1');

    const changes = sent.filter(({ method }) => method === 'PATCH').map(({ body }) => body);
    expect(changes).toEqual([{ events: ['job.failed'] }, { events: ['job.failed'] }]);
  });

  it('accepts that an earlier try has deleted or cancelled', async () => {
    const { docforge } = fakeService({
      'DELETE /file/file_1': [new TypeError('reset'), reply(404, { error: 'file_not_found', message: 'm' })],
      'POST /job/job_1/cancel': [
        new TypeError('reset'),
        reply(409, { error: 'job_not_active', message: 'm' }),
      ],
      'GET /job/job_1': [reply(200, jobOf({ status: 'cancelled' }))],
    });

    await docforge.deleteFile('file_1');
    expect((await docforge.cancel('job_1')).status).toBe('cancelled');
    await expect(docforge.deleteFile('file_1')).rejects.toMatchObject({ status: 404 });
  });

  it('reports a response that is not of the API', async () => {
    const { docforge } = fakeService({
      'GET /usage': [new Response('<html>'), new Response('gone', { status: 404 })],
    });

    await expect(docforge.usage()).rejects.toMatchObject({ code: 'invalid_response' });
    await expect(docforge.usage()).rejects.toMatchObject({ code: 'invalid_response', status: 404 });
  });
});

describe('tokens', () => {
  it('exchanges the key once for simultaneous calls and reuses the token', async () => {
    const { docforge, to } = fakeService();

    await Promise.all([docforge.job('job_1'), docforge.job('job_1'), docforge.job('job_1')]);
    await docforge.job('job_1');

    expect(to('/authorize').map(({ body }) => body)).toEqual([{ api_key: 'df_live_test' }]);
  });

  it('renews the token a minute before it expires', async () => {
    const { docforge, to, advance } = fakeService();

    await docforge.job('job_1');
    advance(3539);
    await docforge.job('job_1');
    advance(2);
    await docforge.job('job_1');

    expect(to('/job/job_1').map(({ headers }) => headers.get('authorization'))).toEqual([
      'Bearer token-1',
      'Bearer token-1',
      'Bearer token-2',
    ]);
  });

  it('renews once after a 401, for all calls that used the token', async () => {
    const refused = () => reply(401, { error: 'unauthorized', message: 'm' });
    const { docforge, to } = fakeService({ 'GET /job/job_1': [refused(), refused()] });

    await Promise.all([docforge.job('job_1'), docforge.job('job_1')]);

    expect(to('/authorize')).toHaveLength(2);
    expect(to('/job/job_1')).toHaveLength(4);
  });

  it('throws the second 401', async () => {
    const refused = () => reply(401, { error: 'unauthorized', message: 'm' });
    const { docforge, to } = fakeService({ 'GET /job/job_1': [refused(), refused()] });

    await expect(docforge.job('job_1')).rejects.toMatchObject({ code: 'unauthorized', status: 401 });

    expect(to('/job/job_1')).toHaveLength(2);
  });

  it('throws the refusal of a key to every caller, and asks again the next time', async () => {
    const { docforge, to } = fakeService({
      'POST /authorize': [reply(401, { error: 'invalid_api_key', message: 'm' })],
    });

    const calls = await Promise.allSettled([docforge.job('job_1'), docforge.job('job_1')]);
    await docforge.job('job_1');

    expect(calls.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(to('/authorize')).toHaveLength(2);
  });

  it('does not abort the exchange that another call waits for', async () => {
    const gate = Promise.withResolvers<Response>();
    const { docforge, to } = fakeService({ 'POST /authorize': [() => gate.promise] });
    const controller = new AbortController();

    const aborted = docforge.job('job_1', { signal: controller.signal });
    const other = docforge.job('job_1');
    controller.abort(new Error('stop'));

    await expect(aborted).rejects.toThrow('stop');
    gate.resolve(reply(200, { access_token: 't', expires_in: 3600 }));
    expect((await other).job_id).toBe('job_1');
    expect(to('/authorize')).toHaveLength(1);
  });

  it('uses the stored token until it is refused, and stores the next one', async () => {
    const stored: string[] = [];
    const tokenCache = {
      load: async () => ({ accessToken: 'saved', renewAt: 1 }),
      store: async ({ accessToken }: { accessToken: string }) => {
        stored.push(accessToken);
      },
    };
    const refused = reply(401, { error: 'unauthorized', message: 'm' });
    const { docforge, to } = fakeService(
      { 'GET /job/job_1': [reply(200, jobOf()), refused] },
      { tokenCache },
    );

    await docforge.job('job_1');
    await docforge.job('job_1');

    expect(to('/job/job_1').map(({ headers }) => headers.get('authorization'))).toEqual([
      'Bearer saved',
      'Bearer saved',
      'Bearer token-1',
    ]);
    expect(stored).toEqual(['token-1']);
  });

  it('uses the tokens of a server instead of a key', async () => {
    const { docforge, to } = fakeService({}, { apiKey: undefined, accessToken: async () => 'mine' });

    await docforge.job('job_1');

    expect(to('/authorize')).toEqual([]);
    expect(to('/job/job_1')[0]?.headers.get('authorization')).toBe('Bearer mine');
  });
});

describe('uploads', () => {
  const usage = (max_upload_bytes: number) =>
    reply(200, { files: { max_bytes: 26_214_400, max_upload_bytes } });
  const form = () =>
    reply(201, {
      file_id: 'file_2',
      upload: { url: 'https://storage.test/bucket', fields: { key: 'k' }, expires_at: '' },
    });

  it.each([
    { size: 4_500_000, limit: 4_500_000, paths: ['/authorize', '/upload'] },
    { size: 4_500_001, limit: 26_214_400, paths: ['/authorize', '/usage', '/upload'] },
    { size: 4_500_001, limit: 4_500_000, paths: ['/authorize', '/usage', '/uploads', '/bucket'] },
  ])('sends $size bytes to a service whose limit is $limit by $paths', async ({ size, limit, paths }) => {
    const { docforge, sent } = fakeService({
      'GET /usage': [usage(limit)],
      'POST /uploads': [form()],
      'POST /bucket': [new Response(null, { status: 204 })],
    });

    await docforge.upload(new Uint8Array(size), { filename: 'large.bin' });

    expect(sent.map(({ path }) => path)).toEqual(paths);
  });

  it('sends the file as the last field of the form, and requests a new form for an expired one', async () => {
    const { docforge, to } = fakeService({
      'GET /usage': [usage(1)],
      'POST /uploads': [form(), form()],
      'POST /bucket': [new Response('<Error/>', { status: 403 }), new Response(null, { status: 204 })],
    });

    expect(await docforge.upload(new Uint8Array(4_500_001), { filename: 'x.bin' })).toBe('file_2');

    const keys = to('/uploads').map(({ headers }) => headers.get('idempotency-key'));
    expect(keys[0]).toBe(keys[1]);
    expect(to('/uploads')[0]?.body).toEqual({ filename: 'x.bin', size_bytes: 4_500_001 });
    expect([...(await formOf(to('/bucket')[1])).keys()]).toEqual(['key', 'file']);
    expect(to('/bucket')[1]?.headers.has('authorization')).toBe(false);
  });

  it('does not retry what storage rejects', async () => {
    const { docforge, to } = fakeService({
      'GET /usage': [usage(1)],
      'POST /uploads': [form()],
      'POST /bucket': [new Response('<Error/>', { status: 400 })],
    });

    await expect(docforge.upload(new Uint8Array(4_500_001))).rejects.toMatchObject({
      code: 'upload_rejected',
    });

    expect(to('/bucket')).toHaveLength(1);
  });

  it('uploads streams, blobs and files under their names', async () => {
    const { docforge, to } = fakeService();

    await docforge.upload({ stream: new Blob(['stream']).stream(), name: 's.txt' });
    await docforge.upload(new File(['file'], 'f"ü\\.txt'));
    await docforge.upload(new Blob(['blob']), { filename: 'b.txt' });
    await docforge.upload(new URL('../../LICENSE', import.meta.url).pathname);

    const forms = to('/upload').map(({ body }) => new TextDecoder().decode(body as Uint8Array));
    expect(forms.map((form) => /filename=(.*)\r/.exec(form)?.[1])).toEqual([
      '"s.txt"',
      String.raw`"f\"ü\\.txt"`,
      '"b.txt"',
      '"LICENSE"',
    ]);
    expect(forms[0]).toContain('\r\n\r\nstream\r\n--');
  });

  it('stops reading a stream over the limit of every plan', async () => {
    let pulled = 0;
    let cancelled = false;
    const stream = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        pulled += 1;
        controller.enqueue(new Uint8Array(1_048_576));
      },
      cancel: () => {
        cancelled = true;
      },
    });
    const { docforge, sent } = fakeService();

    await expect(docforge.upload({ stream, name: 'endless' })).rejects.toMatchObject({
      code: 'file_too_large',
    });

    expect(pulled).toBeLessThan(30);
    expect(cancelled).toBe(true);
    expect(sent).toEqual([]);
  });

  it.each([
    ['/no/such/file', 'there is no such file'],
    ['/tmp', 'not a regular file'],
    ['https://example.com/a.pdf', 'fileUrl'],
  ])('reports that it cannot read %s', async (path, message) => {
    const { docforge } = fakeService();

    const refused = docforge.upload(path);

    await expect(refused).rejects.toMatchObject({
      code: 'unreadable_input',
      message: expect.stringContaining(message),
    });
  });
});

describe('jobs', () => {
  it('waits until the job has ended and reports its states', async () => {
    const states: string[] = [];
    const { docforge, to } = fakeService({
      'GET /job/job_1': [
        reply(200, jobOf({ status: 'queued' })),
        reply(200, jobOf({ status: 'processing' })),
      ],
    });

    await docforge.waitFor('job_1', { onProgress: ({ status }) => states.push(status) });

    expect(states).toEqual(['queued', 'processing', 'complete']);
    expect(to('/job/job_1')[0]?.path).toBe('/job/job_1?wait=4');
  });

  it('throws the error of a failed job, and of a cancelled one', async () => {
    const error = corrupt;
    const { docforge } = fakeService({
      'GET /job/job_1': [
        reply(200, jobOf({ status: 'failed', output: null, error })),
        reply(200, jobOf({ status: 'cancelled', output: null })),
      ],
    });

    await expect(docforge.convert({ fileId: 'a' }, { to: 'pdf' })).rejects.toMatchObject({
      name: 'JobFailedError',
      code: 'corrupt_document',
      message: error.message,
      job: { job_id: 'job_1', error },
    });
    await expect(docforge.extract({ fileId: 'a' })).rejects.toMatchObject({ code: 'job_cancelled' });
  });

  it('requests a new URL for the result if the old one has expired', async () => {
    const { docforge, to } = fakeService({
      'GET /result': [new Response('<Error/>', { status: 403 })],
    });

    const result = await docforge.convert({ fileId: 'a' }, { to: 'pdf' });

    expect(await result.text()).toBe('done');
    expect(to('/job/job_1')).toHaveLength(2);
  });

  it('reports a result that has been deleted', async () => {
    const { docforge } = fakeService({
      'GET /result': [new Response('<Error/>', { status: 404 })],
      'GET /job/job_1': [reply(200, jobOf()), reply(200, { ...jobOf(), output_url: undefined })],
    });

    const result = await docforge.convert({ fileId: 'a' }, { to: 'pdf' });

    await expect(result.bytes()).rejects.toMatchObject({ code: 'result_expired' });
  });

  it('never uses the folders of a name', async () => {
    const output = { filename: '../../etc/passwd', mime_type: 'text/plain', size_bytes: 1, sha256: '0' };
    const { docforge } = fakeService({ 'GET /job/job_1': [reply(200, jobOf({ output }))] });

    expect((await docforge.convert({ fileId: 'a' }, { to: 'text' })).filename).toBe('.._.._etc_passwd');
  });

  it('lists the items of all pages', async () => {
    const { docforge, sent } = fakeService({
      'GET /jobs': [
        reply(200, { data: [{ job_id: 'c' }, { job_id: 'b' }], has_more: true, next_cursor: 'x&y' }),
        reply(200, { data: [], has_more: true, next_cursor: 'z' }),
        reply(200, { data: [{ job_id: 'a' }], has_more: false, next_cursor: null }),
      ],
    });

    const ids: string[] = [];
    for await (const { job_id } of docforge.jobs({ status: 'failed' })) ids.push(job_id);

    expect(ids).toEqual(['c', 'b', 'a']);
    expect(sent[2]?.path).toBe('/jobs?limit=100&status=failed&cursor=x%26y');
  });
});

describe('aborting', () => {
  const options = (controller: AbortController) => ({ to: 'pdf', signal: controller.signal });

  it('throws the reason before anything is sent', async () => {
    const { docforge, sent } = fakeService();

    const call = docforge.convert(bytes, { to: 'pdf', signal: AbortSignal.abort(new Error('stop')) });

    await expect(call).rejects.toThrow('stop');
    expect(sent).toEqual([]);
  });

  it('cancels the job that it waits for', async () => {
    const controller = new AbortController();
    const { docforge, to } = fakeService({ 'GET /job/job_1': [never(() => controller.signal)] });

    const call = docforge.convert({ fileId: 'a' }, options(controller));
    await expect.poll(() => to('/job/job_1').length).toBe(1);
    controller.abort(new Error('stop'));

    await expect(call).rejects.toThrow('stop');
    expect(to('/job/job_1/cancel')).toHaveLength(1);
  });

  it('leaves the job with cancelOnAbort: false', async () => {
    const controller = new AbortController();
    const { docforge, to } = fakeService({ 'GET /job/job_1': [never(() => controller.signal)] });

    const call = docforge.convert({ fileId: 'a' }, { ...options(controller), cancelOnAbort: false });
    await expect.poll(() => to('/job/job_1').length).toBe(1);
    controller.abort(new Error('stop'));

    await expect(call).rejects.toThrow('stop');
    expect(to('/job/job_1/cancel')).toEqual([]);
  });

  it('cancels a job that is accepted while the call is aborted', async () => {
    const controller = new AbortController();
    const gate = Promise.withResolvers<Response>();
    const { docforge, to } = fakeService({ 'POST /convert': [() => gate.promise] });

    const call = docforge.convert({ fileId: 'a' }, options(controller));
    await expect.poll(() => to('/convert').length).toBe(1);
    controller.abort(new Error('stop'));
    gate.resolve(reply(202, { job_id: 'job_1', status: 'queued' }));

    await expect(call).rejects.toThrow('stop');
    expect(to('/job/job_1/cancel')).toHaveLength(1);
  });

  it('does not submit again after an abort', async () => {
    const controller = new AbortController();
    const refuse = async () => {
      controller.abort(new Error('stop'));
      return limited('active_jobs_limit_reached', 'Too many active jobs (3/3).', '2');
    };
    const { docforge, to } = fakeService({ 'POST /convert': [refuse] });

    await expect(docforge.convert({ fileId: 'a' }, options(controller))).rejects.toThrow('stop');

    expect(to('/convert')).toHaveLength(1);
  });
});

it('refuses settings that cannot work', () => {
  expect(() => fakeService({}, { baseUrl: 'api.test' })).toThrow('baseUrl');
  expect(() => fakeService({}, { apiKey: undefined })).toThrow('apiKey');
});

describe('what plain JavaScript can pass', () => {
  const { docforge, sent } = fakeService();
  // biome-ignore lint/suspicious/noExplicitAny: the types refuse these calls
  const plain = docforge as any;
  const document =
    'A document is a path, a Uint8Array, a Blob, or an object with stream and name, fileId or fileUrl.';

  it.each<[name: string, call: () => Promise<unknown>, message: string]>([
    ['no options', () => plain.convert('a.docx'), 'Pass the options as an object, such as { to: "pdf" }.'],
    [
      'a format',
      () => plain.convert('a.docx', 'pdf'),
      'Pass the options as an object, such as { to: "pdf" }.',
    ],
    ['no target', () => plain.convert('a.docx', {}), 'Pass either to or steps, such as { to: "pdf" }.'],
    [
      'two targets',
      () => plain.convert('a.docx', { to: 'pdf', steps: [] }),
      'Pass either to or steps, such as { to: "pdf" }.',
    ],
    [
      'a kind',
      () => plain.extract('a.docx', 'tables'),
      'Pass the options as an object, such as { format: "tables" }.',
    ],
    ['no document', () => plain.convert(undefined, { to: 'pdf' }), 'Pass at least one document.'],
    ['null', () => plain.convert(null, { to: 'pdf' }), document],
    ['a number', () => plain.extract(7), document],
    ['an object', () => plain.extract({ path: 'a.docx' }), document],
    ['an ArrayBuffer', () => plain.upload(new ArrayBuffer(2)), document],
    ['a list with a hole', () => plain.convert([bytes, null], { to: 'pdf' }), document],
  ])('is refused with what to pass: %s', async (_name, call, message) => {
    await expect(call()).rejects.toThrow(new TypeError(message));
  });

  it('is refused before a request', () => {
    expect(sent.filter(({ path }) => path !== '/authorize' && path !== '/upload')).toEqual([]);
    expect(() => new (docforge.constructor as new () => unknown)()).toThrow('Pass apiKey or accessToken.');
  });
});

it('names documents, and not their ids, in the refusal of a request', async () => {
  const message = 'file_ids: file_2 is docx, but file_1 is pdf, and file_9 is text.';
  const { docforge } = fakeService({
    'POST /upload': ['file_1', 'file_2'].map((file_id) => reply(201, { file_id })),
    'POST /convert': [reply(422, { error: 'unsupported_conversion', message })],
  });
  const inputs = ['a.pdf', 'b.docx'].map((name) => new File([bytes], name));

  await expect(docforge.convert(inputs, { to: 'pdf' })).rejects.toMatchObject({
    code: 'unsupported_conversion',
    status: 422,
    message: expect.stringMatching(
      /^file_ids: [ab]\.\w+ is docx, but [ab]\.\w+ is pdf, and file_9 is text\.$/,
    ),
  });
});

describe('an address at which nothing listens', () => {
  const refused = (code: string, causes = 1): Error => {
    const cause = Object.assign(new Error(code), { code });
    return new TypeError('fetch failed', {
      cause: causes === 1 ? cause : new AggregateError(Array(causes).fill(cause)),
    });
  };

  it.each(['ECONNREFUSED', 'ENOTFOUND'])('fails at once: %s', async (code) => {
    for (const causes of [1, 2]) {
      const { docforge, sent } = fakeService({ 'POST /authorize': Array(9).fill(refused(code, causes)) });

      await expect(docforge.usage()).rejects.toMatchObject({ code: 'network_error', retryable: true });
      expect(sent).toHaveLength(1);
    }
  });

  it('is tried again once the service has been reached, and after other faults', async () => {
    const files = { max_bytes: 1, max_upload_bytes: 1 };
    const { docforge, sent } = fakeService({
      'POST /authorize': [refused('ECONNRESET')],
      'GET /usage': [refused('ECONNREFUSED'), refused('ENOTFOUND'), reply(200, { files })],
    });

    expect(await docforge.usage()).toEqual({ files });
    expect(sent).toHaveLength(5);
  });
});

it('does not send a file that is larger than every route accepts', async () => {
  const files = { max_bytes: 5_242_880, max_upload_bytes: 5_242_880 };
  const { docforge, sent } = fakeService({ 'GET /usage': [reply(200, { files })] });
  const input = new File([new Uint8Array(5_242_881)], 'large.pdf');

  await expect(docforge.extract(input)).rejects.toMatchObject({
    code: 'file_too_large',
    message: 'large.pdf is 5.0 MB; the limit is 5 MB. Split it or reduce its size.',
  });
  expect(sent.map(({ path }) => path)).toEqual(['/authorize', '/usage']);
});
