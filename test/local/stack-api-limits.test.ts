import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { gatewayBodyBytes, gatewayHeaderBytes, invocationPayloadBytes } from '../../local/quotas.ts';
import { itLong } from '../support/long-run.ts';
import { eventually } from './fixture-stack.ts';
import { addressed, exchange, openConnection } from './raw-http.ts';
import { kept, readAll, stack, useRestApi } from './rest-api.ts';

useRestApi();

describe('the limits of the REST API', () => {
  it.each([
    ['announces', `Content-Length: ${gatewayBodyBytes + 1}\r\n\r\n`],
    [
      'announces, and sends Expect: 100-continue for,',
      'Content-Length: 9999999999\r\nExpect: 100-continue\r\n\r\n',
    ],
    [
      'sends',
      `Transfer-Encoding: chunked\r\n\r\n${(gatewayBodyBytes + 1).toString(16)}\r\n${'x'.repeat(gatewayBodyBytes + 1)}\r\n`,
    ],
  ])('responds to a client that %s too much before it has sent everything', async (_title, rest) => {
    const answer = await exchange(stack.baseUrl, `POST /echo HTTP/1.1\r\nHost: self\r\n${rest}`, (text) =>
      text.endsWith('}'),
    );

    expect(answer).toMatch(/^HTTP\/1.1 413 Payload Too Large\r\n/);
    expect(answer).toMatch(/\r\n\r\n\{"error":"file_too_large"\}$/);
  });

  it('closes the connection of a client whose Expect: 100-continue was refused', async () => {
    const head = 'POST /nope HTTP/1.1\r\nHost: self\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n';

    expect(await exchange(stack.baseUrl, head)).toMatch(
      /^HTTP\/1.1 404 Not Found\r\n(?:[\s\S]*\r\n)?connection: close\r\n/,
    );
  });

  it('answers a client that sends everything before it reads the error', async () => {
    const response = await fetch(`${stack.baseUrl}/echo`, { method: 'POST', body: Buffer.alloc(60_000_000) });

    expect(await readAll(response)).toEqual({
      status: 413,
      headers: {
        ...kept,
        'content-type': 'application/json',
        'content-length': '26',
        'x-amzn-errortype': 'RequestTooLargeException',
      },
      body: '{"error":"file_too_large"}',
    });
  });

  itLong('closes the connection of a client that never stops sending', async () => {
    const socket = await openConnection(stack.baseUrl);
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    const closed = new Promise((resolve) => socket.once('close', resolve));
    const chunk = `400000\r\n${'x'.repeat(0x400000)}\r\n`;
    const send = (): void => {
      while (socket.writable && socket.write(chunk));
    };
    socket.on('drain', send);
    socket.write(
      addressed(stack.baseUrl, 'POST /echo HTTP/1.1\r\nHost: self\r\nTransfer-Encoding: chunked\r\n\r\n'),
    );
    send();

    await closed;

    expect(answer).toMatch(/^HTTP\/1.1 413 Payload Too Large\r\n[\s\S]*\{"error":"file_too_large"\}$/);
  });

  it('answers Expect: 100-continue', async () => {
    const socket = await openConnection(stack.baseUrl);
    const head =
      'POST /echo?as=body HTTP/1.1\r\nHost: self\r\nContent-Length: 2\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n';
    socket.write(addressed(stack.baseUrl, head));
    const [interim] = await once(socket, 'data');
    expect(String(interim)).toBe('HTTP/1.1 100 Continue\r\n\r\n');

    socket.write('hi');

    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1.1 200 OK\r\n[\s\S]*\r\n\r\nhi$/);
  });

  it.each([
    ['garbage', '\x16\x03\x01\x02\x00\r\n\r\n'],
    ['a header without a name', 'GET /echo HTTP/1.1\r\nHost: self\r\n: b\r\n\r\n'],
    ['a space before the colon', 'GET /echo HTTP/1.1\r\nHost : a\r\n\r\n'],
    ['two lengths', 'POST /echo HTTP/1.1\r\nHost: self\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx'],
    [
      'a Content-Length with chunked encoding',
      'POST /echo HTTP/1.1\r\nHost: self\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['no host', 'GET /echo HTTP/1.1\r\n\r\n'],
    ['a path that cannot be decoded', 'GET /job/%zz HTTP/1.1\r\nHost: self\r\nConnection: close\r\n\r\n'],
  ])('answers %s with 400', async (_title, request) => {
    expect(await exchange(stack.baseUrl, request)).toMatch(/^HTTP\/1.1 400 Bad Request\r\n/);
  });

  it.each([
    [gatewayHeaderBytes, 200],
    [gatewayHeaderBytes + 1, 431],
  ])('answers %i bytes of request line and headers with %i', async (bytes, status) => {
    const before = 'GET /echo?as=pid HTTP/1.1\r\nHost: self\r\nConnection: close\r\nX: ';
    const counted = 'GET /echo?as=pid HTTP/1.1'.length + new URL(stack.baseUrl).host.length + 'close'.length;

    const answer = await exchange(stack.baseUrl, `${before}${'x'.repeat(bytes - counted)}\r\n\r\n`);

    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  });

  it.each([
    [gatewayBodyBytes, '100 Continue'],
    [gatewayBodyBytes + 1, '413 Payload Too Large'],
  ])('responds to Expect: 100-continue for a body of %i bytes with %s', async (bytes, status) => {
    const head = `POST /echo HTTP/1.1\r\nHost: self\r\nContent-Length: ${bytes}\r\nExpect: 100-continue\r\n\r\n`;

    const answer = await exchange(stack.baseUrl, head, (text) => text.includes('\r\n\r\n'));

    expect(answer.startsWith(`HTTP/1.1 ${status}\r\n`)).toBe(true);
  });

  it.each([
    [invocationPayloadBytes - 1, 200],
    [invocationPayloadBytes, 200],
    [invocationPayloadBytes + 1, 413],
  ])('responds to a body that results in an event of %i bytes with %i', async (bytes, status) => {
    const post = (length: number) =>
      fetch(`${stack.baseUrl}/echo?as=event-bytes`, { method: 'POST', body: Buffer.alloc(length, 'x') });
    const { bytes: ofEmpty } = (await (await post(1)).json()) as { bytes: number };

    expect((await post(bytes - ofEmpty + 1)).status).toBe(status);
  });

  it('answers PUT /upload of 25 MB with 413', async () => {
    const body = Buffer.alloc(26_214_400);

    expect((await fetch(`${stack.baseUrl}/upload`, { method: 'PUT', body })).status).toBe(413);
  });

  it('still responds after clients have disconnected at any point', async () => {
    for (const request of [
      'POST /echo HTTP/1.1\r\nHost: self\r\nContent-Length: 1000\r\n\r\npart',
      'GET /faulty/never/soon HTTP/1.1\r\nHost: self\r\n\r\n',
      'GET /ec',
    ]) {
      const socket = await openConnection(stack.baseUrl);
      socket.write(addressed(stack.baseUrl, request));
      socket.resetAndDestroy();
    }

    expect((await fetch(`${stack.baseUrl}/echo?as=pid`)).status).toBe(200);
  });
});

