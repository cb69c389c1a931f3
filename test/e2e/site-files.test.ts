import { expect, inject, it } from 'vitest';

const { baseUrl } = inject('stack');

const page = (path: string): Promise<Response> =>
  fetch(`${baseUrl}${path}`, { headers: { accept: 'text/html' }, redirect: 'manual' });

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

it.each(['/', '/docs/', '/docs/webhooks/'])('serves a page of the site at %s', async (path) => {
  const response = await page(path);

  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'public, max-age=300',
    'content-security-policy': policy,
    'x-frame-options': 'DENY',
  });
  expect(await response.text()).toContain('<h1');
});

it('serves immutable files that pages load', async () => {
  const html = await (await page('/docs/')).text();
  const paths = [...html.matchAll(/(?:src|href)="(\/site\/[^"]+)"/g)].map(([, path = '']) => path);

  const loaded = await Promise.all(paths.map((path) => fetch(`${baseUrl}${path}`)));

  expect(loaded.length).toBeGreaterThan(3);
  expect(new Set(loaded.map(({ status, headers }) => `${status} ${headers.get('cache-control')}`))).toEqual(
    new Set(['200 public, max-age=31536000, immutable']),
  );
});

it('redirects to the path with a slash, and has a page for missing ones', async () => {
  const redirect = await page('/docs/webhooks');
  const missing = await page('/docs/nothing/');

  expect([redirect.status, redirect.headers.get('location')]).toEqual([301, '/docs/webhooks/']);
  expect([missing.status, missing.headers.get('content-security-policy')]).toEqual([404, policy]);
  expect(await missing.text()).toContain('Page not found');
});

it('returns the index to clients that do not accept HTML, and Markdown beside each page', async () => {
  const index = await fetch(`${baseUrl}/`);
  const markdown = await fetch(`${baseUrl}/docs/webhooks.md`);

  expect(await index.json()).toMatchObject({ docs: `${baseUrl}/docs/` });
  expect(markdown.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
});
