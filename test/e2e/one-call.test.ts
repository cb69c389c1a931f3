import { once } from 'node:events';
import { type OutgoingHttpHeaders, request } from 'node:http';
import { expect, inject, test } from 'vitest';
import { job as jobSchema } from '../../lib/api/job-schemas.ts';
import { multipart } from './support/client.ts';
import { encryptedPdf, simplePdf } from './support/documents.ts';
import { withToken } from './support/shared-tenant.ts';
import { createTenant } from './support/tenant.ts';
import { startReceiver } from './support/webhook-receiver.ts';

const stack = inject('stack');

const form = (content: string | Uint8Array, filename: string, fields: Readonly<Record<string, string>>) =>
  multipart([
    { name: 'file', filename, content },
    ...Object.entries(fields).map(([name, text]) => ({ name, content: text })),
  ]);

/** A request whose client accepts only the result, and waits for it. */
const forResult = { prefer: 'wait=25', accept: 'application/octet-stream' };

test('converts a file in one call, which returns its text or redirects to its PDF', async () => {
  const tenant = await createTenant(stack);
  const token = await tenant.authorize();
  const send = (to: string, content: string | Uint8Array, filename: string) => {
    const sent = form(content, filename, { to, options: to === 'text' ? '{"pages":"1"}' : '{}' });
    return tenant.call({ path: '/convert', token, ...sent, headers: { ...sent.headers, ...forResult } });
  };

  const text = await send('text', simplePdf(['Hello from page one']), 'one.pdf');
  const pdf = await send('pdf', 'Hello', 'one.txt');

  expect([text.status, text.headers['preference-applied']]).toEqual([200, 'wait=25']);
  expect(text.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(text.headers['content-disposition']).toContain('one.txt');
  expect(text.bytes.toString()).toContain('Hello from page one');
  expect([pdf.status, pdf.headers['preference-applied']]).toEqual([303, 'wait=25']);
  const result = await fetch(String(pdf.headers.location));
  expect(result.headers.get('content-disposition')).toContain('one.pdf');
  expect(await result.text()).toMatch(/^%PDF/);
  const [job] = (await tenant.call({ path: '/jobs?from=pdf', token })).json.data;
  expect(job).toMatchObject({ status: 'complete', attempts: 1 });
  const { json } = await tenant.call({ path: '/usage', token });
  expect([json.operations.used, json.jobs.active]).toEqual([4, 0]);
});

test('extracts from a file in one call, which returns the job to a client that accepts JSON', async () => {
  const { tenant, token } = await withToken();
  const sent = form('# A title\n\nSome **bold** text.\n\n- one\n- two\n', 'a.md', { format: 'chunks' });

  const answer = await tenant.call({
    path: '/extract',
    token,
    ...sent,
    headers: { ...sent.headers, prefer: 'wait=25' },
  });

  expect(answer.status).toBe(200);
  expect(jobSchema.parse(answer.json)).toMatchObject({
    status: 'complete',
    format: 'chunks',
    from: 'markdown',
  });
  expect(answer.headers.location).toBe(`/job/${answer.json.job_id}`);
  expect(JSON.parse((await tenant.download(answer.json)).toString())).toEqual([
    expect.objectContaining({ text: expect.stringContaining('bold') }),
  ]);
});

test('runs the job within the call, under its first lease, and announces it', async () => {
  const tenant = await createTenant(stack);
  const token = await tenant.authorize();
  const receiver = await startReceiver();
  const sent = form('id,name\n1,Ada\n', 'a.csv', { to: 'json', webhook_url: receiver.url });

  const answer = await tenant.call({
    path: '/convert',
    token,
    ...sent,
    headers: { ...sent.headers, prefer: 'wait=25', 'idempotency-key': 'key-1' },
  });
  const [announced] = await receiver.take(1);
  await receiver.close();
  const again = await tenant.call({
    path: '/convert',
    token,
    ...sent,
    headers: { ...sent.headers, prefer: 'wait=25', 'idempotency-key': 'key-1' },
  });

  expect([answer.status, answer.json.status, answer.json.attempts]).toEqual([200, 'complete', 1]);
  expect(JSON.parse(announced?.body ?? '')).toMatchObject({
    type: 'job.completed',
    data: { job_id: answer.json.job_id, status: 'complete' },
  });
  expect(again.json.job_id).toBe(answer.json.job_id);
  const file = await tenant.call({ path: `/file/${answer.json.file_id}`, token });
  expect(await (await fetch(file.json.file_url)).text()).toBe('id,name\n1,Ada\n');
  const { json } = await tenant.call({ path: '/usage', token });
  expect(json.operations.used).toBe(2);
});

test('announces a job that is stored once it has ended', async () => {
  const tenant = await createTenant(stack);
  const token = await tenant.authorize();
  const receiver = await startReceiver();
  await tenant.call({ path: '/webhooks', token, json: { url: receiver.url } });
  const sent = form(simplePdf(['Hello']), 'one.pdf', { to: 'text' });

  const startedAt = performance.now();
  const answer = await tenant.call({
    path: '/convert',
    token,
    ...sent,
    headers: { ...sent.headers, ...forResult },
  });
  // After a second, which a busy machine may need, the job is stored with its file.
  const isQuick = performance.now() - startedAt < 1000;
  const [announced] = await receiver.take(1);
  await receiver.close();

  expect([answer.status, answer.bytes.toString()]).toEqual([200, expect.stringContaining('Hello')]);
  expect(JSON.parse(announced?.body ?? '')).toMatchObject({
    type: 'job.completed',
    data: { status: 'complete', attempts: 1, ...(isQuick ? { file_id: null } : {}) },
  });
});

test('waits for the job of an uploaded file', async () => {
  const { tenant, token } = await withToken();
  const fileId = await tenant.upload(token, 'Some text.', 'a.txt');

  const answer = await tenant.call({
    path: '/convert',
    token,
    json: { file_id: fileId, to: 'pdf' },
    headers: { prefer: 'wait=25' },
  });

  expect([answer.status, answer.json.status]).toEqual([200, 'complete']);
});

test('says why a job has no result to a client that accepts nothing else', async () => {
  const { tenant, token } = await withToken();
  const sent = form(await encryptedPdf('Hello', 'secret'), 'locked.pdf', { to: 'text' });

  const answer = await tenant.call({
    path: '/convert',
    token,
    ...sent,
    headers: { ...sent.headers, ...forResult },
  });

  expect([answer.status, answer.json]).toEqual([
    422,
    {
      error: 'job_failed',
      message: expect.stringMatching(/has no result: .*password/i),
      job_id: expect.any(String),
      job_error: 'encrypted_document',
    },
  ]);
});

/** Begins a request. */
const begin = (path: string, token: string, headers: OutgoingHttpHeaders) => {
  const sent = request(`${stack.baseUrl}${path}`, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${token}` },
  });
  sent.on('error', () => undefined);
  return sent;
};

test.each([
  ['the job', { prefer: 'wait=25' }],
  ['nothing but the result', { ...forResult, 'idempotency-key': 'key-1' }],
])(
  'completes and charges a job once whose client, which accepts %s, has disconnected',
  async (_, headers) => {
    const tenant = await createTenant(stack);
    const token = await tenant.authorize();
    const read = async (path: string) => (await tenant.call({ path, token })).json;
    const sent = form('A line of a long text.\n\n'.repeat(8000), 'long.txt', { to: 'pdf' });
    const all = { ...sent.headers, ...headers };
    const abandoned = begin('/convert', token, all);
    abandoned.end(sent.body);

    await expect.poll(async () => (await read('/usage')).jobs.active, { timeout: 20_000 }).toBe(1);
    abandoned.destroy();

    await expect.poll(async () => (await read('/usage')).jobs.active, { timeout: 30_000 }).toBe(0);
    const [job, ...others] = (await read('/jobs')).data;
    expect([job.status, job.attempts, others]).toEqual(['complete', 1, []]);
    expect((await tenant.download(await read(`/job/${job.job_id}`))).toString('latin1')).toMatch(/^%PDF/);
    if ('idempotency-key' in headers) {
      const again = await tenant.call({ path: '/convert', token, ...sent, headers: all });
      expect([again.status, again.headers['content-location'] ?? again.headers.location]).toEqual([
        303,
        expect.stringContaining(job.job_id),
      ]);
    }
    expect((await read('/usage')).operations.used).toBe(2);
  },
);

test('charges nothing for a file that its client does not send to its end', async () => {
  const tenant = await createTenant(stack);
  const token = await tenant.authorize();
  const sent = form('A line of text.\n'.repeat(1000), 'a.txt', { to: 'pdf' });
  const abandoned = begin('/convert', token, { ...sent.headers, ...forResult });
  const body = Buffer.from(sent.body ?? '');
  abandoned.setHeader('content-length', body.length);

  abandoned.write(body.subarray(0, body.length / 2));
  await once(abandoned, 'socket');
  await new Promise((resolve) => abandoned.write('', resolve));
  abandoned.destroy();

  const { json } = await tenant.call({ path: '/usage', token });
  expect([json.operations.used, json.jobs.active]).toEqual([0, 0]);
  expect((await tenant.call({ path: '/jobs', token })).json.data).toEqual([]);
});
