import type { Context } from 'aws-lambda';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { identityHash } from '../../../lib/accounts/identity.ts';
import { routes } from '../../../lib/api/routes.ts';
import { apiHandler } from '../../../lib/http/api-handler.ts';
import { identityVerifier } from '../../../lib/http/verify-identity.ts';
import { newToken } from '../../../lib/ids.ts';
import type { RateWindows } from '../../../lib/limits/rate-windows.ts';
import { callFunction } from '../../support/api-event.ts';
import { clientId, startTestIssuer, type TestIssuer } from '../../support/issuer.ts';

let provider: TestIssuer;
let counted: [string, string][];
let exceeded: boolean;

beforeAll(async () => {
  process.env.POWERTOOLS_LOG_LEVEL = 'SILENT';
  provider = await startTestIssuer();
});

beforeEach(() => {
  counted = [];
  exceeded = false;
  provider.setStatus(200);
});

afterAll(() => provider.close());

const windows: RateWindows = {
  countToken: () => {
    throw new Error('No token of the API is looked at');
  },
  countAddress: async (address, policy, now) => {
    counted.push([address, policy]);
    return { policy, limit: 120, remaining: 7, endsAt: now + 30_000, exceeded };
  },
};

/** A route of signed-in users without a schema for its response. */
const route = {
  ...routes.listKeys,
  success: { status: 200, description: 'OK', schema: z.unknown() },
} as const;

/** Calls an endpoint that returns its user. */
const call = (token: string | undefined) => {
  const verify = identityVerifier({ issuer: provider.issuer, clientId });
  const handler = apiHandler(route, { windows, verify }, ({ user, caller }) => ({
    body: { user, caller },
  }));
  return callFunction((event) => handler(event, {} as Context), { token });
};

const rateHeaders = {
  RateLimit: '"dashboard";r=7;t=30',
  'RateLimit-Policy': '"dashboard";q=120;w=60',
  'x-ratelimit-limit': '120',
};

describe('a signed-in user', () => {
  it('is passed to the endpoint and counted by issuer and subject', async () => {
    const { status, json, headers } = await call(await provider.sign());

    const user = { issuer: provider.issuer, subject: 'somebody', email: 'somebody@example.test' };
    expect([status, json]).toEqual([
      200,
      { user: { ...user, emailVerified: true, issuedAt: expect.any(Number) } },
    ]);
    expect(counted).toEqual([[`user:${identityHash(user)}`, 'dashboard']]);
    expect(headers).toMatchObject(rateHeaders);
  });

  it('is the same user with any address', async () => {
    await call(await provider.sign());
    await call(await provider.sign({ email: 'other@example.test' }));
    await call(await provider.sign({ sub: 'another' }));

    const [first, second, third] = counted.map(([name]) => name);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  it('is refused over the rate limit', async () => {
    exceeded = true;

    const { status, json } = await call(await provider.sign());

    expect([status, json]).toEqual([
      429,
      { statusCode: 429, error: 'Too Many Requests', message: 'Rate limit exceeded, retry in 30 seconds' },
    ]);
  });
});

describe('a call without a user', () => {
  it.each([
    ['no token', () => undefined],
    ['a bearer token of the API', () => newToken()],
    ['an API key', () => `df_live_${'0'.repeat(32)}`],
  ])('with %s is counted by its address and refused', async (_title, token) => {
    const { status, json, headers } = await call(token());

    expect([status, json]).toEqual([
      401,
      {
        error: 'invalid_identity',
        message: 'The ID token is missing, invalid or expired. Sign in again.',
      },
    ]);
    expect(headers).toMatchObject({ 'WWW-Authenticate': 'Bearer', ...rateHeaders });
    expect(counted).toEqual([['192.0.2.1', 'dashboard']]);
  });

  it('with an expired token is counted by its address', async () => {
    const { status } = await call(await provider.sign({ exp: 1 }));

    expect([status, counted]).toEqual([401, [['192.0.2.1', 'dashboard']]]);
  });

  it('gets 401 for an expired token over the limit of its address, which many may share', async () => {
    exceeded = true;

    expect((await call(newToken())).status).toBe(401);
    expect((await call(undefined)).status).toBe(429);
  });
});

it('returns 503 with Retry-After if the provider is down, and counts the call', async () => {
  provider.setStatus(502);

  const { status, json, headers } = await call(await provider.sign());

  expect([status, json]).toEqual([
    503,
    {
      error: 'temporarily_unavailable',
      message: 'The identity provider is not responding. Try again in 5 seconds.',
    },
  ]);
  expect(headers).toMatchObject({ 'Retry-After': '5' });
  expect(counted).toEqual([['192.0.2.1', 'dashboard']]);
});
