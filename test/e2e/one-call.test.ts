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

test('converts a file in one call, which redirects to the result', async () => {
  const tenant = await createTenant(stack);
  const token = await tenant.authorize();
  const sent = form(simplePdf(['Hello from page one']), 'one.pdf', {
    to: 'text',
    options: '{"pages":"1"}',
  });

  const answer = await tenant.call({
    path: '/convert',
    token,
    ...sent,
    headers: { ...sent.headers, ...forResult },
  });
  const result = await fetch(String(answer.headers.location));

  expect([answer.status, answer.headers['preference-applied']]).toEqual([303, 'wait=25']);
  expect(result.headers.get('content-disposition')).toContain('one.txt');
  expect(await result.text()).toContain('Hello from page one');
  const { json } = await tenant.call({ path: '/usage', token });
  expect(json.operations.used).toBe(2);
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
