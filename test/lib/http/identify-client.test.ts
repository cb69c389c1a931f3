import type { Context } from 'aws-lambda';
import { expect, it } from 'vitest';
import { identifyClient } from '../../../lib/http/identify-client.ts';
import { apiEvent } from '../../support/api-event.ts';

const secret = 'only CloudFront knows this';

const addressOf = (headers: Readonly<Record<string, string>>, originSecret: string | undefined) => {
  const event = apiEvent({ method: 'GET', headers });
  const context = {} as Context;
  identifyClient(originSecret).before?.({ event, context, response: null, error: null, internal: {} });
  return event.requestContext.identity.sourceIp;
};

const peer = apiEvent({ method: 'GET' }).requestContext.identity.sourceIp;
const stated = '2001:db8::7';

it.each([
  ['takes the stated address with the secret', { 'x-origin-secret': secret }, secret, stated],
  ['takes the peer without the secret', {}, secret, peer],
  ['takes the peer with another secret', { 'X-Origin-Secret': 'a guess' }, secret, peer],
  ['takes the peer with an empty secret', { 'X-Origin-Secret': '' }, secret, peer],
  ['takes the peer if the deployment has no secret', { 'X-Origin-Secret': secret }, undefined, peer],
])('%s', (_title, headers, originSecret, expected) => {
  expect(addressOf({ ...headers, 'X-Viewer-Address': stated }, originSecret)).toBe(expected);
});

it('takes the peer if CloudFront states no address', () => {
  expect(addressOf({ 'X-Origin-Secret': secret }, secret)).toBe(peer);
});
