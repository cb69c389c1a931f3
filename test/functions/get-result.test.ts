import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { returnedBytes } from '../../lib/api/limits.ts';
import { openTable } from '../../lib/aws/dynamodb.ts';
import { openObjectStore } from '../../lib/aws/object-store.ts';
import { keys } from '../../lib/aws/table.ts';
import { type Job, resultObjectKey } from '../../lib/jobs/job.ts';
import { submitJob } from '../support/jobs.ts';
import { changeItem } from '../support/table.ts';
import { createTenant } from '../support/tenant.ts';
import { call, service, tenant, useApi } from './use-api.ts';

useApi();

const text = '\ufeffGrün. 🙂\r\n';

/** Ends a job with a result. `isStored`: its bytes are in the bucket. */
const complete = async (
  { accountId, jobId }: Job,
  mimeType: string,
  bytes: Uint8Array,
  isStored = true,
): Promise<void> => {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  if (isStored)
    await openObjectStore(openTable()).put(resultObjectKey(accountId, jobId, 1), bytes, { mimeType, sha256 });
  const now = Date.now();
  await changeItem(service.table, keys.job(accountId, jobId), {
    job_status: 'complete',
    attempts: 1,
    completed_at: now,
    expires_at: now + 3_600_000,
    job_output: { filename: 'a b.txt', mimeType, sizeBytes: bytes.length, sha256 },
  });
};

const submit = () => submitJob(service.table, tenant, Date.now());
const read = ({ jobId }: Job, accept?: string, query: Record<string, string> = {}, token?: string) =>
  call('get-result', {
    id: jobId,
    query,
    headers: accept === undefined ? {} : { Accept: accept },
    ...(token === undefined ? {} : { token }),
  });

describe('the result of a job', () => {
  test.each(['text/plain', 'text/*', 'application/octet-stream'])(
    'is the response itself for %s',
    async (accept) => {
      const job = await submit();
      await complete(job, 'text/html', Buffer.from(text));

      const answer = await read(job, accept);

      expect([answer.status, answer.text]).toEqual([200, text]);
      expect(answer.headers).toMatchObject({
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Disposition': expect.stringContaining('attachment; filename="a b.txt"'),
        'X-Content-Type-Options': 'nosniff',
      });
    },
  );

  test.each([
    ['no Accept', undefined],
    ['everything', '*/*'],
    ['a browser', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'],
    ['JSON', 'text/plain, application/json'],
  ])('is at Location for %s', async (_, accept) => {
    const job = await submit();
    await complete(job, 'text/plain', Buffer.from(text));
    service.takeCalls();

    const { status, headers } = await read(job, accept);

    expect(status).toBe(303);
    expect(service.takeCalls().map(({ operation }) => operation)).toEqual(['UpdateItem', 'GetItem']);
    expect(await (await fetch(String(headers.Location))).text()).toBe(text.slice(1));
  });

  test.each([
    ['no text', 'application/pdf', Buffer.from('%PDF')],
    ['larger than 1 MB', 'text/plain', Buffer.alloc(returnedBytes + 1, 'a')],
    ['not UTF-8', 'text/csv', Buffer.from([0xff, 0x41])],
  ])('is at Location if it is %s', async (_, mimeType, bytes) => {
    const job = await submit();
    await complete(job, mimeType, bytes);

    const { status, headers, text: body } = await read(job, 'application/octet-stream');

    expect([status, body]).toEqual([303, '']);
    expect(Buffer.from(await (await fetch(String(headers.Location))).arrayBuffer()).equals(bytes)).toBe(true);
  });

  test('of exactly 1 MB, and an empty one, are the response', async () => {
    for (const bytes of [Buffer.alloc(returnedBytes, 'a'), Buffer.alloc(0)]) {
      const job = await submit();
      await complete(job, 'text/plain', bytes);

      const answer = await read(job, 'text/plain');

      expect([answer.status, answer.text.length]).toEqual([200, bytes.length]);
    }
  });

  test('whose bytes were deleted is at Location, as for all', async () => {
    const job = await submit();
    await complete(job, 'text/plain', Buffer.from(text), false);

    expect((await read(job, 'text/plain')).status).toBe(303);
  });

  test('is awaited', async () => {
    const job = await submit();
    const answering = read(job, 'text/plain', { wait: '20' });
    await complete(job, 'text/plain', Buffer.from(text));

    expect((await answering).text).toBe(text);
  });

  test('of a job that is still active is refused, at once or after the wait', async () => {
    const job = await submit();

    const answers = [await read(job), await read(job, 'text/plain', { wait: '1' })];

    for (const { status, json, headers } of answers)
      expect([status, json.error, headers['Retry-After']]).toEqual([409, 'job_not_complete', '2']);
  });

  test('of another account does not exist', async () => {
    const job = await submit();
    await complete(job, 'text/plain', Buffer.from(text));
    const other = await createTenant(service.table);

    const { status, json } = await read(job, 'text/plain', {}, await other.newToken());

    expect([status, json.error]).toEqual([404, 'job_not_found']);
  });
});
