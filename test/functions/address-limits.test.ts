import { afterAll, beforeAll, expect, test } from 'vitest';
import { originSecretHeader, viewerAddressHeader } from '../../lib/api/origin-headers.ts';
import type { ApiFunction } from '../../lib/http/api-handler.ts';
import { callFunction, type TestAnswer, type TestRequest } from '../support/api-event.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let functions: Readonly<Record<'health' | 'answer-unrouted', ApiFunction>>;

beforeAll(async () => {
  service = await startTestService();
  functions = {
    health: (await import('../../functions/api/health.ts')).handler,
    'answer-unrouted': (await import('../../functions/api/answer-unrouted.ts')).handler,
  };
});

afterAll(() => service.close());

const calls = (name: keyof typeof functions, count: number, request: TestRequest): Promise<TestAnswer[]> =>
  Promise.all(Array.from({ length: count }, () => callFunction(functions[name], request)));

test('an address has 60 calls a minute of GET /health and unknown paths together, whatever it claims to be', async () => {
  const forged = { [viewerAddressHeader]: '192.0.2.200', [originSecretHeader]: 'guessed' };
  const health = await calls('health', 40, { address: '192.0.2.77' });
  const unknown = await calls('answer-unrouted', 20, { address: '192.0.2.77', path: '/nowhere' });

  const [refusedHealth] = await calls('health', 1, { address: '192.0.2.77', headers: forged });
  const [refusedPath] = await calls('answer-unrouted', 1, { address: '192.0.2.77', headers: forged });
  const [other] = await calls('health', 1, { address: '192.0.2.78' });

  expect(health.map(({ status }) => status)).toEqual(Array(40).fill(200));
  expect(unknown.map(({ status }) => status)).toEqual(Array(20).fill(404));
  const left = [...health, ...unknown].map(({ headers }) => Number(headers['x-ratelimit-remaining']));
  expect(left.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, index) => index));
  for (const refused of [refusedHealth, refusedPath]) {
    expect(refused?.status).toBe(429);
    expect(refused?.json).toMatchObject({ statusCode: 429, error: 'Too Many Requests' });
    expect(refused?.headers).toMatchObject({
      'RateLimit-Policy': '"default";q=60;w=60',
      'Retry-After': refused?.headers['x-ratelimit-reset'],
    });
  }
  expect(other?.status).toBe(200);
});
