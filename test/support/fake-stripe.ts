import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import Stripe from 'stripe';
import type { StripeAddress } from '../../lib/billing/stripe-address.ts';
import { listenOnLoopback } from '../../local/emulators/loopback.ts';

/** A call to Stripe's REST API: its form or query, flat (`items[0][price]`). */
type StripeCall = {
  readonly operation: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly idempotencyKey: string | undefined;
};

type Subscription = {
  readonly id: string;
  readonly customer: string;
  status: string;
  price: string;
};

/** The part of Stripe that the service uses, over HTTP, with its state in memory. */
export type FakeStripe = {
  readonly address: StripeAddress;
  /** Customers by id, with the parameters they were created with. */
  readonly customers: Map<string, Readonly<Record<string, string>>>;
  readonly subscriptions: Subscription[];
  /** Checkout sessions: `open`, `complete` or `expired`. */
  readonly sessions: Map<
    string,
    { readonly customer: string; readonly price: string | undefined; status: string }
  >;
  /** Whether the portal is set up to change subscriptions. */
  portalChangesPlans: boolean;
  /** Returns the calls since it was last called. */
  takeCalls(): StripeCall[];
  subscribe(customer: string, price: string, status?: string): Subscription;
  /** Executes the next call of an operation, then drops the connection instead of responding. */
  loseAnswer(operation: string): void;
  /** Responds to the next `times` calls of an operation with this status, without executing them. */
  fail(operation: string, status: number, times: number): void;
  /** Executes the next call of an operation but delays its response until it is released. */
  hold(operation: string): { readonly held: Promise<void>; release(): void };
  close(): Promise<void>;
};

type Answer = { readonly status: number; readonly body: unknown };

const refusal = (code: string | undefined, param: string | undefined, status = 400): Answer => ({
  status,
  body: { error: { type: 'invalid_request_error', message: 'Refused by the test', code, param } },
});

const list = (data: unknown[]): Answer => ({ status: 200, body: { object: 'list', data, has_more: false } });

const subscriptionView = ({ id, customer, status, price }: Subscription) => ({
  id,
  object: 'subscription',
  customer,
  status,
  items: { object: 'list', data: [{ id: `si_${id}`, price: { id: price } }], has_more: false },
});

