import { describe, expect, it } from 'vitest';
import type { Route } from '../../../lib/api/route.ts';
import { routes } from '../../../lib/api/routes.ts';
import { ApiError } from '../../../lib/api-errors.ts';
import type { ApiEvent } from '../../../lib/http/api-event.ts';
import { parseInput } from '../../../lib/http/parse-input.ts';
import { apiEvent, type TestRequest } from '../../support/api-event.ts';

const parse = async (route: Route, request: TestRequest): Promise<ApiEvent['input']> => {
  const event: ApiEvent = apiEvent({ method: route.method, ...request });
  await parseInput(route).before?.({ event } as never);
  return event.input;
};

const refusal = async (route: Route, request: TestRequest): Promise<[string, string]> => {
  const error = await parse(route, request).then(
    () => new Error('It was not refused'),
    (reason: unknown) => reason,
  );
  if (error instanceof ApiError) return [`${error.status} ${error.code}`, error.message];
  throw error;
};

const json = (body: string): TestRequest => ({
  headers: { 'Content-Type': 'application/json' },
  body: Buffer.from(body, 'latin1'),
});
const form = (body: string): TestRequest => ({
  headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  body: Buffer.from(body),
});

describe('a body', () => {
  it('replaces lone surrogates, which no database accepts', async () => {
    const body = '{"file_id":"file_1","options":{"password":"a\\ud83d"}}';

    expect(await parse(routes.extract, json(body))).toMatchObject({
      body: { options: { password: 'a\ufffd' } },
    });
  });

  it('is parsed by the schema, including defaults', async () => {
    expect(await parse(routes.extract, { json: { file_id: 'file_1' } })).toEqual({
      body: { file_id: 'file_1', format: 'text' },
      query: {},
    });
  });

  it.each([
    'application/json',
    'APPLICATION/JSON',
    'application/json; charset=utf-8',
    ' application/json ;charset=UTF-8',
  ])('is JSON if its type is %j', async (type) => {
    const request = { headers: { 'content-TYPE': type }, body: Buffer.from('{"api_key":"kéy"}') };

    expect(await parse(routes.authorize, request)).toEqual({ body: { api_key: 'kéy' }, query: {} });
  });

  it('is read if API Gateway passes it as text', async () => {
    expect(await parse(routes.authorize, { json: { api_key: '€' } })).toMatchObject({
      body: { api_key: '€' },
    });
  });

  it('is a form if the endpoint accepts one', async () => {
    expect(await parse(routes.authorize, form('grant_type=a+b&client_secret=%E2%82%AC'))).toEqual({
      body: { grant_type: 'a b', client_secret: '€' },
      query: {},
    });
  });

  it('of multipart is left to its handler', async () => {
    expect(await parse(routes.upload, { body: Buffer.from('x') })).toEqual({ body: undefined, query: {} });
  });

  it('is ignored if the endpoint accepts none', async () => {
    expect(await parse(routes.getUsage, json('{'))).toEqual({ body: undefined, query: {} });
  });

  it.each<[string, Route, TestRequest, string, string]>([
    [
      'nothing',
      routes.convert,
      {},
      '400 invalid_request',
      'The body is missing. Send application/json or multipart/form-data.',
    ],
    ['no bytes', routes.convert, json(''), '400 invalid_request', 'The body is empty. Send a JSON object.'],
    [
      'a truncated body',
      routes.convert,
      json('{"to"'),
      '400 invalid_request',
      'The body is not valid JSON in UTF-8. Send a JSON object.',
    ],
    [
      'another encoding',
      routes.convert,
      json('{"to":"\xe9"}'),
      '400 invalid_request',
      'The body is not valid JSON in UTF-8. Send a JSON object.',
    ],
    [
      'another type',
      routes.convert,
      { headers: { 'Content-Type': 'text/xml' }, body: Buffer.from('<a/>') },
      '415 unsupported_media_type',
      'Send Content-Type: application/json or multipart/form-data, not "text/xml".',
    ],
    [
      'a type of Object.prototype',
      routes.convert,
      { headers: { 'Content-Type': 'constructor' }, body: Buffer.from('x') },
      '415 unsupported_media_type',
      'Send Content-Type: application/json or multipart/form-data, not "constructor".',
    ],
    [
      'no type',
      routes.authorize,
      { body: Buffer.from('x') },
      '415 unsupported_media_type',
      'Send Content-Type: application/json or application/x-www-form-urlencoded.',
    ],
    [
      'a repeated parameter',
      routes.authorize,
      form('grant_type=a&grant_type=b'),
      '400 invalid_request',
      'grant_type: the body contains it more than once. Send it once.',
    ],
    [
      'a form without a secret',
      routes.authorize,
      form('grant_type=a'),
      '400 invalid_request',
      'client_secret: is required.',
    ],
    [
      'an array',
      routes.authorize,
      json('[]'),
      '400 invalid_request',
      'body: must be a JSON object, not an array.',
    ],
    ['null', routes.authorize, json('null'), '400 invalid_request', 'body: must be a JSON object, not null.'],
    ['a missing field', routes.authorize, json('{}'), '400 invalid_request', 'api_key: is required.'],
    [
      'a field of another type',
      routes.authorize,
      json('{"api_key":7}'),
      '400 invalid_request',
      'api_key: must be a string, not 7.',
    ],
    [
      'unknown fields',
      routes.authorize,
      json('{"api_key":"a","b":1,"c":2}'),
      '400 invalid_request',
      'b: unknown field. Remove it, or use api_key. c: unknown field. Remove it, or use api_key.',
    ],
    [
      'several errors at once',
      routes.createUpload,
      json('{"size_bytes":0,"sha256":"A","x":1}'),
      '400 invalid_request',
      'filename: is required. size_bytes: must be at least 1. sha256: must be a SHA-256 in 64 lowercase hexadecimal digits. x: unknown field. Remove it, or use one of filename, size_bytes, sha256.',
    ],
    [
      'a size of zero',
      routes.createUpload,
      json('{"filename":"a","size_bytes":0}'),
      '400 invalid_request',
      'size_bytes: must be at least 1.',
    ],
    [
      'no source',
      routes.convert,
      json('{"to":"pdf"}'),
      '400 invalid_request',
      'body: one of file_id, file_ids and file_url is required.',
    ],
    [
      'no source of an extraction',
      routes.extract,
      json('{"format":"text"}'),
      '400 invalid_request',
      'body: one of file_id and file_url is required.',
    ],
    [
      'a file and several files',
      routes.convert,
      json('{"to":"pdf","file_id":"a","file_ids":["b"]}'),
      '400 invalid_request',
      'file_ids: cannot be combined with file_id. Send only one of file_id, file_ids, file_url.',
    ],
    [
      'two sources',
      routes.convert,
      json('{"to":"pdf","file_id":"a","file_url":"https://b.test/"}'),
      '400 invalid_request',
      'file_url: cannot be combined with file_id. Send only one of file_id, file_ids, file_url.',
    ],
    [
      'a URL of another scheme',
      routes.convert,
      json('{"to":"pdf","file_url":"file:///etc/passwd"}'),
      '400 invalid_request',
      'file_url: must be an http or https URL.',
    ],
  ])('is refused with an error that names the field: %s', async (_title, route, request, code, message) => {
    expect(await refusal(route, request)).toEqual([code, message]);
  });

  it('returns the accepted types for any other type', async () => {
    await expect(parse(routes.authorize, { body: Buffer.from('x') })).rejects.toMatchObject({
      headers: { Accept: 'application/json, application/x-www-form-urlencoded' },
    });
  });
});

