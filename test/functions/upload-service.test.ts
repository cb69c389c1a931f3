import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { type ClientRequest, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { rateWindows } from '../../lib/aws/rate-windows.ts';
import { largestFileBytes } from '../../lib/plan-table.ts';
import type { HttpServer } from '../../lib/upload-service/http-server.ts';
import type { BodyTimes } from '../../lib/upload-service/timed-body.ts';
import { createClient, multipart } from '../e2e/support/client.ts';
import { itLong } from '../support/long-run.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { createTenant, type TestTenant } from '../support/tenant.ts';

let service: TestService;
let tenant: TestTenant;
let directory: string;
let running: HttpServer | undefined;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'docforge-spool-'));
  tenant = await createTenant(service.table);
});
afterEach(async () => {
  running?.server.closeAllConnections();
  await running?.drain();
  running = undefined;
  await rm(directory, { recursive: true });
});

const start = async ({
  maxBytes = 10 * largestFileBytes,
  maxInFlight = 100,
  ...times
}: Partial<BodyTimes> & { maxBytes?: number; maxInFlight?: number } = {}): Promise<string> => {
  const { createHttpServer } = await import('../../lib/upload-service/http-server.ts');
  const { openSpool } = await import('../../lib/upload-service/spool.ts');
  const { uploadEndpoint } = await import('../../lib/upload-service/upload-endpoint.ts');
  running = createHttpServer({
    windows: rateWindows(service.table),
    endpoints: {
      'POST /upload': uploadEndpoint(openSpool({ directory, maxBytes, maxFileBytes: largestFileBytes })),
    },
    times: { totalSeconds: 60, stallSeconds: 30, ...times },
    maxInFlight,
  });
  running.server.listen(0, '127.0.0.1');
  await once(running.server, 'listening');
  return `http://127.0.0.1:${(running.server.address() as AddressInfo).port}`;
};

const spooledFiles = async (): Promise<string[]> => readdir(directory);
const operations = async (): Promise<number> => (await tenant.account()).operations;
const filePart = (content: string | Uint8Array) => multipart([{ name: 'file', filename: 'a.txt', content }]);

/** The start of an upload, whose body the test continues. */
const beginUpload = async (baseUrl: string, headers: Record<string, string> = {}): Promise<ClientRequest> => {
  const sent = request(`${baseUrl}/upload`, {
    method: 'POST',
    headers: {
      'content-type': 'multipart/form-data; boundary=x',
      authorization: `Bearer ${await tenant.newToken()}`,
      ...headers,
    },
  });
  sent.on('error', () => undefined);
  sent.write('--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nwords ');
  return sent;
};

const answerOf = async (sent: ClientRequest) => {
  const [response] = await once(sent, 'response');
  const text = (await buffer(response)).toString();
  return { status: response.statusCode, json: text === '' ? undefined : JSON.parse(text) };
};

itLong.each([
  [largestFileBytes - 1, 201],
  [largestFileBytes, 201],
  [largestFileBytes + 1, 413],
])('returns for a file of %d bytes the status %d', async (bytes, status) => {
  const call = createClient(await start());

  const answer = await call({
    path: '/upload',
    token: await tenant.newToken(),
    ...filePart(Buffer.alloc(bytes, 'words and more words\n')),
  });

  expect([answer.status, answer.json.size_bytes ?? answer.json.error]).toEqual([
    status,
    status === 201 ? bytes : 'file_too_large',
  ]);
  expect([await operations(), await spooledFiles()]).toEqual([status === 201 ? 1 : 0, []]);
  if (status !== 201) return;
  const stored = await fetch(answer.json.file_url);
  expect((await stored.arrayBuffer()).byteLength).toBe(bytes);
});

it('refuses a file at the first byte over the limit, while the client is still sending', async () => {
  const sent = await beginUpload(await start());
  sent.write(Buffer.alloc(largestFileBytes, 'x'));

  const answer = await answerOf(sent);

  expect([answer.status, answer.json.error, sent.writableEnded]).toEqual([413, 'file_too_large', false]);
  expect([await operations(), await spooledFiles()]).toEqual([0, []]);
  sent.destroy();
});

it('refuses a request without a token before its body', async () => {
  const sent = await beginUpload(await start(), { authorization: 'Bearer no-token' });

  expect((await answerOf(sent)).status).toBe(401);
  expect(await spooledFiles()).toEqual([]);
  sent.destroy();
});

