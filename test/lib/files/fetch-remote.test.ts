import type { RequestListener, ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { fetchRemote } from '../../../lib/files/fetch-remote.ts';
import { limits, refusal, serve, servers, useRemoteHosts } from './remote-host.ts';

useRemoteHosts();

it('returns the bytes and the file name from the URL', async () => {
  const { address, asked } = await serve((_request, response) => response.end('the document'));

  const { bytes, filename } = await fetchRemote(`${address}/a/the%20file.txt?token=x`, limits);

  expect([bytes.toString(), filename]).toEqual(['the document', 'the file.txt']);
  expect(asked[0]?.url).toBe('/a/the%20file.txt?token=x');
  expect(asked[0]?.headers['user-agent']).toBe('DocForge');
});

it('accepts a document of exactly the limit', async () => {
  const { address } = await serve((_request, response) => response.end('x'.repeat(1000)));

  expect((await fetchRemote(address, limits)).bytes).toHaveLength(1000);
});

it.each([
  ['with a Content-Length', { 'content-length': '1001' }],
  ['in chunks', { 'transfer-encoding': 'chunked' }],
])('refuses a document over the limit %s', async (_title, headers) => {
  const { address } = await serve((_request, response) => {
    response.writeHead(200, headers).end('x'.repeat(1001));
  });

  expect(await refusal(fetchRemote(address, limits))).toEqual([
    'source_unreachable',
    'file_url: the document is larger than the limit of 1000 bytes. Reduce its size.',
  ]);
});

it('stops reading an endless document', async () => {
  const { address } = await serve((_request, response) => {
    const more = (): unknown => response.write('x'.repeat(500)) && setImmediate(more);
    response.on('drain', more);
    more();
  });

  expect((await refusal(fetchRemote(address, limits)))[1]).toContain('limit of 1000 bytes');
});

it('refuses a document that is shorter than its Content-Length', async () => {
  const { address } = await serve((_request, response) => {
    response.writeHead(200, { 'content-length': '500' }).write('too little');
    response.socket?.end();
  });

  expect((await refusal(fetchRemote(address, limits)))[0]).toBe('source_unreachable');
});

it('refuses an empty document', async () => {
  const { address } = await serve((_request, response) => response.end());

  expect(await refusal(fetchRemote(address, limits))).toEqual([
    'empty_document',
    'file_url: the document is empty.',
  ]);
});

it.each([404, 403, 500, 204, 304])('refuses a response with status %i', async (status) => {
  const { address } = await serve((_request, response) => response.writeHead(status).end());

  expect(await refusal(fetchRemote(address, limits))).toEqual([
    'source_unreachable',
    `file_url: the host responded with status ${status}. The address must return the document itself.`,
  ]);
});

it.each([
  ['before it responds', () => undefined],
  [
    'in the middle of the document',
    (_request: unknown, response: { write(text: string): unknown }) => void response.write('the beginning'),
  ],
])('times out on a host that stops %s', async (_title, answer) => {
  const { address } = await serve(answer);

  expect(await refusal(fetchRemote(address, { ...limits, timeoutSeconds: 0.2 }))).toEqual([
    'source_unreachable',
    'file_url: no response within 0.2 seconds. Check the address or upload the file.',
  ]);
});

/** Switches protocols and never closes the connection. */
const upgrade: RequestListener = (_request, response) => {
  response.socket?.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n');
};

it('refuses an upgrade and closes its connection', async () => {
  const { address, asked } = await serve(upgrade);

  expect(await refusal(fetchRemote(address, limits))).toEqual([
    'source_unreachable',
    'file_url: the host responded with status 101. The address must return the document itself.',
  ]);
  await expect.poll(() => asked[0]?.socket.destroyed).toBe(true);
});

it('reports a host that closes the connection without a response', async () => {
  const { address } = await serve((_request, response) => response.socket?.destroy());

  expect((await refusal(fetchRemote(address, limits)))[1]).toContain('the host could not be reached');
});

it('ends at its deadline if the host sends endless informational responses', async () => {
  const { address, asked } = await serve((_request, response) => {
    const more = (): void => {
      if (response.socket?.destroyed === false) response.writeProcessing();
      if (response.socket?.destroyed === false) setImmediate(more);
    };
    more();
  });

  expect((await refusal(fetchRemote(address, { ...limits, timeoutSeconds: 0.2 })))[1]).toContain(
    'no response',
  );
  await expect.poll(() => asked[0]?.socket.destroyed).toBe(true);
});

it.each([
  ['before the response', () => undefined],
  [
    'in the middle of the document',
    (_request: unknown, response: ServerResponse) => void response.write('the beginning'),
  ],
])('stops with the reason of its signal %s, and closes its connection', async (_title, answer) => {
  const { address, asked } = await serve(answer);
  const job = new AbortController();
  const download = fetchRemote(address, { ...limits, timeoutSeconds: 600, signal: job.signal });
  await expect.poll(() => asked).toHaveLength(1);

  job.abort(new Error('The lease was lost'));

  await expect(download).rejects.toBe(job.signal.reason);
  await expect.poll(() => asked[0]?.socket.destroyed).toBe(true);
});

it('stops with the reason of its signal during name resolution, without connecting', async () => {
  const { address, asked } = await serve((_request, response) => response.end('too late'));
  const { promise: resolved, resolve: answer } =
    Promise.withResolvers<{ address: string; family: number }[]>();
  const job = new AbortController();
  const url = `http://slow.test:${new URL(address).port}/`;
  const download = fetchRemote(url, { ...limits, signal: job.signal, resolve: () => resolved });

  job.abort(new Error('The lease was lost'));

  await expect(download).rejects.toBe(job.signal.reason);
  answer([{ address: '127.0.0.1', family: 4 }]);
  await new Promise((resolve) => setImmediate(resolve));
  expect(asked).toEqual([]);
});

it('makes no request if its signal is already aborted', async () => {
  const { address, asked } = await serve((_request, response) => response.end('too late'));
  const signal = AbortSignal.abort(new Error('The lease was lost'));

  await expect(fetchRemote(address, { ...limits, signal })).rejects.toBe(signal.reason);
  expect(asked).toEqual([]);
});

it('reports an unreachable host', async () => {
  const { address } = await serve(() => undefined);
  servers.splice(0)[0]?.close();

  expect(await refusal(fetchRemote(address, limits))).toEqual([
    'source_unreachable',
    'file_url: the host could not be reached. Check the address or upload the file.',
  ]);
});

it('times out on a resolver that never responds', async () => {
  const resolve = () => new Promise<never>(() => undefined);

  expect(
    (await refusal(fetchRemote('http://host.test/', { ...limits, timeoutSeconds: 0.05, resolve })))[0],
  ).toBe('source_unreachable');
});

it('reports a name that does not resolve', async () => {
  const resolve = () => Promise.reject(new Error('ENOTFOUND'));

  expect(await refusal(fetchRemote('http://nowhere.test/a', { ...limits, resolve }))).toEqual([
    'source_unreachable',
    'file_url: the host name does not resolve. Check the address.',
  ]);
});
