import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { authorize } from '../../../lib/accounts/authorize.ts';
import { identityHash } from '../../../lib/accounts/identity.ts';
import { openSession } from '../../../lib/accounts/session.ts';
import { signIn } from '../../../lib/accounts/sign-in.ts';
import { billingStore } from '../../../lib/aws/billing-store.ts';
import { fileStore } from '../../../lib/aws/file-store.ts';
import { identityStore } from '../../../lib/aws/identity-store.ts';
import { jobStore } from '../../../lib/aws/job-store.ts';
import { rateWindows } from '../../../lib/aws/rate-windows.ts';
import { sessionStore } from '../../../lib/aws/session-store.ts';
import { tokenStore } from '../../../lib/aws/token-store.ts';
import { createDelivery, webhookStore } from '../../../lib/aws/webhook-store.ts';
import { openCustomerDeletion } from '../../../lib/billing/delete-customers.ts';
import { secretHash } from '../../../lib/ids.ts';
import { newDelivery } from '../../../lib/webhooks/webhook.ts';
import { type FakeStripe, startFakeStripe } from '../../support/fake-stripe.ts';
import { submitJob, textFile } from '../../support/jobs.ts';
import { isLong } from '../../support/long-run.ts';
import { operatorOf } from '../../support/operator.ts';
import { allItems, beforeWrite, startTestTable, type TestTable } from '../../support/table.ts';

const now = Date.UTC(2026, 10, 20, 12);

let database: TestTable;
let stripe: FakeStripe;
/** The objects of the bucket and the users of the pool. */
let objects: Set<string>;
let users: Set<string>;
let run: ReturnType<typeof operatorOf>;

beforeAll(async () => {
  database = await startTestTable();
  stripe = await startFakeStripe();
});
afterAll(async () => {
  await stripe.close();
  await database.close();
});
beforeEach(() => {
  objects = new Set();
  users = new Set();
  const effects = {
    deleteCustomer: openCustomerDeletion('sk_test', stripe.address),
    removeObjects: async (accountId: string) => {
      const own = [...objects].filter((key) => key.startsWith(`accounts/${accountId}/`));
      for (const key of own) objects.delete(key);
      return own.length === 0 ? {} : { objects: own.length };
    },
    removeUser: async ({ subject }: { subject: string }) => (users.delete(subject) ? { users: 1 } : {}),
  };
  run = operatorOf(database.table, { effects, now });
});

/** An account with a bit of everything. */
const wholeAccount = async () => {
  const { table } = database;
  const user = {
    issuer: 'https://issuer.test',
    subject: crypto.randomUUID(),
    email: `${crypto.randomUUID()}@example.test`,
    emailVerified: true,
    issuedAt: now,
  };
  const accountId = await signIn(user, identityStore(table), now, 'open');
  users.add(user.subject);
  const { key, key_id: keyId } = await run('create-key', { account: accountId, name: 'Secret name' });
  const { key_id: revoked } = await run('create-key', { account: accountId, name: 'Revoked name' });
  await run('revoke-key', { account: accountId, key: revoked });
  const token = await authorize(key, tokenStore(table), now);
  await rateWindows(table).countToken(secretHash(token), now);
  await openSession(accountId, user, sessionStore(table), now);
  await rateWindows(table).countAddress(`user:${identityHash(user)}`, 'dashboard', now);
  await fileStore(table).create(textFile({ accountId }, 'file_1', now));
  objects.add(`accounts/${accountId}/files/file_1`);
  const queued = await submitJob(table, { accountId }, now, { webhookUrl: 'https://receiver.test/' });
  const running = await submitJob(table, { accountId }, now);
  await jobStore(table).claim(running, { owner: 'worker', now, leaseUntil: now + 60_000 });
  const webhook = { accountId, webhookId: 'whk_1', url: 'https://receiver.test/', createdAt: now };
  await webhookStore(table).create(
    { ...webhook, events: ['job.failed'], disabledAt: undefined },
    'whsec_1',
    10,
  );
  await createDelivery(
    table,
    newDelivery(
      { accountId, webhookId: 'whk_1', deliveryId: 'msg_1' },
      { url: undefined, type: 'job.failed', jobId: queued.jobId, payload: '{"filename":"secret.txt"}' },
      now,
    ),
  );
  const billing = billingStore(table);
  stripe.customers.set('cus_old', {}).set('cus_new', {});
  await billing.setCustomer(accountId, 'cus_old');
  await billing.setCustomer(accountId, 'cus_new', 'cus_old');
  const seen = await billing.get(accountId);
  await billing.apply({ accountId, eventId: `evt_${crypto.randomUUID()}`, seen, plan: 'pro', now });
  return { user, accountId, key, keyId, token, running };
};

/** What would show that the account existed, with the log of the operator left out. */
const traces = async ({ accountId, user, key, token }: Awaited<ReturnType<typeof wholeAccount>>) => {
  const secrets = [
    accountId,
    user.email,
    user.subject,
    identityHash(user),
    secretHash(key),
    secretHash(token),
  ];
  const items = (await allItems(database.table)).filter(({ pk }) => !String(pk).startsWith('ACTIONS#'));
  return items
    .map((item) => JSON.stringify(item))
    .filter((text) => secrets.some((secret) => text.includes(secret)));
};

const later = now + 130_000;

