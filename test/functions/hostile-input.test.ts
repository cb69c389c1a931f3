import { beforeEach, describe, expect, it } from 'vitest';
import { filePart, type TestAnswer, type TestRequest } from '../support/api-event.ts';
import { call, uploadFile, useApi } from './use-api.ts';

useApi();

let fileId: string;
let otherId: string;

beforeEach(async () => {
  [fileId, otherId] = [await uploadFile(), await uploadFile()];
});

const post = (name: string, request: TestRequest): Promise<TestAnswer> =>
  call(name, { method: 'POST', ...request });

const sendJson = (name: string, text: string): Promise<TestAnswer> =>
  post(name, { text, headers: { 'Content-Type': 'application/json' } });

const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

describe('options', () => {
  it.each([
    [
      'nested 60 deep',
      `{"pages":${nested(59)}}`,
      'options.pages: is nested too deeply; the limit is 10 levels. Send a flatter body.',
    ],
    ['arrays nested 60 deep', `{"x":${'['.repeat(60)}${']'.repeat(60)}}`, 'options.x: is nested too deeply'],
    ['an infinite number', '{"margin":1e999}', 'options.margin: must be 0 or a number from 1e-130'],
    [
      'a number that is too large to store',
      '{"margin":1e17}',
      'options.margin: must be 0 or a number from 1e-130',
    ],
    [
      'a number that is too small to store',
      '{"margin":1e-200}',
      'options.margin: must be 0 or a number from 1e-130',
    ],
    [
      'an infinite number inside',
      '{"a":{"b":[0,-1e999]}}',
      'options.a.b.1: must be 0 or a number from 1e-130',
    ],
    ['a name that every object has', '{"constructor":1}', 'options.constructor: unknown option'],
    ['the name of every prototype', '{"__proto__":1}', 'options.__proto__: this name is not allowed'],
    ['an empty name', '{"":1}', 'options."": unknown option'],
    ['a name that every array has', '{"length":1}', 'options.length: unknown option'],
  ])('with %s are refused with their name', async (_title, options, message) => {
    const answers = await Promise.all([
      sendJson('convert', `{"file_id":"${fileId}","to":"pdf","options":${options}}`),
      sendJson('convert', `{"file_id":"${fileId}","from":"text","to":"pdf","options":${options}}`),
      sendJson('convert', `{"file_ids":["${fileId}","${otherId}"],"to":"pdf","options":${options}}`),
      sendJson('extract', `{"file_id":"${fileId}","options":${options}}`),
      sendJson('convert', `{"file_url":"https://a.example/","from":"text","to":"pdf","options":${options}}`),
    ]);

    for (const { status, json } of answers) {
      expect([status, json.error]).toEqual([400, 'invalid_request']);
      expect(json.message).toContain(message);
    }
  });

  it('nested up to the limit are refused as unknown', async () => {
    const { status, json } = await sendJson(
      'convert',
      `{"file_id":"${fileId}","to":"pdf","options":${nested(9)}}`,
    );

    expect([status, json.message]).toEqual([400, expect.stringContaining('options.a: unknown option')]);
  });
});

const inherited = ['constructor', '__proto__', 'toString', 'hasOwnProperty'];

describe.each(inherited)('the name %s', (name) => {
  it('is not a format', async () => {
    const answers = await Promise.all([
      post('convert', { json: { file_id: fileId, to: name } }),
      post('convert', { json: { file_id: fileId, from: name, to: 'pdf' } }),
      post('extract', { json: { file_id: fileId, format: name } }),
    ]);

    for (const { status, json } of answers)
      expect([status, json.error]).toEqual([422, 'unsupported_conversion']);
    const formats = await post('get-formats', { method: 'GET', query: { from: name } });
    expect(formats.status).toBeLessThan(500);
  });

  it('is a file name like any other', async () => {
    for (const filename of [name, `a.${name}`]) {
      expect(await post('upload', filePart('Some text.', filename))).toMatchObject({
        status: 201,
        json: { filename },
      });
    }
  });
});
