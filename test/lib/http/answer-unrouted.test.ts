import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { expect, it } from 'vitest';
import { answerUnrouted } from '../../../lib/http/answer-unrouted.ts';

const call = (
  httpMethod: string,
  resource: string,
  headers: Record<string, string> = {},
  path: string = resource,
) => {
  const requestContext = { requestId: 'id-1' };
  return answerUnrouted()(
    { httpMethod, resource, path, headers, requestContext } as unknown as APIGatewayProxyEvent,
    {} as Context,
  );
};

const common = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff', 'X-Request-Id': 'id-1' };

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
  ['GET', '/'],
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
