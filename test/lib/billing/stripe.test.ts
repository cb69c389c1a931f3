import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import OfficialStripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import {
  isLostCustomer,
  isRefusal,
  openStripe,
  type StripeAddress,
  type StripeClient,
} from '../../../lib/billing/stripe.ts';
import { listenOnLoopback } from '../../../local/emulators/loopback.ts';

type Scripted = {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Record<string, string>;
};

const found: Scripted = { status: 200, body: { id: 'cus_1', object: 'customer', more: true } };
const errorOf = (status: number, error: Record<string, string>, headers = {}): Scripted => ({
  status,
  body: { error },
  headers,
});

let script: (Scripted | undefined)[];
let received: { line: string; headers: IncomingMessage['headers']; form: Record<string, string> }[];
let address: StripeAddress;
let stripe: StripeClient;
let official: OfficialStripe;

const server = createServer(async (request, response) => {
  const { method, url = '/', headers } = request;
  const { pathname, searchParams } = new URL(url, 'http://stripe');
  const form = new URLSearchParams(await text(request));
  received.push({
    line: `${method} ${pathname}`,
    headers,
    form: Object.fromEntries([...searchParams, ...form]),
  });
  const answer = script.shift();
  if (answer === undefined) request.socket.destroy();
  else response.writeHead(answer.status, answer.headers).end(JSON.stringify(answer.body));
});

beforeAll(async () => {
  const { hostname, port } = new URL(await listenOnLoopback(server, 0));
  address = { protocol: 'http', host: hostname, port: Number(port) };
  stripe = openStripe('sk_test', address);
  official = new OfficialStripe('sk_test', { ...address, maxNetworkRetries: 1, telemetry: false });
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

beforeEach(() => {
  received = [];
  script = [];
});

const customer = z.object({ id: z.string() });
const get = () => stripe.get('/v1/subscriptions', { customer: 'cus_1', limit: 100 }, customer);
const post = (idempotencyKey?: string) => stripe.post('/v1/customers', {}, customer, idempotencyKey);

/** What two clients sent, without what identifies a client or a call. */
const comparable = () =>
  received.map(({ line, form, headers }) => ({
    line,
    form,
    authorization: headers.authorization,
    version: headers['stripe-version'],
    type: headers['content-type']?.split(';')[0],
    hasKey: headers['idempotency-key'] !== undefined,
  }));

describe('a call to Stripe', () => {
  it('is sent as the official client sends it', async () => {
    script = [found, found];
    const parameters = {
      mode: 'subscription',
      customer: 'cus_1',
      line_items: [{ price: 'price_1', quantity: 1 }, { price: 'a&b=ü' }],
      subscription_data: { metadata: { account_id: 'acct 1' } },
      success_url: 'https://docforge.example/?a=1&b=[2]',
    } satisfies OfficialStripe.Checkout.SessionCreateParams;

    await official.checkout.sessions.create(parameters);
    await stripe.post('/v1/checkout/sessions', { ...parameters, cancel_url: undefined }, customer);

    const [theirs, ours] = comparable();
    expect(ours).toEqual(theirs);
    expect(ours?.hasKey).toBe(true);
  });

  it('that reads is sent as the official client sends it', async () => {
    script = [found, found];

    await official.subscriptions.list({ customer: 'cus_1', limit: 100 });
    await get();

    const [theirs, ours] = comparable();
    expect({ ...ours, type: undefined }).toEqual({ ...theirs, type: undefined });
  });

  it('returns the members that its schema describes', async () => {
    script = [found];

    expect(await post()).toEqual({ id: 'cus_1' });
  });

  it.each([
    ['a response is lost', undefined],
    ['Stripe has a fault', errorOf(500, { type: 'api_error' })],
    ['another call is in flight', errorOf(409, { type: 'idempotency_error' })],
    ['Stripe asks for it', errorOf(429, { code: 'lock_timeout' }, { 'stripe-should-retry': 'true' })],
  ])('is sent again with the same key if %s', async (_, fault) => {
    script = [fault, found];

    expect(await post()).toEqual({ id: 'cus_1' });
    const keys = received.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual([expect.stringMatching(/^[\w-]{36}$/), keys[0]]);
  });

  it('has the idempotency key of the caller', async () => {
    script = [found];

    await post('customer-1');

    expect(received[0]?.headers['idempotency-key']).toBe('customer-1');
  });

  it.each([
    ['too many requests', [errorOf(429, {})], 1],
    ['a rate limit of old versions', [errorOf(400, { code: 'rate_limit' })], 1],
    ['two faults', [errorOf(500, {}), errorOf(503, {})], 2],
    ['two lost responses', [undefined, undefined], 2],
    ['a fault that Stripe says not to retry', [errorOf(500, {}, { 'stripe-should-retry': 'false' })], 1],
  ])('reports that the service is busy after %s', async (_, faults, calls) => {
    script = [...faults];

    await expect(get()).rejects.toMatchObject({ name: 'BusyError' });
    expect(received).toHaveLength(calls);
  });
});

describe('a refusal by Stripe', () => {
  it.each([
    [400, { type: 'invalid_request_error', message: 'No such price', param: 'price' }, true, false],
    [404, { type: 'invalid_request_error', code: 'resource_missing', param: 'customer' }, true, true],
    [400, { type: 'invalid_request_error', code: 'resource_missing', param: 'price' }, true, false],
    [400, { type: 'idempotency_error', message: 'Keys for idempotent requests' }, false, false],
    [401, { type: 'invalid_request_error', message: 'Invalid API Key provided' }, false, false],
    [403, { type: 'invalid_request_error', message: 'The key lacks a permission' }, false, false],
  ])('of status %i, %o, is classified as the official client does', async (status, error, refusal, lost) => {
    script = [errorOf(status, error, { 'request-id': 'req_1' }), errorOf(status, error)];

    const caught = await post().catch((each: unknown) => each);
    const theirs = await official.customers.create({}).catch((each: unknown) => each);

    expect(caught).toMatchObject({ name: 'StripeError', status });
    expect((caught as Error).message).toBe(
      `Stripe responded ${status}: ${'message' in error ? error.message : 'no message'} (request req_1)`,
    );
    expect([isRefusal(caught), isLostCustomer(caught)]).toEqual([refusal, lost]);
    expect(theirs instanceof OfficialStripe.errors.StripeInvalidRequestError).toBe(refusal);
  });

  it('without an error in its body has its status', async () => {
    script = [{ status: 400, body: 'Oh' }];

    await expect(post()).rejects.toThrow('Stripe responded 400: no error in the body');
  });
});
