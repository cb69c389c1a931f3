import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ApiFunction } from '../../lib/http/api-handler.ts';
import { callFunction, filePart, type TestAnswer, type TestRequest } from '../support/api-event.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { createTenant } from '../support/tenant.ts';

let service: TestService;
let functions: Record<
  'convert' | 'extract' | 'upload' | 'createUpload' | 'getFormats' | 'listJobs',
  ApiFunction
>;
let token: string;
let fileId: string;
let otherId: string;

beforeAll(async () => {
  service = await startTestService();
  functions = {
    convert: (await import('../../functions/api/convert.ts')).handler,
    extract: (await import('../../functions/api/extract.ts')).handler,
    upload: (await import('../../functions/api/upload.ts')).handler,
    createUpload: (await import('../../functions/api/create-upload.ts')).handler,
    getFormats: (await import('../../functions/api/get-formats.ts')).handler,
    listJobs: (await import('../../functions/api/list-jobs.ts')).handler,
  };
});

afterAll(() => service.close());

beforeEach(async () => {
  token = await (await createTenant(service.table)).newToken();
  const upload = async () =>
    (await callFunction(functions.upload, { token, ...filePart('Some text.') })).json.file_id;
  [fileId, otherId] = [await upload(), await upload()];
});

const call = (name: keyof typeof functions, request: TestRequest): Promise<TestAnswer> =>
  callFunction(functions[name], { method: 'POST', token, ...request });

const sendJson = (name: keyof typeof functions, text: string): Promise<TestAnswer> =>
  call(name, { text, headers: { 'Content-Type': 'application/json' } });

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
      call('convert', { json: { file_id: fileId, to: name } }),
      call('convert', { json: { file_id: fileId, from: name, to: 'pdf' } }),
      call('extract', { json: { file_id: fileId, format: name } }),
    ]);

    for (const { status, json } of answers)
      expect([status, json.error]).toEqual([422, 'unsupported_conversion']);
    const formats = await call('getFormats', { method: 'GET', query: { from: name } });
    expect(formats.status).toBeLessThan(500);
  });

  it('is a file name like any other', async () => {
    for (const filename of [name, `a.${name}`]) {
      expect(await call('upload', filePart('Some text.', filename))).toMatchObject({
        status: 201,
        json: { filename },
      });
    }
  });
});