it.each([
  ['stalls', { stallSeconds: 0.3 }, 'No byte of the body arrived for 0.3 seconds'],
  ['is too slow', { totalSeconds: 0.3 }, 'The body took longer than 0.3 seconds'],
])('refuses a body that %s', async (_title, times, message) => {
  const sent = await beginUpload(await start(times));

  const answer = await answerOf(sent);

  expect(answer).toEqual({
    status: 408,
    json: { error: 'request_timeout', message: expect.stringContaining(message) },
  });
  expect([await operations(), await spooledFiles()]).toEqual([0, []]);
  sent.destroy();
});

it('leaves nothing of an upload that is cut off', async () => {
  const sent = await beginUpload(await start());
  await expect.poll(spooledFiles).toHaveLength(1);

  sent.destroy();

  await expect.poll(spooledFiles).toEqual([]);
  expect(running?.inFlight()).toBe(0);
  expect(await operations()).toBe(0);
});

it('answers 503 while its disk is full, and accepts files again afterwards', async () => {
  const baseUrl = await start({ maxBytes: 1000 });
  const call = createClient(baseUrl);
  const token = await tenant.newToken();
  const other = await beginUpload(baseUrl);
  other.write('x'.repeat(600));
  await expect.poll(spooledFiles).toHaveLength(1);

  const refused = await call({ path: '/upload', token, ...filePart('y'.repeat(600)) });
  other.destroy();
  await expect.poll(spooledFiles).toEqual([]);
  const accepted = await call({ path: '/upload', token, ...filePart('y'.repeat(600)) });

  expect([refused.status, refused.json.error, refused.headers['retry-after']]).toEqual([
    503,
    'temporarily_unavailable',
    '10',
  ]);
  expect(accepted.status).toBe(201);
});

it('answers 503 to more requests than it can hold, but not to health checks', async () => {
  const baseUrl = await start({ maxInFlight: 1 });
  const held = await beginUpload(baseUrl);
  await expect.poll(spooledFiles).toHaveLength(1);

  const refused = await fetch(`${baseUrl}/upload`, { method: 'POST' });

  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '10']);
  expect(refused.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  expect(await refused.json()).toEqual({
    error: 'temporarily_unavailable',
    message: expect.stringContaining('Retry-After'),
  });
  expect((await fetch(`${baseUrl}/health`)).status).toBe(200);
  held.end('\r\n--x--\r\n');
  expect((await answerOf(held)).status).toBe(201);
  expect((await fetch(`${baseUrl}/upload`, { method: 'POST' })).status).toBe(401);
});

it('lets an upload end after it stopped accepting requests', async () => {
  const baseUrl = await start();
  const sent = await beginUpload(baseUrl);
  await expect.poll(spooledFiles).toHaveLength(1);

  const drained = running?.drain();
  await expect(fetch(`${baseUrl}/health`)).rejects.toThrow();
  await sleep(50);
  sent.end('\r\n--x--\r\n');

  expect((await answerOf(sent)).status).toBe(201);
  await drained;
});

it('stores a file although the answer of the storage was lost', async () => {
  const call = createClient(await start());
  service.takeCalls();
  service.s3.loseAnswer(/^PUT /);

  const answer = await call({ path: '/upload', token: await tenant.newToken(), ...filePart('some words') });

  expect([answer.status, await operations()]).toEqual([201, 1]);
  expect(service.takeCalls().filter(({ operation }) => operation.startsWith('PUT '))).toHaveLength(2);
});

it.each([
  ['GET', '/health', 200, undefined],
  ['GET', '/upload', 405, 'POST, OPTIONS'],
  ['DELETE', '/v1/upload', 405, 'POST, OPTIONS'],
  ['OPTIONS', '/upload', 204, 'POST, OPTIONS'],
  ['POST', '/convert', 404, undefined],
  ['POST', '/nothing', 404, undefined],
])('answers %s %s with %d', async (method, path, status, allow) => {
  const answer = await fetch(`${await start()}${path}`, { method });

  expect(answer.status).toBe(status);
  if (allow !== undefined) expect(answer.headers.get('allow')).toBe(allow);
});

it('refuses query parameters as the function does', async () => {
  const call = createClient(await start());

  const answer = await call({ path: '/v1/upload?to=pdf', token: await tenant.newToken(), ...filePart('x') });

  expect([answer.status, answer.json.message]).toEqual([
    400,
    expect.stringContaining('to: unknown query parameter'),
  ]);
});
