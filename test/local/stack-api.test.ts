import { once } from 'node:events';
import { Agent, request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gatewayBodyBytes, gatewayHeaderBytes, invocationPayloadBytes } from '../../local/quotas.ts';
import type { RunningStack } from '../../local/stack.ts';
import { eventually, startFixture } from './fixture-stack.ts';
import { addressed, exchange, openConnection } from './raw-http.ts';

let stack: RunningStack;
beforeAll(async () => {
  stack = await startFixture();
});
afterAll(() => stack.close());

const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/);
const identityNulls = {
  accessKey: null,
  accountId: null,
  caller: null,
  cognitoAuthenticationProvider: null,
  cognitoAuthenticationType: null,
  cognitoIdentityId: null,
  cognitoIdentityPoolId: null,
  principalOrgId: null,
  user: null,
  userArn: null,
};

/** The headers of a response, except those that differ each time. */
function steadyHeaders(response: Response): Record<string, string> {
  const {
    date,
    'x-amzn-requestid': id,
    'x-amz-apigw-id': extended,
    ...steady
  } = Object.fromEntries(response.headers);
  expect([date, id, extended]).toEqual([expect.any(String), uuid, expect.any(String)]);
  return steady;
}

async function readAll(response: Response) {
  return { status: response.status, headers: steadyHeaders(response), body: await response.text() };
}

const kept = { connection: 'keep-alive', 'keep-alive': 'timeout=75' };
const malformed = {
  status: 502,
  headers: {
    ...kept,
    'content-type': 'application/json',
    'content-length': '35',
    'x-amzn-errortype': 'InternalServerErrorException',
  },
  body: '{"message":"Internal server error"}',
};

