import { describe, expect, inject, it } from 'vitest';
import { rawRequest } from './support/raw-request.ts';

const { baseUrl, endpoints, outputs } = inject('stack');

const securityHeaders = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self' ${outputs.OidcIssuer}/ ${outputs.OidcIssuer} ${endpoints.s3}`,
    "base-uri 'none'",
    `form-action 'self' ${outputs.OidcIssuer}`,
    "frame-ancestors 'none'",
  ].join('; '),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

describe('the dashboard', () => {
  it.each(['/dashboard/', '/dashboard/index.html', '/dashboard/any/section'])(
    'serves its page at %s',
    async (path) => {
      const response = await fetch(`${baseUrl}${path}`);

      expect(response.status).toBe(200);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        ...securityHeaders,
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
      });
      expect(await response.text()).toContain('<title>DocForge</title>');
    },
  );

  it('redirects to the path with a trailing slash', async () => {
    const response = await fetch(`${baseUrl}/dashboard`);

    expect([response.status, response.url, response.redirected]).toEqual([200, outputs.DashboardUrl, true]);
  });

  it('serves immutable assets with their content types', async () => {
    const page = await (await fetch(`${baseUrl}/dashboard/`)).text();
    const paths = [...page.matchAll(/(?:src|href)="(\/dashboard\/[^"]+)"/g)].map(([, path = '']) => path);

    const loaded = await Promise.all(paths.map((path) => fetch(`${baseUrl}${path}`)));

    expect(new Set(loaded.map(({ headers }) => headers.get('content-type')))).toEqual(
      new Set(['image/svg+xml', 'text/css; charset=utf-8', 'text/javascript; charset=utf-8']),
    );
    for (const { status, headers } of loaded) {
      expect(status).toBe(200);
      expect(Object.fromEntries(headers)).toMatchObject({
        ...securityHeaders,
        'cache-control': 'public, max-age=31536000, immutable',
      });
    }
  });

  it('responds to HEAD with headers only', async () => {
    const response = await fetch(`${baseUrl}/dashboard/`, { method: 'HEAD' });

    expect(response.status).toBe(200);
    expect(Number(response.headers.get('content-length'))).toBeGreaterThan(100);
    expect(await response.text()).toBe('');
  });

  it.each([
    '/dashboard/assets/no-such-file.js',
    '/dashboardx.html',
    '/dashboard/../package.json',
    '/dashboard/../../package.json',
    '/dashboard/%2e%2e/%2e%2e/package.json',
    '/dashboard/..%2f..%2fpackage.json',
    '/dashboard/..%5c..%5cpackage.json',
    '/dashboard/%2e%2e%2f%2e%2e%2fetc%2fpasswd.',
    '/dashboard//etc/passwd.',
    '/dashboard/index.html%00.js',
    '/dashboard/%zz.js',
    '/dashboard/assets/.',
  ])('does not serve %s', async (path) => {
    const { status, headers, body } = await rawRequest(baseUrl, `GET ${path}`);

    expect(status).toBe(404);
    expect(headers).toMatchObject({ ...securityHeaders, 'content-type': 'application/xml' });
    expect(body).toContain('<Code>NoSuchKey</Code>');
  });

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('does not accept %s', async (method) => {
    const response = await fetch(`${baseUrl}/dashboard/`, { method });

    expect(response.status).toBe(403);
    expect(Object.fromEntries(response.headers)).toMatchObject(securityHeaders);
  });

  it('leaves all other paths to the API', async () => {
    const response = await fetch(`${baseUrl}/dash`);

    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: 'not_found' });
    expect(response.headers.get('content-security-policy')).toBeNull();
  });
});
