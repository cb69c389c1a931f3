import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LargeResult } from '../../../lib/jobs/effects.ts';
import { createPutResult } from '../../../lib/jobs/put-result.ts';
import { listenOnLoopback } from '../../../local/emulators/loopback.ts';
import { itLong, runsOf } from '../../support/long-run.ts';
import { serve, useRemoteHosts } from '../files/remote-host.ts';

useRemoteHosts();

const anywhere = { isAllowed: () => true };
const put = createPutResult(() => anywhere);
const { signal } = new AbortController();
const text = { bytes: Buffer.from('ünd'), mimeType: 'text/plain' };
const content = randomBytes(15_000_000);

let folder: string;
let large: { bytes: LargeResult; mimeType: string };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'put-result-'));
  const path = join(folder, 'result');
  await writeFile(path, content);
  large = {
    bytes: { path, length: content.length, sha256: '', discard: async () => undefined },
    mimeType: 'text/csv',
  };
});
afterAll(() => rm(folder, { recursive: true }));

it('puts the bytes with their media type and length', async () => {
  const bodies: string[] = [];
  const { address, asked } = await serve(async (request, response) => {
    bodies.push((await buffer(request)).toString());
    response.writeHead(201).end();
  });

  const outcome = await put(`${address}/bucket/key%20a?X-Amz-Signature=a%2Fb`, text, signal);

  expect(outcome).toEqual({ status: 201, code: undefined });
  expect(bodies).toEqual(['ünd']);
  expect(asked[0]).toMatchObject({ method: 'PUT', url: '/bucket/key%20a?X-Amz-Signature=a%2Fb' });
  expect(asked[0]?.headers).toMatchObject({ 'content-type': 'text/plain', 'content-length': '4' });
  expect(asked[0]?.headers).not.toHaveProperty('transfer-encoding');
  expect(asked[0]?.headers).not.toHaveProperty('x-ms-blob-type');
});

it('states the type of the blob to Azure, and only to Azure', async () => {
  const { address, asked } = await serve((_, response) => response.writeHead(201).end());
  const { port } = new URL(address);
  const local = createPutResult(() => ({
    ...anywhere,
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
  }));

  for (const host of ['a.blob.core.windows.net', 'blob.core.windows.net.example', 'ablob.core.windows.net'])
    await local(`http://${host}:${port}/`, text, signal);

  expect(asked.map(({ headers }) => headers['x-ms-blob-type'])).toEqual(['BlockBlob', undefined, undefined]);
});

it('streams a large result from its file, with its length', async () => {
  const bodies: Buffer[] = [];
  const { address, asked } = await serve(async (request, response) => {
    bodies.push(await buffer(request));
    response.end();
  });

  expect(await put(address, large, signal)).toEqual({ status: 200, code: undefined });

  expect(bodies[0]?.equals(content)).toBe(true);
  expect(asked[0]?.headers).toMatchObject({ 'content-length': '15000000', 'content-type': 'text/csv' });
});

itLong('streams a large result to a server that ignores the expectation of 100 Continue', async () => {
  let received = 0;
  const server = createServer().on('checkContinue', async (request, response) => {
    for await (const chunk of request) received += chunk.length;
    response.end();
  });
  const address = await listenOnLoopback(server, 0);

  expect(await put(address, large, signal)).toEqual({ status: 200, code: undefined });

  expect(received).toBe(content.length);
  server.close();
});

it('counts each success of a server that responds to the last byte', async () => {
  const path = join(folder, 'short');
  await writeFile(path, content.subarray(0, 70_000));
  const short = { ...large, bytes: { ...large.bytes, path, length: 70_000 } };
  const server = createServer().on('checkContinue', (request, response) => {
    let received = 0;
    request.on('data', (chunk: Buffer) => {
      received += chunk.length;
      if (received === 70_000) response.end();
    });
    response.writeContinue();
  });
  const address = await listenOnLoopback(server, 0);

  for (let count = runsOf(30, 100); count > 0; count -= 1)
    expect(await put(address, short, signal)).toEqual({ status: 200, code: undefined });

  server.close();
});

it('transfers nothing of a large result that the server refuses', async () => {
  let received = 0;
  const server = createServer().on('checkContinue', (request, response) => {
    request.on('data', (chunk: Buffer) => {
      received += chunk.length;
    });
    response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>');
  });
  const address = await listenOnLoopback(server, 0);

  expect(await put(address, large, signal)).toEqual({ status: 403, code: 'AccessDenied' });

  expect(received).toBe(0);
  server.close();
});

