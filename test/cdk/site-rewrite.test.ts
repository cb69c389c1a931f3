import { describe, expect, it } from 'vitest';
import { siteRewriteCode } from '../../cdk/site-rewrite.ts';
import { createViewerRequest } from '../../local/gateway/viewer-request.ts';

const urls = ['/docs/', '/docs/webhooks/', '/docs/formats/docx/'];
const code = siteRewriteCode({ urls, missingPage: '<h1>Page "not" found</h1>' });
const run = createViewerRequest(code);
const request = (
  uri: string,
  headers: Readonly<Record<string, string>> = { Accept: 'text/html,*/*;q=0.8' },
) =>
  run({
    method: 'GET',
    uri,
    rawHeaders: Object.entries({ Host: 'docs.example', ...headers }).flat(),
    ip: '192.0.2.1',
  });

describe('the function of the site', () => {
  it.each([
    ['/', '/index.html'],
    ['/docs/', '/docs/index.html'],
    ['/docs/webhooks/', '/docs/webhooks/index.html'],
    ['/docs/webhooks.md', '/docs/webhooks.md'],
    ['/docs/search.json', '/docs/search.json'],
    ['/site/docs-AAAA.css', '/site/docs-AAAA.css'],
    ['/llms-full.txt', '/llms-full.txt'],
  ])('serves %s from %s', (path, file) => {
    expect(request(path)).toMatchObject({ uri: file });
  });

  it.each(['/docs', '/docs/webhooks', '/docs/formats/docx'])('redirects %s to the page', (path) => {
    expect(request(path)).toEqual({ statusCode: 301, headers: { location: `${path}/` }, body: '' });
  });

  it.each(['/docs/nothing/', '/docs/nothing', '/docsx', '/docs//', '/docs//webhooks/', '/docs/%77ebhooks/'])(
    'responds to %s with the page for missing pages',
    (path) => {
      expect(request(path)).toEqual({
        statusCode: 404,
        headers: { 'content-type': 'text/html; charset=utf-8' },
        body: '<h1>Page "not" found</h1>',
      });
    },
  );

  it.each([{ Accept: '*/*' }, { Accept: 'application/json' }, {}])(
    'returns the index of the service to a client with the headers %j',
    (headers) => {
      const answer = request('/', headers as Record<string, string>);

      expect(answer).toMatchObject({ statusCode: 200, headers: { 'content-type': 'application/json' } });
      expect(JSON.parse((answer as { body: string }).body)).toMatchObject({
        docs: 'https://docs.example/docs/',
        openapi: 'https://docs.example/openapi.json',
      });
    },
  );

  it('addresses the local stack without TLS', () => {
    const answer = request('/', { Accept: '*/*', Host: '127.0.0.1:3000' });

    expect((answer as { body: string }).body).toContain('"http://127.0.0.1:3000/docs/"');
  });

  it('fits into the 10 KB of a CloudFront function with a thousand pages', () => {
    const many = Array.from({ length: 1000 }, (_, index) => `/docs/formats/${index}/`);

    const large = siteRewriteCode({ urls: many, missingPage: 'x'.repeat(2_600) });

    expect(Buffer.byteLength(large)).toBeLessThan(10_240);
  });
});
