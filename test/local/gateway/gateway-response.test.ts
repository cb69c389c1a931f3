import { describe, expect, it } from 'vitest';
import { gatewayAnswer } from '../../../local/gateway/gateway-response.ts';
import type { RestApi } from '../../../local/template/routes.ts';

const call = {
  requestId: 'the-request',
  extendedRequestId: 'the-extended=',
  method: 'GET',
  path: '/nope',
  stagePath: '/job/1',
  rawHeaders: [],
  query: '',
  sourceIp: '127.0.0.1',
  startedAt: 1_700_000_000_000,
};
const api = (gatewayResponses: RestApi['gatewayResponses']): RestApi => ({
  id: 'api',
  stage: 'v1',
  binaryMediaTypes: [],
  routes: [],
  gatewayResponses,
});
const read = (
  type: Parameters<typeof gatewayAnswer>[0],
  responses: RestApi['gatewayResponses'],
  headers = {},
) => {
  const { body, ...rest } = gatewayAnswer(type, api(responses), call, headers);
  return { ...rest, headers: Object.fromEntries(rest.headers), body: body.toString() };
};

describe('gatewayAnswer', () => {
  it.each([
    [
      'MISSING_AUTHENTICATION_TOKEN',
      403,
      'MissingAuthenticationTokenException',
      'Missing Authentication Token',
    ],
    ['REQUEST_TOO_LARGE', 413, 'RequestTooLargeException', 'Request Too Long'],
    ['DEFAULT_5XX', 502, 'InternalServerErrorException', 'Internal server error'],
    ['INTEGRATION_TIMEOUT', 504, 'InternalServerErrorException', 'Endpoint request timed out'],
  ] as const)(
    'answers %s as API Gateway does if the API sets no response',
    (type, statusCode, errorType, message) => {
      expect(read(type, {})).toEqual({
        statusCode,
        headers: { 'content-type': ['application/json'], 'x-amzn-errortype': [errorType] },
        body: JSON.stringify({ message }),
      });
    },
  );

  it('fills in the templates and header expressions of the API', () => {
    const response = {
      statusCode: 404,
      headers: {
        'X-Request-Id': 'context.requestId',
        Vary: "'Accept'",
        'X-Origin': 'method.request.header.Origin',
        'X-No': 'method.request.header.No',
      },
      templates: {
        'application/json':
          '{"message":$context.error.messageString,"id":"$context.requestId","x":"$context.nope"}',
      },
    };

    expect(
      read(
        'MISSING_AUTHENTICATION_TOKEN',
        { MISSING_AUTHENTICATION_TOKEN: response },
        { origin: 'http://a' },
      ),
    ).toEqual({
      statusCode: 404,
      headers: {
        'content-type': ['application/json'],
        'x-amzn-errortype': ['MissingAuthenticationTokenException'],
        'x-request-id': ['the-request'],
        vary: ['Accept'],
        'x-origin': ['http://a'],
      },
      body: '{"message":"Missing Authentication Token","id":"the-request","x":""}',
    });
  });

  it('falls back to the default of the family, with the built-in status', () => {
    const response = { statusCode: undefined, headers: {}, templates: { 'text/plain': 'sorry' } };

    expect(read('INTEGRATION_TIMEOUT', { DEFAULT_5XX: response })).toEqual({
      statusCode: 504,
      headers: { 'content-type': ['text/plain'], 'x-amzn-errortype': ['InternalServerErrorException'] },
      body: 'sorry',
    });
  });

  it('picks the template that the client accepts', () => {
    const templates = { 'application/json': '{}', 'application/problem+json': '{"type":"about:blank"}' };
    const response = { statusCode: 500, headers: {}, templates };

    const answer = read(
      'DEFAULT_5XX',
      { DEFAULT_5XX: response },
      { accept: 'text/html, application/problem+json;q=0.9' },
    );

    expect(answer.body).toBe('{"type":"about:blank"}');
  });
});
