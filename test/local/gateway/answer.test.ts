import { describe, expect, it } from 'vitest';
import { readAnswer } from '../../../local/gateway/answer.ts';

const read = (response: unknown, accept?: string, binaryMediaTypes: string[] = []) =>
  readAnswer(JSON.stringify(response), accept, binaryMediaTypes);

describe('readAnswer', () => {
  it('keeps status, headers and body', () => {
    expect(read({ statusCode: 201, headers: { Location: '/job/1', 'X-Count': 3 }, body: 'é' })).toEqual({
      statusCode: 201,
      headers: new Map([
        ['location', ['/job/1']],
        ['x-count', ['3']],
        ['content-type', ['application/json']],
      ]),
      body: Buffer.from('é'),
    });
  });

  it('accepts a status as a string and a missing body', () => {
    expect(read({ statusCode: '204', headers: { 'Content-Type': 'text/plain' } })).toEqual({
      statusCode: 204,
      headers: new Map([['content-type', ['text/plain']]]),
      body: Buffer.alloc(0),
    });
  });

  it('prefers multi-value headers and renames connection headers', () => {
    const response = {
      statusCode: 200,
      headers: { 'Set-Cookie': 'lost', Connection: 'close', 'Content-Length': '1' },
      multiValueHeaders: { 'set-cookie': ['a=1', 'b=2'] },
    };

    expect(read(response)?.headers).toEqual(
      new Map([
        ['set-cookie', ['a=1', 'b=2']],
        ['x-amzn-remapped-connection', ['close']],
        ['x-amzn-remapped-content-length', ['1']],
        ['content-type', ['application/json']],
      ]),
    );
  });

  it.each([
    ['image/png', ['image/png'], 'hi'],
    ['image/png, text/plain', ['image/*'], 'hi'],
    ['text/html', ['*/*'], 'hi'],
    [undefined, ['*/*'], 'hi'],
    ['text/plain, image/png', ['image/png'], 'aGk='],
    ['*/*', ['image/png'], 'aGk='],
    [undefined, ['image/png'], 'aGk='],
  ])('with Accept %s and binary types %s, returns a base64 body as %s', (accept, types, text) => {
    const answer = read({ statusCode: 200, body: 'aGk=', isBase64Encoded: true }, accept, types);

    expect(answer?.body.toString()).toBe(text);
  });

  it.each([
    ['nothing', null],
    ['text', 'ok'],
    ['a list', []],
    ['no status', { body: '' }],
    ['a status that is not a number', { statusCode: 'ok' }],
    ['an interim status', { statusCode: 101 }],
    ['a body that is not a string', { statusCode: 200, body: {} }],
    ['headers that are not an object', { statusCode: 200, headers: 'a' }],
    ['a header value with a line break', { statusCode: 200, headers: { a: 'b\r\nc: d' } }],
    ['a header value outside Latin-1', { statusCode: 200, headers: { a: '\u{1f600}' } }],
    ['a header name with a space', { statusCode: 200, headers: { 'a b': 'c' } }],
  ])('rejects %s as malformed', (_title, response) => {
    expect(read(response)).toBeUndefined();
  });
});
