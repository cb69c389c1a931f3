import { describe, expect, it } from 'vitest';
import { type ApiEvent, basePath, publicUrl } from '../../../lib/http/api-event.ts';
import { apiEvent } from '../../support/api-event.ts';

const eventAt = (domainName: string, stagePath: string, headers: Record<string, string> = {}): ApiEvent => {
  const event = apiEvent({ path: '/openapi.json', headers });
  return { ...event, requestContext: { ...event.requestContext, domainName, path: stagePath } };
};

const deployed = eventAt('a1b2c3.execute-api.eu-west-1.amazonaws.com', '/v1/openapi.json', {
  'X-Forwarded-Proto': 'https',
});
const dashboardUrl = 'https://docs.example/dashboard/';

describe('the prefix of a path', () => {
  it.each([
    ['/convert', '/v1/convert', '/v1'],
    ['/convert', '/v1/convert/', '/v1'],
    ['/job/{id}/result', '/v1/job/a%2Fb/result', '/v1'],
    ['/', '/v1', '/v1'],
    ['/', '/v1/', '/v1'],
    ['/', '/', ''],
    ['/job/{id}', '/job/a', ''],
  ])('of %s at %s is "%s", also behind a domain, where event.path contains it', (resource, path, prefix) => {
    const event = apiEvent({ path });

    expect(basePath({ ...event, resource, requestContext: { ...event.requestContext, path } })).toBe(prefix);
  });
});

describe('the base URL of a request', () => {
  it('is the address of API Gateway with its stage', () => {
    expect(publicUrl(deployed, dashboardUrl)).toBe('https://a1b2c3.execute-api.eu-west-1.amazonaws.com/v1');
  });

  it('is the address of CloudFront for a request that passed it', () => {
    expect(publicUrl({ ...deployed, passedFront: true }, dashboardUrl)).toBe('https://docs.example/v1');
  });

  it('has no stage at a domain without one, and the scheme of the request', () => {
    const local = eventAt('127.0.0.1:3000', '/openapi.json', { 'X-Forwarded-Proto': 'http' });

    expect(publicUrl(local, dashboardUrl)).toBe('http://127.0.0.1:3000');
  });
});