describe('a query', () => {
  it('is parsed by the schema', async () => {
    expect(await parse(routes.getJob, { query: { wait: '25' } })).toEqual({
      body: undefined,
      query: { wait: '25' },
    });
  });

  it.each([
    [routes.listJobs, 'Remove it, or use one of limit, cursor, status, type, from.'],
    [routes.getUsage, 'Remove it.'],
  ])('is refused if a parameter is unknown', async (route, remedy) => {
    expect(await refusal(route, { query: { state: 'failed' } })).toEqual([
      '400 invalid_request',
      `state: unknown query parameter. ${remedy}`,
    ]);
  });

  it('is refused if a parameter is repeated', async () => {
    const event = apiEvent({ query: { wait: '2' } });
    const repeated = { ...event, multiValueQueryStringParameters: { wait: ['1', '2'] } };

    expect(() => parseInput(routes.getJob).before?.({ event: repeated } as never)).toThrow(
      'wait: the query contains it more than once. Send it once.',
    );
  });

  it.each(['', '-1', '1.5', 'soon', '12345', '1e3', ' 1'])('is refused if wait is %j', async (wait) => {
    expect(await refusal(routes.getJob, { query: { wait } })).toEqual([
      '400 invalid_request',
      'wait: must be a whole number of seconds.',
    ]);
  });
});
