import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { accountOf } from '../../lib/accounts/sign-in.ts';
import { identityStore } from '../../lib/aws/identity-store.ts';
import { environmentNames } from '../../lib/env.ts';
import type { ApiFunction } from '../../lib/http/api-handler.ts';
import { callFunction } from '../support/api-event.ts';
import { type FakeStripe, signedEvent, startFakeStripe, webhookSecret } from '../support/fake-stripe.ts';
import { clientId, startTestIssuer, type TestIssuer } from '../support/issuer.ts';
import { startTestService, type TestService } from '../support/service.ts';

const stripe = vi.hoisted((): { fake: FakeStripe | undefined } => ({ fake: undefined }));

vi.mock('../../lib/billing/stripe.ts', async (original) => {
  const real = await original<typeof import('../../lib/billing/stripe.ts')>();
  return { ...real, openStripe: (secretKey: string) => real.openStripe(secretKey, stripe.fake?.address) };
});

type Functions = {
  openSession: ApiFunction;
  checkout: ApiFunction;
  portal: ApiFunction;
  webhook: ApiFunction;
};

let service: TestService;
let issuer: TestIssuer;
let fake: FakeStripe;
let offered: Functions;
let notOffered: Functions;

const loadFunctions = async (): Promise<Functions> => {
  vi.resetModules();
  const [openSession, checkout, portal, webhook] = await Promise.all([
    import('../../functions/api/open-session.ts'),
    import('../../functions/api/open-checkout.ts'),
    import('../../functions/api/open-billing-portal.ts'),
    import('../../functions/api/receive-billing-event.ts'),
  ]);
  return {
    openSession: openSession.handler,
    checkout: checkout.handler,
    portal: portal.handler,
    webhook: webhook.handler,
  };
};

beforeAll(async () => {
  [service, issuer, fake] = await Promise.all([startTestService(), startTestIssuer(), startFakeStripe()]);
  stripe.fake = fake;
  vi.stubEnv(environmentNames.oidcIssuer, issuer.issuer);
  vi.stubEnv(environmentNames.oidcClientId, clientId);
  vi.stubEnv(environmentNames.signUp, 'open');
  vi.stubEnv(environmentNames.dashboardUrl, 'https://docforge.example/v1/dashboard/');
  notOffered = await loadFunctions();
  vi.stubEnv(environmentNames.stripeSecretKey, 'sk_test');
  vi.stubEnv(environmentNames.stripeWebhookSecret, webhookSecret);
  vi.stubEnv(environmentNames.stripeStarterPrice, 'price_starter');
  vi.stubEnv(environmentNames.stripeProPrice, 'price_pro');
  offered = await loadFunctions();
});

afterAll(async () => {
  vi.unstubAllEnvs();
  await Promise.all([service.close(), issuer.close(), fake.close()]);
});

let token: string;
let subject: string;
let email: string;

beforeEach(async () => {
  subject = crypto.randomUUID();
  email = `${subject}@example.test`;
  token = await issuer.sign({ sub: subject, email });
  await callFunction(offered.openSession, { method: 'POST', token });
  fake.takeCalls();
});

const accountId = () =>
  accountOf(
    { issuer: issuer.issuer, subject, email, emailVerified: true, issuedAt: Date.now() },
    identityStore(service.table),
  );

const planNow = async (): Promise<string> =>
  (await callFunction(offered.openSession, { method: 'POST', token })).json.plan;

const checkout = (
  functions: Functions,
  json: unknown = { plan: 'pro' },
  bearer: string | undefined = token,
) => callFunction(functions.checkout, { method: 'POST', token: bearer, json });

const send = (functions: Functions, text: string, signature?: string) =>
  callFunction(functions.webhook, {
    method: 'POST',
    text,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      ...(signature === undefined ? {} : { 'stripe-signature': signature }),
    },
  });

const refusal = (error: string, message: string) => ({ error, message });
const notOfferedAnswer = refusal(
  'billing_not_offered',
  'This service does not sell plans. Contact the operator; GET /account/config returns the support contact.',
);

