import { Agent, request as httpRequest } from 'node:http';
import { describe, expect, it } from 'vitest';
import { itLong, runsOf } from '../support/long-run.ts';
import { exchange } from './raw-http.ts';
import { kept, readAll, stack, useRestApi } from './rest-api.ts';

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

const statusFor = async (host: string): Promise<number> => {
  const answer = await exchange(
    stack.baseUrl,
    `GET /echo HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
  );
  return Number(answer.slice(9, 12));
};

useRestApi();

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

  it('runs concurrent requests in one process', async () => {
    const { pid } = (await (await fetch(`${stack.baseUrl}/echo?as=pid`)).json()) as { pid: number };

    const answers = await Promise.all(
      [1, 2, 3].map(async () => (await fetch(`${stack.baseUrl}/echo?as=pid&meet=3`)).json()),
    );

    expect(answers).toEqual([1, 2, 3].map(() => ({ pid })));
  });

  it('answers many requests on one connection', async () => {
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
    for (let count = 0; count < runsOf(100, 1000); count += 1) statuses.add(await get());
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

  itLong('by never yielding times out, and the next request gets a new process', async () => {
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

  it('refuses a request with two Host headers, of which a proxy may have read the other', async () => {
    const answer = await exchange(
      stack.baseUrl,
      'GET /echo HTTP/1.1\r\nHost: self\r\nHost: evil.example\r\n\r\n',
    );

    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(answer).toMatch(/\{"message":"Bad Request"\}$/);
  });

  it.each([
    ['another name', 'evil.example'],
    ['another name with its own port', 'evil.example:PORT'],
    ['a name with ours as a prefix', 'localhost.evil.example:PORT'],
    ['its own name with another port', '127.0.0.1:1'],
    ['its own name without a port', '127.0.0.1'],
    ['a network address of the machine', '192.168.0.1:PORT'],
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
        'The Host header must be 127.0.0.1, localhost or [::1] with the port of this server, or the host of DOCFORGE_PUBLIC_URL.',
    });
  });
});
