import { expect, test } from 'vitest';
import type { Answer, Call } from '../../admin/check/call.ts';
import { callAnonymously } from '../../admin/check/session.ts';

/** A service that gives each response in turn. */
const serviceOf = (...answers: readonly [status: number, retryAfter?: string][]) => {
  const left = answers.map(
    ([status, retryAfter]): Answer => ({
      status,
      headers: new Headers(retryAfter === undefined ? {} : { 'retry-after': retryAfter }),
      json: {},
    }),
  );
  const call: Call = async () => left.shift() ?? Promise.reject(new Error('one call too many'));
  return { call, left };
};

test('a request without a token is repeated once after the limit of the address', async () => {
  const once = serviceOf([429, '0'], [401]);
  const twice = serviceOf([429, '0'], [429, '0']);

  expect((await callAnonymously(once.call, 'GET', '/usage')).status).toBe(401);
  expect((await callAnonymously(twice.call, 'GET', '/usage')).status).toBe(429);
});

test.each([
  ['an answer that is no limit', [401]],
  ['a limit without a time', [429]],
  ['a limit of more than a minute', [429, '61']],
] as const)('%s is returned', async (_name, first) => {
  const { call, left } = serviceOf([...first], [200]);

  expect((await callAnonymously(call, 'GET', '/usage')).status).toBe(first[0]);
  expect(left).toHaveLength(1);
});
