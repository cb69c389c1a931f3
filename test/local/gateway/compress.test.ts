import { gunzipSync, inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Answer } from '../../../local/gateway/answer.ts';
import { compress } from '../../../local/gateway/compress.ts';

const body = Buffer.from('{"formats":[]}'.repeat(100));
const answer: Answer = {
  statusCode: 200,
  headers: new Map([['content-type', ['application/json']]]),
  body,
};

describe('the compression of a response', () => {
  it.each([
    ['gzip', 'gzip', gunzipSync],
    ['br, deflate;q=0.5, GZIP;q=0.1', 'gzip', gunzipSync],
    ['gzip;q=0, deflate', 'deflate', inflateSync],
  ])('is one that the client accepts: %s', async (accepted, encoding, decode) => {
    const compressed = await compress(answer, accepted, body.length);

    expect(compressed.headers.get('content-encoding')).toEqual([encoding]);
    expect(compressed.body.length).toBeLessThan(body.length);
    expect(decode(compressed.body)).toEqual(body);
  });

  it.each([
    ['the client accepts none', undefined, body.length],
    ['the client accepts only others', 'br, identity', body.length],
    ['the body is too small', 'gzip', body.length + 1],
    ['the API does not compress', 'gzip', undefined],
  ])('is left out if %s', async (_title, accepted, minBytes) => {
    expect(await compress(answer, accepted, minBytes)).toBe(answer);
  });
});