describe('a throttled function', () => {
  const reserve = async (prefix: string, limit: number | undefined): Promise<void> => {
    const { functions, endpoints } = stack.describe();
    const id = Object.keys(functions).find((each) => each.startsWith(prefix));
    const url = `${endpoints.lambda}/2017-10-31/functions/${id}/concurrency`;
    const body = JSON.stringify({ ReservedConcurrentExecutions: limit });
    await fetch(url, limit === undefined ? { method: 'DELETE' } : { method: 'PUT', body });
  };
  const busy = {
    status: 503,
    headers: {
      ...kept,
      'content-type': 'application/json',
      'content-length': '35',
      'retry-after': '1',
      'x-amzn-errortype': 'InternalServerErrorException',
    },
    body: '{"error":"temporarily_unavailable"}',
  };

  it('results in an integration failure until its concurrency is raised', async () => {
    await reserve('Echo', 0);
    expect(await readAll(await fetch(`${stack.baseUrl}/echo?as=pid`))).toEqual(busy);

    await reserve('Echo', undefined);
    expect((await fetch(`${stack.baseUrl}/echo?as=pid`)).status).toBe(200);
  });

  it('runs as many concurrent requests as the template reserves, and refuses the next', async () => {
    const socket = await openConnection(stack.baseUrl);
    socket.write(addressed(stack.baseUrl, 'GET /reserved/never HTTP/1.1\r\nHost: self\r\n\r\n'));
    await eventually(() =>
      Object.entries(stack.describe().functions).find(
        ([id, { pids }]) => id.startsWith('Reserved') && pids.length > 0,
      ),
    );

    expect(await readAll(await fetch(`${stack.baseUrl}/reserved/empty`))).toEqual(busy);

    await reserve('Reserved', 2);
    expect((await fetch(`${stack.baseUrl}/reserved/empty`)).status).toBe(204);
    socket.destroy();
  });
});
