import { describe, expect, it } from 'vitest';
import { createRouter } from '../../../local/gateway/router.ts';
import type { Integration } from '../../../local/template/routes.ts';

const integration: Integration = { functionName: 'f', timeoutMilliseconds: 29_000 };
const route = createRouter(
  [
    ['GET', '/'],
    ['GET', '/job/{id}'],
    ['DELETE', '/job/{id}'],
    ['GET', '/job/latest'],
    ['POST', '/job/{id}/cancel'],
    ['ANY', '/any'],
    ['GET', '/any'],
    ['GET', '/files/{path+}'],
  ].map(([method = '', path = '']) => ({ method, path, integration })),
);

describe('createRouter', () => {
  it.each([
    ['GET', '/', '/', {}],
    ['GET', '/job/1', '/job/{id}', { id: '1' }],
    ['GET', '/job/1/', '/job/{id}', { id: '1' }],
    ['POST', '/job/1/cancel', '/job/{id}/cancel', { id: '1' }],
    ['GET', '/job/latest', '/job/latest', {}],
    ['DELETE', '/job/latest', '/job/{id}', { id: 'latest' }],
    ['PATCH', '/any', '/any', {}],
    ['GET', '/files/a/b%20c', '/files/{path+}', { path: 'a/b c' }],
    ['GET', '/job/a%2F..%2Fb', '/job/{id}', { id: 'a/../b' }],
    ['GET', '/job/%252e%252e', '/job/{id}', { id: '%2e%2e' }],
    ['GET', '/job/..', '/job/{id}', { id: '..' }],
    ['GET', '/job/%00', '/job/{id}', { id: '\0' }],
    ['GET', '/job/__proto__', '/job/{id}', { id: '__proto__' }],
  ])('routes %s %s to %s and decodes parameters once', (method, path, resource, parameters) => {
    expect(route(method, path)).toEqual({ resource, integration, parameters });
  });

  it.each([
    ['PUT', '/job/1'],
    ['GET', '/job'],
    ['GET', '/job/'],
    ['GET', '/job/1/2'],
    ['GET', '/job//cancel'],
    ['GET', '//job/1'],
    ['GET', '/unknown'],
    ['HEAD', '/job/1'],
    ['GET', '/files'],
    ['GET', '/constructor'],
  ])('has no route for %s %s', (method, path) => {
    expect(route(method, path)).toBe('unknown');
  });

  it('rejects a path that cannot be decoded', () => {
    expect(route('GET', '/job/%zz')).toBe('malformed');
    expect(route('GET', '/job/%ff')).toBe('malformed');
  });
});