it('leaves nothing in table, bucket, pool and at Stripe, and the same user gets a new account', async () => {
  const account = await wholeAccount();
  const other = await wholeAccount();
  const { accountId, user } = account;
  expect((await traces(account)).length).toBeGreaterThan(15);

  const dry = await run('delete-account', { account: accountId }, { isDryRun: true });
  const first = await run('delete-account', { account: accountId });
  const second = await run('delete-account', { account: accountId }, { now: later });

  expect(dry).toMatchObject({
    dry_run: true,
    payment_customers: ['cus_old', 'cus_new'],
    active_jobs: 2,
    keys: 1,
  });
  expect(first).toMatchObject({ state: 'waiting', waits_until: new Date(now + 120_000).toISOString() });
  expect(first.deleted).toMatchObject({
    keys: 2,
    jobs: 2,
    files: 1,
    webhooks: 1,
    deliveries: 1,
    objects: 1,
    users: 1,
    payment_customers: 2,
  });
  expect(second).toMatchObject({ state: 'deleted', deleted: { accounts: 1 } });
  expect(second.deleted).not.toHaveProperty('users');
  expect(await traces(account)).toEqual([]);
  expect([...stripe.customers.keys()]).not.toContain('cus_new');
  expect([...users]).toEqual([other.user.subject]);
  expect([...objects]).toEqual([`accounts/${other.accountId}/files/file_1`]);
  expect((await traces(other)).length).toBeGreaterThan(15);
  const again = await signIn(user, identityStore(database.table), later, 'open');
  expect(again).not.toBe(accountId);
  await expect(run('delete-account', { account: accountId })).rejects.toThrow(`No account ${accountId}`);
});

it('ends access at once, and a worker that runs on stores nothing', async () => {
  const { table } = database;
  const { accountId, user, key, token, running } = await wholeAccount();

  await run('delete-account', { account: accountId });

  expect(await rateWindows(table).countToken(secretHash(token), now)).toBeUndefined();
  await expect(authorize(key, tokenStore(table), now)).rejects.toMatchObject({ code: 'invalid_api_key' });
  await expect(signIn(user, identityStore(table), now, 'open')).rejects.toMatchObject({
    code: 'account_suspended',
  });
  await expect(run('resume-account', { account: accountId })).rejects.toThrow('is being deleted');
  const lease = { accountId, jobId: running.jobId, attempt: 1, owner: 'worker' };
  expect(await jobStore(table).renew(lease, now + 60_000, undefined)).toBe(false);
  // An attempt that had begun to store its result.
  objects.add(`accounts/${accountId}/results/${running.jobId}/1`);
  expect(await run('delete-account', { account: accountId })).toMatchObject({ state: 'waiting' });
  await run('delete-account', { account: accountId }, { now: later });
  expect([...objects].filter((object) => object.includes(accountId))).toEqual([]);
});

describe('an interrupted deletion', () => {
  it.each([3, 7, 12].concat(isLong ? Array.from({ length: 24 }, (_, write) => write + 1) : []))(
    'goes on after a death at write %i',
    async (write) => {
      const account = await wholeAccount();
      const { accountId } = account;
      beforeWrite(database.table, write, () => Promise.reject(new Error('killed')));
      await run('delete-account', { account: accountId }).catch(() => undefined);
      database.table.client.middlewareStack.remove('inPlaceOfWrite');

      await run('delete-account', { account: accountId });
      await run('delete-account', { account: accountId }, { now: later }).catch((error: Error) => {
        expect(error.message).toBe(`No account ${accountId}`);
      });

      expect(await traces(account)).toEqual([]);
      expect(users.has(account.user.subject)).toBe(false);
    },
  );

  it('goes on after Stripe failed', async () => {
    const account = await wholeAccount();
    stripe.fail('DELETE /v1/customers/{id}', 500, 1);
    await expect(run('delete-account', { account: account.accountId })).rejects.toThrow(
      'Stripe is unavailable',
    );

    await run('delete-account', { account: account.accountId });
    await run('delete-account', { account: account.accountId }, { now: later });

    expect(await traces(account)).toEqual([]);
  });
});

it('is refused without the key of Stripe, before anything changes, unless the customer is kept', async () => {
  const account = await wholeAccount();
  const effects = { removeObjects: async () => ({}), removeUser: async () => undefined };
  const without = operatorOf(database.table, { effects, now });

  await expect(without('delete-account', { account: account.accountId })).rejects.toThrow(
    'The account has the payment customer cus_old, cus_new, and STRIPE_SECRET_KEY is not set.',
  );
  expect(await run('show-account', { account: account.accountId })).toMatchObject({ state: 'active' });

  const values = { account: account.accountId, 'keep-customer': '' };
  expect(await without('delete-account', values)).toMatchObject({
    kept_user: { issuer: account.user.issuer, subject: account.user.subject },
  });
  await without('delete-account', values, { now: later });
  expect(await traces(account)).toEqual([]);
  expect(stripe.customers.has('cus_new')).toBe(true);
});

it('two deletions at once end as one', async () => {
  const account = await wholeAccount();

  await Promise.all([1, 2, 3].map(() => run('delete-account', { account: account.accountId })));
  await Promise.allSettled(
    [1, 2].map(() => run('delete-account', { account: account.accountId }, { now: later })),
  );

  expect(await traces(account)).toEqual([]);
});
