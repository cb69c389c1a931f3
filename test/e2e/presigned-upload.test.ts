import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { largestFileBytes } from '../../lib/plan-table.ts';
import { withToken } from './support/shared-tenant.ts';

const announce = async (json: object) => {
  const { tenant: other, token: otherToken } = await withToken();
  const answer = await other.call({ path: '/uploads', token: otherToken, json });
  const send = async (content: string | Uint8Array) => {
    const form = new FormData();
    for (const [name, value] of Object.entries<string>(answer.json.upload.fields)) form.append(name, value);
    form.append('file', new Blob([Buffer.from(content)]), 'a');
    return fetch(answer.json.upload.url, { method: 'POST', body: form });
  };
  return { tenant: other, token: otherToken, answer, send };
};

test('accepts a presigned upload directly to storage and converts it', async () => {
  const content = 'Announced and sent.\n';
  const sha256 = createHash('sha256').update(content).digest('hex');
  const {
    tenant: other,
    token: otherToken,
    answer,
    send,
  } = await announce({ filename: 'n.txt', size_bytes: content.length, sha256 });
  expect(answer.status).toBe(201);
  expect(answer.json).toEqual({
    file_id: expect.stringMatching(/^file_/),
    upload: { url: expect.any(String), fields: expect.any(Object), expires_at: expect.any(String) },
  });

  const early = await other.call({
    path: '/convert',
    token: otherToken,
    json: { file_id: answer.json.file_id, to: 'pdf' },
  });
  expect([early.status, early.json.error]).toEqual([409, 'file_not_uploaded']);
  expect((await send(content)).status).toBe(204);

  const jobId = await other.submit(otherToken, '/convert', { file_id: answer.json.file_id, to: 'pdf' });
  const job = await other.finish(otherToken, jobId);
  expect(job).toMatchObject({ status: 'complete', from: 'text', output: { filename: 'n.pdf' } });
  expect(job.report.input).toEqual({ size_bytes: content.length, sha256 });
});

test('refuses a presigned upload whose size or hash differs', async () => {
  const sha256 = createHash('sha256').update('abcd').digest('hex');
  const { send } = await announce({ filename: 'a', size_bytes: 4, sha256 });

  expect((await send('abcde')).status).toBe(400);
  expect((await send('abcx')).status).toBe(400);
  expect((await send('abcd')).status).toBe(204);
});

test('checks a presigned upload before it is used', async () => {
  const {
    tenant: other,
    token: otherToken,
    answer,
    send,
  } = await announce({ filename: 'a.pdf', size_bytes: 8 });
  await send(Buffer.from([0, 1, 2, 3, 0xfe, 0xed, 0, 0]));

  const refused = await other.call({
    path: '/convert',
    token: otherToken,
    json: { file_id: answer.json.file_id, to: 'text' },
  });

  expect([refused.status, refused.json.error]).toEqual([415, 'unsupported_file_type']);
});

test.each([
  { json: { filename: 'a' }, says: 'size_bytes: is required.' },
  { json: { filename: 'a', size_bytes: 0 }, says: 'size_bytes: ' },
  { json: { filename: '', size_bytes: 1 }, says: 'filename: ' },
  { json: { filename: 'a', size_bytes: 1, sha256: 'x' }, says: 'sha256: ' },
  { json: { filename: 'a', size_bytes: 1, extra: true }, says: 'extra: unknown field' },
])('refuses the presigned upload $json', async ({ json, says }) => {
  const { answer } = await announce(json);

  expect(answer.status).toBe(400);
  const field = says.slice(0, says.indexOf(':'));
  expect(answer.json).toEqual({ error: 'invalid_request', field, message: expect.stringContaining(says) });
});

test.each([
  { size: largestFileBytes - 1, status: 201 },
  { size: largestFileBytes, status: 201 },
  { size: largestFileBytes + 1, status: 413 },
])('returns $status for a presigned upload of $size bytes', async ({ size, status }) => {
  const { answer } = await announce({ filename: 'a', size_bytes: size });

  expect([answer.status, answer.json.error]).toEqual([status, status === 413 ? 'file_too_large' : undefined]);
});