describe('without Stripe settings', () => {
  it('refuses checkout, portal and events', async () => {
    const event = signedEvent('customer.subscription.updated', { customer: 'cus_any' });

    const answers = [
      await checkout(notOffered),
      await callFunction(notOffered.portal, { method: 'POST', token }),
      await send(notOffered, event.body.toString(), event.signature),
    ];

    expect(answers.map(({ status }) => status)).toEqual([409, 409, 409]);
    expect(answers.map(({ json }) => json)).toEqual(Array.from(answers, () => notOfferedAnswer));
    expect(fake.takeCalls()).toEqual([]);
  });
});

describe('POST /account/billing/checkout', () => {
  it('returns the URL of the payment page', async () => {
    const answer = await checkout(offered);

    expect(answer).toMatchObject({
      status: 200,
      json: { url: expect.stringMatching(/^https:\/\/checkout\.stripe\.test\/cs_\d+$/) },
    });
    expect(fake.takeCalls().at(-1)?.parameters).toMatchObject({
      client_reference_id: await accountId(),
      success_url: 'https://docforge.example/v1/dashboard/?billing=paid',
    });
  });

  it.each([{ plan: 'free' }, { plan: 'gold' }, {}])('refuses %j', async (json) => {
    const answer = await checkout(offered, json);

    expect(answer).toMatchObject({
      status: 400,
      json: refusal('invalid_request', expect.stringContaining('plan: ')),
    });
  });

  it('refuses a user who is not signed in', async () => {
    expect(await checkout(offered, undefined, 'of-nobody')).toMatchObject({
      status: 401,
      json: { error: 'invalid_identity' },
    });
  });

  it('returns 503 if Stripe is down', async () => {
    fake.fail('POST /v1/customers', 500, 2);

    expect(await checkout(offered)).toMatchObject({
      status: 503,
      headers: { 'Retry-After': '1' },
      json: { error: 'temporarily_unavailable' },
    });
  });
});

describe('POST /account/billing/portal', () => {
  it('returns the URL of the customer portal', async () => {
    const answer = await callFunction(offered.portal, { method: 'POST', token });

    expect(answer).toMatchObject({
      status: 200,
      json: { url: expect.stringMatching(/^https:\/\/portal\.stripe\.test\/cus_\d+\/$/) },
    });
  });
});

describe('POST /billing/webhook', () => {
  const paidEvent = async () => {
    await checkout(offered);
    const customer = fake.takeCalls().at(-1)?.parameters.customer ?? '';
    fake.subscribe(customer, 'price_pro');
    return signedEvent('checkout.session.completed', { customer, note: 'Ünïcödé 😀' });
  };

  it('changes the account to the plan that was bought', async () => {
    const { body, signature } = await paidEvent();

    const answer = await send(offered, body.toString(), signature);

    expect(answer).toMatchObject({ status: 204, text: '' });
    expect(await planNow()).toBe('pro');
    expect(await checkout(offered)).toMatchObject({
      status: 400,
      json: refusal('invalid_request', 'plan: the account already has the pro plan. Choose another one.'),
    });
  });

  it('accepts a body that the gateway encoded in base64', async () => {
    const { body, signature } = await paidEvent();

    const answer = await callFunction(offered.webhook, {
      method: 'POST',
      body,
      headers: { 'Stripe-Signature': signature },
    });

    expect(answer.status).toBe(204);
    expect(await planNow()).toBe('pro');
  });

  it.each([
    ['a changed body', (text: string) => text.replace('completed', 'Completed'), true],
    ['no signature', (text: string) => text, false],
  ])('refuses %s', async (_, change, signed) => {
    const { body, signature } = await paidEvent();

    const answer = await send(offered, change(body.toString()), signed ? signature : undefined);

    expect(answer).toMatchObject({
      status: 401,
      json: refusal(
        'invalid_signature',
        'The Stripe-Signature does not match the body or is older than 300 seconds. Check the signing secret of the endpoint.',
      ),
    });
    expect(await planNow()).toBe('free');
  });

  it.each(['invoice.payment_failed', 'customer.subscription.updated'])(
    'accepts %s of an unknown customer',
    async (type) => {
      const { body, signature } = signedEvent(type, { customer: 'cus_stranger' });

      expect((await send(offered, body.toString(), signature)).status).toBe(204);
    },
  );
});
