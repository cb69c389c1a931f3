import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openTable } from '../../../lib/aws/dynamodb.ts';
import { openObjectStore } from '../../../lib/aws/object-store.ts';
import { recordFault } from '../../../lib/conversions/base/fault-record.ts';
import type { ObjectStore } from '../../../lib/files/objects.ts';
import { listenOnLoopback } from '../../../local/emulators/loopback.ts';

/** What S3 responds to one request; `undefined` closes the connection. */
type Scripted = { readonly status: number; readonly body?: string } | undefined;

const key = "accounts/a b/it's (1).pdf";
const bytes = Buffer.from('Apples and pears');
const sha256 = createHash('sha256').update(bytes).digest('hex');
const metadata = { mimeType: 'text/plain', sha256 };

const errorOf = (status: number, code: string): Scripted => ({
  status,
  body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>No.</Message></Error>`,
});

let script: Scripted[];
let received: { line: string; headers: IncomingMessage['headers']; body: string }[];
let server: Server;
let store: ObjectStore;

beforeEach(async () => {
  received = [];
  server = createServer(async (request, response) => {
    const { method, url, headers } = request;
    received.push({ line: `${method} ${url}`, headers, body: (await buffer(request)).toString() });
    const answer = script.shift();
    if (answer === undefined) request.socket.destroy();
    else response.writeHead(answer.status, { 'x-amz-request-id': 'R1' }).end(answer.body);
  });
  vi.stubEnv('AWS_ENDPOINT_URL_S3', await listenOnLoopback(server, 0));
  vi.stubEnv('BUCKET_NAME', 'files');
  // The pauses between attempts are random parts of a span.
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret', sessionToken: 'session' };
  store = openObjectStore(openTable('table', { region: 'eu-west-1', credentials }));
});

afterEach(async () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

it('signs the content, its type and its checksum', async () => {
  script = [{ status: 200 }];

  await store.put(key, bytes, metadata);

  const signed = [
    'content-length',
    'content-type',
    'host',
    'x-amz-checksum-sha256',
    'x-amz-content-sha256',
    'x-amz-date',
    'x-amz-security-token',
  ].join(';');
  expect(received).toEqual([
    {
      line: 'PUT /files/accounts/a%20b/it%27s%20%281%29.pdf',
      body: 'Apples and pears',
      headers: expect.objectContaining({
        'content-type': 'text/plain',
        'content-length': '16',
        'x-amz-content-sha256': sha256,
        'x-amz-checksum-sha256': Buffer.from(sha256, 'hex').toString('base64'),
        'x-amz-security-token': 'session',
        authorization: expect.stringMatching(
          new RegExp(
            `^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/\\d{8}/eu-west-1/s3/aws4_request, SignedHeaders=${signed}, Signature=[0-9a-f]{64}$`,
          ),
        ),
      }),
    },
  ]);
});

describe('a transient fault', () => {
  it.each([
    ['an overload', errorOf(503, 'SlowDown')],
    ['an internal error without XML', { status: 500, body: 'Oh' }],
    ['too many requests', errorOf(429, 'TooManyRequests')],
    ['a slow body', errorOf(400, 'RequestTimeout')],
    ['a closed connection', undefined],
  ])('of %s is retried until the fifth attempt', async (_, fault) => {
    script = [fault, fault, fault, fault, { status: 200, body: 'Apples' }];

    expect((await store.get(key))?.toString()).toBe('Apples');
    expect(received).toHaveLength(5);
  });

  it('has the code of S3 as its name if it lasts', async () => {
    script = Array.from({ length: 9 }, () => errorOf(503, 'SlowDown'));

    await expect(store.remove(key)).rejects.toMatchObject({ name: 'SlowDown' });
    expect(received).toHaveLength(5);
  });

  it('sends a file again from its start', async () => {
    script = [errorOf(500, 'InternalError'), undefined, { status: 200 }];
    const folder = await mkdtemp(join(tmpdir(), 'docforge-object-'));
    await writeFile(join(folder, 'a'), bytes);

    await store.putFile(key, { path: join(folder, 'a'), length: bytes.length }, metadata);

    await rm(folder, { recursive: true });
    expect(received.map(({ body }) => body)).toEqual(Array(3).fill('Apples and pears'));
  });
});

describe('a refusal', () => {
  it.each([
    ['AccessDenied', errorOf(403, 'AccessDenied'), 403],
    ['NoSuchBucket', errorOf(404, 'NoSuchBucket'), 404],
    ['UnknownError', { status: 400, body: '' }, 400],
  ])('as %s is thrown at once, and its log line contains the code', async (name, fault, status) => {
    script = [fault];

    const error = await store.get(key).catch((thrown: unknown) => thrown);

    expect(error).toMatchObject({ name, message: `S3 responded ${status} ${name} (request R1)` });
    expect(recordFault(error)).toMatchObject({ name });
    expect(received).toHaveLength(1);
  });

  it('of a missing object is undefined', async () => {
    script = [errorOf(404, 'NoSuchKey')];

    expect(await store.get(key)).toBeUndefined();
  });
});

describe('a put whose signal is aborted', () => {
  const stalled = async (put: (signal: AbortSignal) => Promise<void>): Promise<void> => {
    const { promise: arrived, resolve } = Promise.withResolvers<void>();
    server.removeAllListeners('request');
    server.on('request', (request) => {
      received.push({ line: `${request.method} ${request.url}`, headers: {}, body: '' });
      resolve();
    });
    const aborting = new AbortController();
    const stored = put(aborting.signal);
    await arrived;
    aborting.abort();
    await expect(stored).rejects.toThrow();
    expect(received).toHaveLength(1);
  };

  it('ends and is not repeated', () => stalled((signal) => store.put(key, bytes, metadata, signal)));

  it('ends and is not repeated, from a file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'docforge-put-'));
    const path = join(folder, 'result');
    await writeFile(path, bytes);

    await stalled((signal) => store.putFile(key, { path, length: bytes.length }, metadata, signal));

    await rm(folder, { recursive: true });
  });
});

describe('a new object', () => {
  it('is stored on the condition that its key is new', async () => {
    script = [{ status: 200 }];

    expect(await store.putNew(key, bytes, metadata)).toBe(true);
    expect(received[0]?.headers).toMatchObject({
      'if-none-match': '*',
      authorization: expect.stringContaining('if-none-match'),
    });
  });

  it('is not stored if its key exists', async () => {
    script = [errorOf(412, 'PreconditionFailed')];

    expect(await store.putNew(key, bytes, metadata)).toBe(false);
  });

  it('is sent again while another write of its key races it', async () => {
    script = [errorOf(409, 'ConditionalRequestConflict'), errorOf(412, 'PreconditionFailed')];

    expect(await store.putNew(key, bytes, metadata)).toBe(false);
    expect(received).toHaveLength(2);
  });
});