/** Starts a Stripe that executes every call, but only once for an idempotency key. */
export const startFakeStripe = async (): Promise<FakeStripe> => {
  const customers: FakeStripe['customers'] = new Map();
  const subscriptions: Subscription[] = [];
  const sessions: FakeStripe['sessions'] = new Map();
  const calls: StripeCall[] = [];
  const answered = new Map<string, { readonly parameters: string; readonly answer: Answer }>();
  const failures: { operation: string; status: number }[] = [];
  const holds = new Map<string, { started(): void; until: Promise<void> }>();
  let lost: string | undefined;
  let made = 0;
  const nextId = (kind: string): string => {
    made += 1;
    return `${kind}_${made}`;
  };

  const operations: Record<string, (parameters: Readonly<Record<string, string>>, id: string) => Answer> = {
    'POST /v1/customers': (parameters) => {
      const id = nextId('cus');
      customers.set(id, parameters);
      return { status: 200, body: { id, object: 'customer' } };
    },
    'DELETE /v1/customers/{id}': (_, id) =>
      customers.delete(id)
        ? { status: 200, body: { id, object: 'customer', deleted: true } }
        : refusal('resource_missing', 'id', 404),
    'GET /v1/subscriptions': ({ customer = '' }) =>
      customers.has(customer)
        ? list(
            subscriptions
              .filter((each) => each.customer === customer && each.status !== 'canceled')
              .map(subscriptionView)
              .toReversed(),
          )
        : refusal('resource_missing', 'customer', 404),
    'GET /v1/checkout/sessions': ({ customer }) =>
      list(
        [...sessions]
          .flatMap(([id, { status, price, ...session }]) =>
            session.customer === customer
              ? [{ id, status, metadata: { price }, url: `https://checkout.stripe.test/${id}` }]
              : [],
          )
          .toReversed(),
      ),
    'POST /v1/checkout/sessions': ({ customer = '', 'metadata[price]': price }) => {
      if (!customers.has(customer)) return refusal('resource_missing', 'customer');
      const id = nextId('cs');
      sessions.set(id, { customer, price, status: 'open' });
      return { status: 200, body: { id, url: `https://checkout.stripe.test/${id}` } };
    },
    'POST /v1/checkout/sessions/{id}/expire': (_, id) => {
      const session = sessions.get(id);
      if (session?.status !== 'open') return refusal(undefined, undefined);
      session.status = 'expired';
      return { status: 200, body: { id } };
    },
    'POST /v1/billing_portal/sessions': ({ customer = '', ...parameters }) => {
      if (!customers.has(customer)) return refusal('resource_missing', 'customer');
      const flow = parameters['flow_data[type]'];
      if (flow !== undefined && !fake.portalChangesPlans) return refusal(undefined, 'flow_data');
      return { status: 200, body: { url: `https://portal.stripe.test/${customer}/${flow ?? ''}` } };
    },
  };

  const answer = (call: StripeCall, id: string): Answer => {
    const failing = failures.findIndex(({ operation }) => operation === call.operation);
    const [failure] = failing < 0 ? [] : failures.splice(failing, 1);
    if (failure !== undefined) {
      return {
        status: failure.status,
        body: { error: { type: 'api_error', message: 'Failed by the test' } },
      };
    }
    const parameters = JSON.stringify(call.parameters);
    const known = call.idempotencyKey === undefined ? undefined : answered.get(call.idempotencyKey);
    if (known !== undefined && known.parameters !== parameters)
      return {
        status: 400,
        body: { error: { type: 'idempotency_error', message: 'Other parameters' } },
      };
    const given = known?.answer ??
      operations[call.operation]?.(call.parameters, id) ?? { status: 404, body: { error: {} } };
    if (call.idempotencyKey !== undefined) answered.set(call.idempotencyKey, { parameters, answer: given });
    return given;
  };

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://stripe');
    const body = await text(request);
    const id = /^\/v1\/(?:checkout\/sessions\/(?=\w+\/)|customers\/)(\w+)/.exec(url.pathname)?.[1] ?? '';
    const operation = `${request.method} ${id === '' ? url.pathname : url.pathname.replace(id, '{id}')}`;
    const parameters = Object.fromEntries([...url.searchParams, ...new URLSearchParams(body)]);
    const call = { operation, parameters, idempotencyKey: request.headers['idempotency-key']?.toString() };
    calls.push(call);
    const given = answer(call, id);
    const hold = holds.get(operation);
    if (hold !== undefined) {
      holds.delete(operation);
      hold.started();
      await hold.until;
    }
    if (lost === operation) {
      lost = undefined;
      request.socket.destroy();
      return;
    }
    response.writeHead(given.status, { 'Content-Type': 'application/json' }).end(JSON.stringify(given.body));
  };

  const server = createServer((request, response) => {
    serve(request, response).catch(() => request.socket.destroy());
  });
  const { hostname, port } = new URL(await listenOnLoopback(server, 0));
  const fake: FakeStripe = {
    address: { protocol: 'http', host: hostname, port: Number(port) },
    customers,
    subscriptions,
    sessions,
    portalChangesPlans: true,
    takeCalls: () => calls.splice(0),
    subscribe: (customer, price, status = 'active') => {
      const subscription = { id: nextId('sub'), customer, status, price };
      subscriptions.push(subscription);
      return subscription;
    },
    loseAnswer: (operation) => {
      lost = operation;
    },
    fail: (operation, status, times) => {
      for (let time = 0; time < times; time += 1) failures.push({ operation, status });
    },
    hold: (operation) => {
      const { promise: until, resolve: release } = Promise.withResolvers<void>();
      const { promise: held, resolve: started } = Promise.withResolvers<void>();
      holds.set(operation, { started, until });
      return { held, release };
    },
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
  return fake;
};

/** The secret with which the events of tests are signed. */
export const webhookSecret = 'whsec_of_the_tests';

/** An event as Stripe sends it: its bytes, and the header that signs them. */
export const signedEvent = (
  type: string,
  object: Readonly<Record<string, unknown>>,
  { id = `evt_${crypto.randomUUID()}`, now = Date.now(), secret = webhookSecret } = {},
): { body: Buffer; signature: string } => {
  const payload = JSON.stringify(
    { id, object: 'event', type, created: Math.floor(now / 1000), data: { object } },
    null,
    2,
  );
  return {
    body: Buffer.from(payload),
    signature: Stripe.webhooks.generateTestHeaderString({
      payload,
      secret,
      timestamp: Math.floor(now / 1000),
    }),
  };
};
