import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { beforeEach, expect, it } from 'vitest';
import { answerUnrouted } from '../../../lib/http/answer-unrouted.ts';
import type { RateWindows } from '../../../lib/limits/rate-windows.ts';

const call = (
  httpMethod: string,
  resource: string,
  headers: Record<string, string> = {},
  path: string = resource,
) => {
  const requestContext = { requestId: 'id-1', identity: { sourceIp: '192.0.2.1' } };
  return answerUnrouted(windows)(
    { httpMethod, resource, path, headers, requestContext } as unknown as APIGatewayProxyEvent,
    {} as Context,
  );
};

const endsAt = Date.now() + 3_600_000;
let counted: [string, string][] = [];
let exceeded = false;
const windows: RateWindows = {
  countToken: () => Promise.reject(new Error('No token is counted')),
  countAddress: async (address, policy) => {
    counted.push([address, policy]);
    return { policy, limit: 60, remaining: 7, endsAt, exceeded };
  },
};

beforeEach(() => {
  counted = [];
  exceeded = false;
});

const common = {
  'x-ratelimit-limit': '60',
  'x-ratelimit-remaining': '7',
  'x-ratelimit-reset': expect.any(String),
  'RateLimit-Policy': '"default";q=60;w=60',
  RateLimit: expect.stringContaining('"default";r=7;t='),
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'X-Request-Id': 'id-1',
};

it.each([
  ['GET', '/convert', 'POST, OPTIONS', 'Use POST.'],
  ['POST', '/job/{id}', 'GET, DELETE, HEAD, OPTIONS', 'Use GET or DELETE.'],
  ['PUT', '/account/keys', 'GET, POST, HEAD, OPTIONS', 'Use GET or POST.'],
])('returns 405 with the allowed methods for %s %s', async (method, resource, allowed, advice) => {
  const { statusCode, headers, body } = await call(method, resource);

  expect(statusCode).toBe(405);
  expect(headers).toEqual({ ...common, 'Content-Type': 'application/json', Allow: allowed });
  expect(JSON.parse(body)).toEqual({
    error: 'method_not_allowed',
    message: `${method} is not allowed on ${resource}. ${advice}`,
  });
});

it('responds to OPTIONS of a known path with the allowed methods', async () => {
  expect(await call('OPTIONS', '/upload')).toEqual({
    statusCode: 204,
    headers: { ...common, Allow: 'POST, OPTIONS' },
    body: '',
  });
});

it.each([
  ['GET', '/{proxy+}'],
  ['OPTIONS', '/{proxy+}'],
])('returns 404 for %s %s, which is not an endpoint', async (method, resource) => {
  const { statusCode, body } = await call(method, resource);

  expect(statusCode).toBe(404);
  expect(JSON.parse(body)).toEqual({
    error: 'not_found',
    message: 'No such endpoint. GET /openapi.json lists all endpoints.',
  });
});

it.each([
  ['/conver', '/convert'],
  ['/job', '/jobs'],
  ['/jobs/job_01KAGB0000000000000000000A', '/job/job_01KAGB0000000000000000000A'],
  ['/jobs/job_01KAGB0000000000000000000A/result', '/job/job_01KAGB0000000000000000000A/result'],
  ['/Upload', '/upload'],
])('suggests the endpoint that %s was meant to be', async (path, meant) => {
  const { statusCode, body } = await call('GET', '/{proxy+}', {}, path);

  expect([statusCode, JSON.parse(body).message]).toEqual([404, `No such endpoint. Did you mean ${meant}?`]);
});

it('returns a problem document to a client that accepts one', async () => {
  const { headers, body } = await call('GET', '/convert', { Accept: 'application/problem+json' });

  expect(headers).toMatchObject({ 'Content-Type': 'application/problem+json', Allow: 'POST, OPTIONS' });
  expect(JSON.parse(body)).toMatchObject({ status: 405, error: 'method_not_allowed', type: 'about:blank' });
});

it.each([
  ['GET', '/{proxy+}', {}],
  ['PUT', '/convert', { Authorization: `Bearer ${'a'.repeat(43)}` }],
  ['OPTIONS', '/upload', {}],
])('counts %s %s by its address, and refuses it over the limit', async (method, resource, headers) => {
  await call(method, resource, headers);
  exceeded = true;

  const { statusCode, headers: told, body } = await call(method, resource, headers);

  expect(counted).toEqual(Array(2).fill(['192.0.2.1', 'default']));
  expect(statusCode).toBe(429);
  const seconds = Number(told?.['Retry-After']);
  expect(seconds).toBeGreaterThan(3500);
  expect(told).toMatchObject(common);
  expect(JSON.parse(body)).toEqual({
    statusCode: 429,
    error: 'Too Many Requests',
    message: `Rate limit exceeded, retry in ${seconds} seconds`,
  });
});
