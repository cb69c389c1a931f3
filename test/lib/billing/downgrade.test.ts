import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { authorize } from '../../../lib/accounts/authorize.ts';
import { createKey, revokeKey } from '../../../lib/accounts/manage-accounts.ts';
import { accountStore } from '../../../lib/aws/account-store.ts';
import { billingStore } from '../../../lib/aws/billing-store.ts';
import { chargedTransaction } from '../../../lib/aws/charged-transaction.ts';
import { jobStore } from '../../../lib/aws/job-store.ts';
import { tokenStore } from '../../../lib/aws/token-store.ts';
import { usageView } from '../../../lib/http/views/usage-view.ts';
import { messageOf } from '../../../lib/jobs/job-steps.ts';
import { runJob } from '../../../lib/jobs/run-job.ts';
import { fakeEffects, submitJob } from '../../support/jobs.ts';
import { startTestTable, type TestTable } from '../../support/table.ts';
import { createTenant, type TestTenant, takenSlots } from '../../support/tenant.ts';

const now = Date.parse('2026-11-20T09:12:00.000Z');

let database: TestTable;
let tenant: TestTenant;

beforeAll(async () => {
  database = await startTestTable();
});

afterAll(() => database.close());

/** The account's subscription ends. */
const endSubscription = async (): Promise<void> => {
  const store = billingStore(database.table);
  const { accountId } = tenant;
  await store.setCustomer(accountId, `cus_${accountId}`);
  for (const plan of ['pro', 'free'] as const) {
    const seen = await store.get(accountId);
    await store.apply({ accountId, eventId: `evt_${crypto.randomUUID()}`, seen, plan, now });
  }
};

beforeEach(async () => {
  tenant = await createTenant(database.table, 'pro', now);
});

const newKey = () => createKey({ accountId: tenant.accountId, name: 'x' }, accountStore(database.table), now);

describe('an account over the limits of its new plan', () => {
  it('keeps its keys and cannot create one until enough are revoked', async () => {
    const { keyId, key } = await newKey();
    await newKey();
    await endSubscription();

    const token = await authorize(key, tokenStore(database.table), now);
    const refused = newKey();

    expect(token).toHaveLength(43);
    await expect(refused).rejects.toMatchObject({
      code: 'key_limit_reached',
      message: 'The free plan allows 2 API keys and all are in use. Revoke one or change the plan.',
    });
    await revokeKey({ accountId: tenant.accountId, keyId }, accountStore(database.table), now);
    await expect(newKey()).rejects.toMatchObject({ code: 'key_limit_reached' });
    await revokeKey({ accountId: tenant.accountId, keyId: tenant.keyId }, accountStore(database.table), now);
    expect(await newKey()).toMatchObject({ keyId: expect.any(String) });
  });

  it('has its jobs processed and cannot submit one until enough have ended', async () => {
    const jobs = [];
    for (let count = 0; count < 4; count += 1) jobs.push(await submitJob(database.table, tenant, now));
    await endSubscription();

    const message = 'Too many active jobs (4/3). Wait for current jobs to finish.';
    await expect(submitJob(database.table, tenant, now)).rejects.toMatchObject({ message });
    const outcomes = [];
    for (const job of jobs.slice(0, 2)) {
      outcomes.push(
        await runJob(messageOf(job), jobStore(database.table), fakeEffects({ now }), () => undefined),
      );
    }

    expect(outcomes).toEqual(['ended', 'ended']);
    expect((await tenant.account()).activeJobs).toBe(2);
    expect(await submitJob(database.table, tenant, now)).toMatchObject({ status: 'queued' });
  });

  it('has no operations left in a month with more than the new limit, and all of them in the next', async () => {
    await tenant.change({ operations: 60, month: '2026-11' });
    await endSubscription();
    const charge = { accountId: tenant.accountId };
    const nextMonth = Date.parse('2026-12-01T00:00:00.000Z');

    const refused = chargedTransaction(database.table, { ...charge, now }, []);

    await expect(refused).rejects.toMatchObject({
      message: 'Monthly usage limit reached (50). Upgrade your plan for more.',
    });
    await chargedTransaction(database.table, { ...charge, now: nextMonth }, []);
    expect(await tenant.account()).toMatchObject({ operations: 1, month: '2026-12' });
  });

  it('sees its usage and its limits', async () => {
    for (let count = 0; count < 2; count += 1) await newKey();
    await tenant.change({ operations: 60, month: '2026-11', slots: takenSlots(5) });
    await endSubscription();

    expect(usageView(await tenant.account(), now)).toEqual({
      plan: 'free',
      operations: { used: 60, limit: 50, resets_at: '2026-12-01T00:00:00.000Z' },
      jobs: { active: 5, max: 3 },
      keys: { used: 3, max: 2 },
    });
  });
});
