import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayOf } from '../../../lib/accounts/account.ts';
import { getAccount } from '../../../lib/accounts/manage-accounts.ts';
import { fromAccount, newAccountItem, toAccount } from '../../../lib/aws/account-item.ts';
import { accountStore } from '../../../lib/aws/account-store.ts';
import { chargedTransaction } from '../../../lib/aws/charged-transaction.ts';
import { toJob } from '../../../lib/aws/job-item.ts';
import { keys } from '../../../lib/aws/table.ts';
import { newId } from '../../../lib/ids.ts';
import { limitsOf, planNames } from '../../../lib/plans.ts';
import { putItem, readItem, startTestTable, type TestTable } from '../../support/table.ts';

const now = Date.UTC(2026, 10, 20);

/** The attributes of the first version, which every later version must read. */
const firstAccount = {
  account_id: 'acct_1',
  email: 'a@example.test',
  plan: 'starter',
  created_at: now,
  month: '2026-11',
  operations: 7,
  active_jobs: 1,
  keys_count: 2,
};

let database: TestTable;

beforeAll(async () => {
  database = await startTestTable();
});
afterAll(() => database.close());

describe('an account item written before an attribute existed', () => {
  it('reads with the limits of its plan', () => {
    expect(toAccount(firstAccount)).toEqual({
      accountId: 'acct_1',
      email: 'a@example.test',
      plan: 'starter',
      createdAt: now,
      month: '2026-11',
      operations: 7,
      refunds: 0,
      day: '',
      dayOperations: 0,
      slots: {},
      engineHour: '',
      engineMs: 0,
      keys: 2,
      ...limitsOf('starter'),
    });
  });

  it.each(planNames)('reads without any one of its newer attributes (%s)', (plan) => {
    const whole = fromAccount(toAccount({ ...firstAccount, plan }));
    const newer = Object.keys(whole).filter((name) => !Object.hasOwn(firstAccount, name));

    expect(newer).toHaveLength(11);
    for (const name of newer) {
      const { [name]: _, ...older } = { ...whole } as Record<string, unknown>;
      expect(toAccount(older), name).toEqual(toAccount(whole));
    }
  });

  it('keeps the limits that it stores', () => {
    const stored = { ...firstAccount, max_operations: 9, max_engine_ms: 90_000 };

    expect(toAccount(stored)).toMatchObject({ maxOperations: 9, maxEngineMinutes: 1.5, maxKeys: 10 });
  });

  it('is completed by the first charge', async () => {
    const key = keys.account('acct_1');
    await putItem(database.table, { ...key, ...firstAccount });

    const jobId = newId('job', now);
    await chargedTransaction(database.table, { accountId: 'acct_1', now, jobId }, []);

    const account = await getAccount('acct_1', accountStore(database.table));
    expect(account).toEqual({
      ...toAccount(firstAccount),
      operations: 8,
      slots: { [jobId.slice('job_'.length)]: 1 },
      day: dayOf(now),
      dayOperations: 1,
    });
    expect(await readItem(database.table, key)).toEqual({
      ...newAccountItem(account),
      // Functions of that version may still count it.
      active_jobs: 1,
    });
  });
});

it('reads a job item written before its newer attributes existed', () => {
  const job = toJob({
    account_id: 'acct_1',
    job_id: 'job_1',
    job_type: 'conversion',
    job_status: 'queued',
    target: 'pdf',
    created_at: now,
    attempts: 0,
  });

  expect(job).toMatchObject({
    furtherFileIds: [],
    steps: {
      list: [{ type: 'conversion', target: 'pdf', worker: 'standard', options: {}, inputs: [{ file: 0 }] }],
      done: [],
    },
    workedMs: 0,
    maxFileBytes: limitsOf('free').maxFileBytes,
    maxResultBytes: limitsOf('free').maxResultBytes,
  });
});