it('returns the error code of an object store, and nothing else of its response', async () => {
  const { address } = await serve((_, response) =>
    response
      .writeHead(403)
      .end(
        '<?xml version="1.0"?>\n<Error><Code>SignatureDoesNotMatch</Code><SignatureProvided>secret</SignatureProvided></Error>',
      ),
  );

  expect(await put(address, text, signal)).toEqual({ status: 403, code: 'SignatureDoesNotMatch' });
});

it('follows no redirect', async () => {
  const target = await serve((_, response) => response.end());
  const { address } = await serve((_, response) =>
    response.writeHead(307, { location: target.address }).end(),
  );

  expect(await put(address, text, signal)).toEqual({ status: 307, code: undefined });
  expect(target.asked).toEqual([]);
});

it('does not count a success that comes before the whole result was sent', async () => {
  const { address } = await serve((request, response) => {
    request.pause();
    response.end();
  });

  expect(await put(address, { ...text, bytes: content }, signal)).toEqual({
    problem: 'It responded before it had received the whole result.',
    mayRetry: true,
  });
});

it('ends a try whose server is silent, before or after its status', async () => {
  const silent = await serve(() => undefined);
  const hanging = await serve((_, response) => response.writeHead(200).write('a'));
  const quick = createPutResult(() => anywhere, 0.2);
  const idle = { problem: 'The connection was idle for 0.2 seconds.', mayRetry: true };

  expect(await quick(silent.address, text, signal)).toEqual(idle);
  expect(await quick(silent.address, large, signal)).toEqual(idle);
  expect(await quick(hanging.address, text, signal)).toEqual({ status: 200, code: undefined });
});

it('reads only the beginning of an endless response', async () => {
  let sent = 0;
  const { address } = await serve((_, response) => {
    const write = (): void => {
      while (!response.destroyed) {
        sent += 65_536;
        if (!response.write('x'.repeat(65_536))) break;
      }
    };
    response.on('drain', write);
    write();
  });

  expect(await put(address, text, signal)).toEqual({ status: 200, code: undefined });
  expect(sent).toBeLessThan(20_000_000);
});

it('never connects to a private address, even if the name had a public one before', async () => {
  const { address, asked } = await serve((_, response) => response.end());
  const { port } = new URL(address);
  const answers = [['8.8.8.8'], ['127.0.0.1'], ['8.8.8.8', '10.0.0.1'], []];
  const rebinding = createPutResult(() => ({
    resolve: async () => (answers.shift() ?? []).map((each) => ({ address: each, family: 4 })),
  }));
  const notPublic = { problem: 'The host is not on the public internet.', mayRetry: false };

  const outcomes = [];
  for (let count = 0; count < 4; count += 1)
    outcomes.push(await rebinding(`http://a.example:${port}/`, text, AbortSignal.timeout(200)));

  expect(outcomes[0]).toMatchObject({ mayRetry: true });
  expect(outcomes.slice(1)).toEqual([notPublic, notPublic, notPublic]);
  expect(await createPutResult(() => ({}))(address, text, signal)).toEqual(notPublic);
  expect(asked).toEqual([]);
});

it('stops when the signal is aborted, while it resolves the name or sends', async () => {
  const { address, asked } = await serve((request) => void request.resume());
  const stuck = createPutResult(() => ({ resolve: () => new Promise(() => undefined) }));

  await stuck('https://a.example/', text, AbortSignal.timeout(20));
  await put(address, large, AbortSignal.timeout(200));

  expect(asked).toHaveLength(1);
  await expect.poll(() => asked[0]?.socket.destroyed).toBe(true);
});

it('reports a name that does not resolve and a failed connection without the address', async () => {
  const unresolved = createPutResult(() => ({
    resolve: async () => {
      throw new Error('a secret of the resolver');
    },
  }));
  const broken = await serve((request) => void request.socket.destroy());

  expect(await unresolved('https://a.example/?secret', text, signal)).toEqual({
    problem: 'The host name does not resolve.',
    mayRetry: true,
  });
  expect(await put(`${broken.address}/?secret`, text, signal)).toEqual({
    problem: 'The connection failed (ECONNRESET).',
    mayRetry: true,
  });
});