describe('the REST API', () => {
  it('sends a request to its function as API Gateway does', async () => {
    const response = await fetch(`${stack.baseUrl}/echo?a=1&a=2&b=x+y%26`, {
      method: 'POST',
      headers: { 'Content-Type': 'text/plain', 'X-Forwarded-For': '6.6.6.6', 'User-Agent': 'test' },
      body: 'hé!',
    });

    expect(response.status).toBe(200);
    const { port } = new URL(stack.baseUrl);
    const host = `127.0.0.1:${port}`;
    expect(await response.json()).toEqual({
      resource: '/echo',
      path: '/echo',
      httpMethod: 'POST',
      headers: expect.objectContaining({
        'Content-Type': 'text/plain',
        'X-Forwarded-For': '6.6.6.6, 127.0.0.1',
        'X-Forwarded-Port': port,
        'X-Forwarded-Proto': 'http',
      }),
      multiValueHeaders: expect.objectContaining({ 'X-Forwarded-For': ['6.6.6.6, 127.0.0.1'] }),
      queryStringParameters: { a: '2', b: 'x y&' },
      multiValueQueryStringParameters: { a: ['1', '2'], b: ['x y&'] },
      pathParameters: null,
      stageVariables: null,
      requestContext: {
        accountId: '000000000000',
        apiId: expect.stringMatching(/^[0-9a-z]{10}$/),
        domainName: host,
        domainPrefix: '127',
        extendedRequestId: response.headers.get('x-amz-apigw-id'),
        httpMethod: 'POST',
        identity: { ...identityNulls, sourceIp: '127.0.0.1', userAgent: 'test' },
        path: '/echo',
        protocol: 'HTTP/1.1',
        requestId: response.headers.get('x-amzn-requestid'),
        requestTime: expect.stringMatching(/^\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d \+0000$/),
        requestTimeEpoch: expect.any(Number),
        resourceId: '',
        resourcePath: '/echo',
        stage: 'v1',
      },
      body: 'hé!',
      isBase64Encoded: false,
    });
  });

  it('returns the response of the function', async () => {
    const response = await fetch(`${stack.baseUrl}/faulty/own-length`);

    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(await readAll(response)).toEqual({
      status: 200,
      headers: {
        ...kept,
        'content-type': 'application/json',
        'content-length': '4',
        'x-amzn-remapped-content-length': '99',
        'set-cookie': expect.any(String),
      },
      body: 'fine',
    });
  });

  it('decodes a path parameter once and keeps the path as it was sent', async () => {
    const event = await (await fetch(`${stack.baseUrl}/job/a%2Fb%252e`)).json();

    expect(event).toMatchObject({
      resource: '/job/{id}',
      path: '/job/a%2Fb%252e',
      pathParameters: { id: 'a/b%2e' },
    });
  });

  it.each([
    ['GET', '/nope'],
    ['POST', '/job/1'],
    ['GET', '/job/../echo%00/x'],
    ['PROPFIND', '/job/1'],
  ])('answers %s %s, which has no route, with the gateway response of the API', async (method, path) => {
    const answer = await exchange(
      stack.baseUrl,
      `${method} ${path} HTTP/1.1\r\nHost: self\r\nConnection: close\r\n\r\n`,
    );

    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1.1 404 Not Found\r\n/);
    expect(head).toContain('cache-control: no-store');
    const id = /x-request-id: (\S+)/.exec(head)?.[1];
    expect(JSON.parse(body)).toEqual({ error: 'not_found', message: 'Missing Authentication Token', id });
  });

  it('treats a bearer token on an unknown path as an AWS signature', async () => {
    const response = await fetch(`${stack.baseUrl}/nope`, { headers: { Authorization: 'Bearer abc' } });

    expect(response.status).toBe(403);
    expect(response.headers.get('x-amzn-errortype')).toBe('IncompleteSignatureException');
  });

  it('renames and drops the response headers that API Gateway does', async () => {
    const { headers } = await readAll(await fetch(`${stack.baseUrl}/faulty/challenge`));

    expect(headers).toEqual({
      ...kept,
      'content-type': 'application/json',
      'content-length': '0',
      'x-amzn-remapped-www-authenticate': 'Bearer',
      'x-amzn-remapped-date': 'now',
    });
  });

  it('answers HEAD with the length and without the body', async () => {
    const response = await fetch(`${stack.baseUrl}/echo?as=body`, { method: 'HEAD' });

    expect(await readAll(response)).toEqual({
      status: 200,
      headers: { connection: 'close', 'content-type': 'application/json', 'content-length': '0' },
      body: '',
    });
  });

  it('sends a 25 MB multipart POST /upload to the function', async () => {
    const form = new FormData();
    form.set('file', new Blob([Buffer.alloc(26_214_400, 'x')]), 'big.txt');

    const response = await fetch(`${stack.baseUrl}/upload?as=length`, { method: 'POST', body: form });

    expect(response.status).toBe(200);
    const { length, isBase64Encoded } = (await response.json()) as {
      length: number;
      isBase64Encoded: boolean;
    };
    expect(isBase64Encoded).toBe(true);
    expect(length).toBeGreaterThan(34_952_533);
  });

  it('sends every byte of a chunked binary body', async () => {
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, value) => value));
    const chunks = async function* () {
      yield bytes.subarray(0, 100);
      yield bytes.subarray(100);
    };

    const response = await fetch(`${stack.baseUrl}/echo?as=body`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/octet-stream', Accept: 'application/octet-stream' },
      body: ReadableStream.from(chunks()),
      duplex: 'half',
    });

    expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes);
  });

  it.each([
    ['announces', `Content-Length: ${gatewayBodyBytes + 1}\r\n\r\n`],
    ['announces, and asks first,', 'Content-Length: 9999999999\r\nExpect: 100-continue\r\n\r\n'],
    [
      'sends unannounced',
      `Transfer-Encoding: chunked\r\n\r\n${(gatewayBodyBytes + 1).toString(16)}\r\n${'x'.repeat(gatewayBodyBytes + 1)}\r\n`,
    ],
  ])('answers a client that %s too much before it has sent everything', async (_title, rest) => {
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

  it('closes the connection of a client that never stops sending', async () => {
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
      'a length beside chunks',
      'POST /echo HTTP/1.1\r\nHost: self\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['no host', 'GET /echo HTTP/1.1\r\n\r\n'],
    ['a path that does not decode', 'GET /job/%zz HTTP/1.1\r\nHost: self\r\nConnection: close\r\n\r\n'],
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
  ])('answers the announcement of a body of %i bytes with %s', async (bytes, status) => {
    const head = `POST /echo HTTP/1.1\r\nHost: self\r\nContent-Length: ${bytes}\r\nExpect: 100-continue\r\n\r\n`;

    const answer = await exchange(stack.baseUrl, head, (text) => text.includes('\r\n\r\n'));

    expect(answer.startsWith(`HTTP/1.1 ${status}\r\n`)).toBe(true);
  });

  it.each([
    [invocationPayloadBytes - 1, 200],
    [invocationPayloadBytes, 200],
    [invocationPayloadBytes + 1, 413],
  ])('answers a body that makes an event of %i bytes with %i', async (bytes, status) => {
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

  it('runs concurrent requests in one process', async () => {
    const { pid } = (await (await fetch(`${stack.baseUrl}/echo?as=pid`)).json()) as { pid: number };

    const answers = await Promise.all(
      [1, 2, 3].map(async () => (await fetch(`${stack.baseUrl}/echo?as=pid&meet=3`)).json()),
    );

    expect(answers).toEqual([1, 2, 3].map(() => ({ pid })));
  });

  it('answers a thousand requests on one connection', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const sockets = new Set<unknown>();
    const get = () =>
      new Promise<number | undefined>((resolve, reject) => {
        const request = httpRequest(`${stack.baseUrl}/echo?as=pid`, { agent }, (response) => {
          sockets.add(response.socket);
          response.resume().on('end', () => resolve(response.statusCode));
        });
        request.on('error', reject).end();
      });

    const statuses = new Set<number | undefined>();
    for (let count = 0; count < 1000; count += 1) statuses.add(await get());
    agent.destroy();

    expect([...statuses]).toEqual([200]);
    expect(sockets.size).toBe(1);
  });
});

describe('a function that fails an API request', () => {
  it.each([
    'throws',
    'exits',
    'killed',
    'nothing',
    'text',
    'no-status',
    'bad-status',
    'object-body',
    'split-header',
    'bad-name',
    'huge',
  ])('and %s results in an opaque 502', async (fault) => {
    expect(await readAll(await fetch(`${stack.baseUrl}/faulty/${fault}`))).toEqual(malformed);
  });

  it('by never yielding times out, and the next request gets a new process', async () => {
    const before = await (await fetch(`${stack.baseUrl}/faulty/pid`)).json();

    expect(await readAll(await fetch(`${stack.baseUrl}/faulty/spins`))).toEqual(malformed);

    const after = await (await fetch(`${stack.baseUrl}/faulty/pid`)).json();
    expect(after).toEqual({ pid: expect.any(Number) });
    expect(after).not.toEqual(before);
  });

  it('is stopped at the integration timeout, before its own', async () => {
    expect(await readAll(await fetch(`${stack.baseUrl}/faulty/never/soon`))).toEqual({
      status: 504,
      headers: {
        ...kept,
        'content-type': 'application/json',
        'content-length': '40',
        'x-amzn-errortype': 'InternalServerErrorException',
      },
      body: '{"message":"Endpoint request timed out"}',
    });
  });

  it.each([
    ['localhost', 200],
    ['LOCALHOST', 200],
    ['[::1]', 200],
  ])('answers to %s', async (name, status) => {
    expect(await statusFor(`${name}:${new URL(stack.baseUrl).port}`)).toBe(status);
  });

  it.each([
    ['another name', 'evil.example'],
    ['another name with its own port', 'evil.example:PORT'],
    ['a name that begins alike', 'localhost.evil.example:PORT'],
    ['its own name with another port', '127.0.0.1:1'],
    ['its own name without a port', '127.0.0.1'],
    ['an address of the machine in a network', '192.168.0.1:PORT'],
  ])('refuses a request for %s, which a web page could send', async (_title, host) => {
    const { port } = new URL(stack.baseUrl);
    const answer = await exchange(
      stack.baseUrl,
      `GET /echo HTTP/1.1\r\nHost: ${host.replace('PORT', port)}\r\nConnection: close\r\n\r\n`,
    );

    expect(answer).toMatch(/^HTTP\/1\.1 421 Misdirected Request\r\n/);
    expect(answer).toMatch(/x-request-id: [0-9a-f-]{36}\r\n/);
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toEqual({
      error: 'misdirected_request',
      message:
        'This server answers only to 127.0.0.1, localhost and [::1] with its own port. Use one of these names.',
    });
  });
});

const statusFor = async (host: string): Promise<number> => {
  const answer = await exchange(
    stack.baseUrl,
    `GET /echo HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
  );
  return Number(answer.slice(9, 12));
};

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
