import { setTimeout as sleep } from 'node:timers/promises';
import type Stripe from 'stripe';
import * as z from 'zod';
import { BusyError } from '../errors.ts';

/** The address of Stripe's API. */
export type StripeAddress = {
  readonly protocol: 'http' | 'https';
  readonly host: string;
  readonly port: number;
};

const stripeAddress: StripeAddress = { protocol: 'https', host: 'api.stripe.com', port: 443 };

/** The version of the API that the types of the package `stripe` describe. */
const apiVersion: Stripe.LatestApiVersion = '2026-10-28.endive';

/** Time limit of an attempt in ms. With its one retry, a call ends before API Gateway's limit of 29 s. */
const timeoutMs = 8000;
const attempts = 2;
const pauseMs = 500;

/** Parameters of a call. Lists and objects in them are sent as `items[0][price]`. */
export type StripeParameters = Readonly<Record<string, unknown>>;

/**
 * Calls Stripe's REST API and returns the members of the response that a schema describes.
 *
 * Each call throws StripeError if Stripe refuses it, and BusyError if Stripe is unreachable or too busy. A retry of a POST
 * has the same idempotency key, so that it is executed once.
 */
export type StripeClient = {
  get<Answer>(path: string, parameters: StripeParameters, answer: z.ZodType<Answer>): Promise<Answer>;
  post<Answer>(
    path: string,
    parameters: StripeParameters,
    answer: z.ZodType<Answer>,
    idempotencyKey?: string,
  ): Promise<Answer>;
};

const errorBody = z.object({
  error: z.object({
    type: z.string().optional(),
    code: z.string().optional(),
    param: z.string().optional(),
    message: z.string().default('no message'),
  }),
});

/** A refusal by Stripe (Stripe API reference, "Errors"). */
export class StripeError extends Error {
  readonly status: number;
  readonly type: string | undefined;
  readonly code: string | undefined;
  readonly param: string | undefined;

  constructor(status: number, body: unknown, requestId: string | null) {
    const { error } = errorBody.safeParse(body).data ?? { error: { message: 'no error in the body' } };
    super(`Stripe responded ${status}: ${error.message} (request ${requestId})`);
    this.name = 'StripeError';
    this.status = status;
    this.type = error.type;
    this.code = error.code;
    this.param = error.param;
  }

  /** Whether the call may succeed later: a limit, a conflict with another call, or a fault of Stripe. */
  get isTransient(): boolean {
    return [409, 429].includes(this.status) || this.status >= 500 || this.code === 'rate_limit';
  }
}

/** Whether Stripe refused the parameters of a call, as opposed to its key. */
export const isRefusal = (error: unknown): error is StripeError =>
  error instanceof StripeError && [400, 404].includes(error.status) && error.type !== 'idempotency_error';

/** Whether the customer does not exist at Stripe: it was deleted, or it belongs to the test mode. */
export const isLostCustomer = (error: unknown): boolean =>
  isRefusal(error) && error.code === 'resource_missing' && error.param === 'customer';

/** The fields of a form, as Stripe names nested ones. */
const fieldsOf = (value: unknown, name = ''): [name: string, value: string][] => {
  if (value === undefined) return [];
  if (typeof value !== 'object' || value === null) return [[name, String(value)]];
  return Object.entries(value).flatMap(([key, each]) =>
    fieldsOf(each, name === '' ? key : `${name}[${key}]`),
  );
};

/** Whether to send a call again. Stripe may decide it itself (API reference, "Error handling"). */
const shouldRetry = ({ status, headers }: Response): boolean => {
  const advice = headers.get('stripe-should-retry');
  return advice === null ? status === 409 || status >= 500 : advice === 'true';
};

type StripeRequest = { readonly url: string; readonly init: RequestInit };

/** Sends a request, at most twice. */
const send = async ({ url, init }: StripeRequest): Promise<{ response: Response; body: unknown }> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const response = await fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) });
      const body: unknown = await response.json();
      if (attempt === attempts || !shouldRetry(response)) return { response, body };
    } catch (error) {
      if (attempt === attempts) throw new BusyError('Stripe is unavailable', { cause: error });
    }
    await sleep(pauseMs);
  }
};

/** Opens Stripe's API. Its official client has 260 KB, for the six of its operations that the service uses. */
export const openStripe = (
  secretKey: string,
  { protocol, host, port }: StripeAddress = stripeAddress,
): StripeClient => {
  const common = { authorization: `Bearer ${secretKey}`, 'stripe-version': apiVersion };

  const call = async <Answer>(
    path: string,
    init: Omit<RequestInit, 'headers'>,
    headers: Readonly<Record<string, string>>,
    answer: z.ZodType<Answer>,
  ): Promise<Answer> => {
    const url = `${protocol}://${host}:${port}${path}`;
    const request = {
      url,
      init: { ...init, redirect: 'error', headers: { ...common, ...headers } },
    } as const;
    const { response, body } = await send(request);
    if (response.ok) return answer.parse(body);
    const error = new StripeError(response.status, body, response.headers.get('request-id'));
    throw error.isTransient ? new BusyError('Stripe is unavailable', { cause: error }) : error;
  };

  return {
    get: (path, parameters, answer) =>
      call(`${path}?${new URLSearchParams(fieldsOf(parameters))}`, { method: 'GET' }, {}, answer),
    post: (path, parameters, answer, idempotencyKey = crypto.randomUUID()) =>
      call(
        path,
        { method: 'POST', body: new URLSearchParams(fieldsOf(parameters)) },
        { 'idempotency-key': idempotencyKey },
        answer,
      ),
  };
};

const subscriptionList = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      status: z.string(),
      items: z.object({
        data: z.array(z.object({ id: z.string(), price: z.object({ id: z.string() }) })),
      }),
    }),
  ),
});

/** A subscription at Stripe. */
export type Subscription = z.output<typeof subscriptionList>['data'][number];

/** The subscriptions of a customer that have not ended, newest first. */
export const subscriptionsOf = async (
  stripe: StripeClient,
  customer: string,
): Promise<readonly Subscription[]> => {
  const parameters = { customer, limit: 100 } satisfies Stripe.SubscriptionListParams;
  return (await stripe.get('/v1/subscriptions', parameters, subscriptionList)).data;
};
