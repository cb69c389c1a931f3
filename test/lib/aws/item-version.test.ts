import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountStore } from '../../../lib/aws/account-store.ts';
import { billingStore } from '../../../lib/aws/billing-store.ts';
import { putIf } from '../../../lib/aws/conditional-update.ts';
import { fileReadStore } from '../../../lib/aws/file-read-store.ts';
import { itemVersion, migrateItem } from '../../../lib/aws/item-version.ts';
import { toJob } from '../../../lib/aws/job-item.ts';
import { jobReadStore } from '../../../lib/aws/job-read-store.ts';
import { type Item, keys, type Table } from '../../../lib/aws/table.ts';
import { countToken } from '../../../lib/aws/token-window.ts';
import { putNew, transact } from '../../../lib/aws/transaction.ts';
import { webhookStore } from '../../../lib/aws/webhook-store.ts';
import { limitsOf } from '../../../lib/plans.ts';
import { putItem, readItem, startTestTable, type TestTable } from '../../support/table.ts';

/** The items of an account as an unchanged checkout of that version stored them, one of each kind. */
const stored: readonly Item[] = JSON.parse(readFileSync('test/lib/aws/released/version-0.json', 'utf8'));
const accountId = 'acct_01M8EZCKGC00J5EW63BKP49FMF';
const webhookId = 'whk_01M8EZM8J8CVRC74E2G9V2Q38F';
const tokenHash = 'QGxsXYOqkclGjTLjZgJZpJC1jrwcZMSPS3sTcVnj3lU';
const now = 1_795_799_300_000;

let database: TestTable;

beforeAll(async () => {
  database = await startTestTable();
});
afterAll(() => database.close());

const store = async (items: readonly Item[]): Promise<Table> => {
  for (const item of items) await putItem(database.table, item);
  return database.table;
};

const everything = { status: undefined, type: undefined, from: undefined };

const listJobs = (table: Table) =>
  jobReadStore(table).list(accountId, { limit: 20, before: undefined, now, filter: everything });

/** Everything that an account can list. */
const lists = async (table: Table) => ({
  account: await accountStore(table).getAccount(accountId),
  keys: await accountStore(table).listKeys(accountId),
  files: (await fileReadStore(table).list(accountId, { limit: 20, before: undefined, now })).items,
  jobs: (await listJobs(table)).items,
  webhooks: await webhookStore(table).list(accountId),
  deliveries: await webhookStore(table).listDeliveries(accountId, webhookId, 20, now),
});

describe('items of version 0', () => {
  it('are read as what they were', async () => {
    const table = await store(stored);

    const read = await lists(table);
    expect(read.account).toMatchObject({ plan: 'pro', operations: 16, keys: 1, ...limitsOf('pro') });
    expect(read.keys).toMatchObject([{ name: 'first conversion', lastFour: '6RZZ' }]);
    expect(read.files).toMatchObject([{ filename: 'a.md', format: 'markdown', sizeBytes: 13 }]);
    expect(
      read.jobs.map(({ status, steps, output, error }) => [
        status,
        steps.list.map(({ target }) => target).join(),
        output?.filename ?? error?.code,
      ]),
    ).toEqual([
      ['queued', 'pdf', undefined],
      ['complete', 'docx,text', 'a.txt'],
      ['failed', 'text', 'source_unreachable'],
      ['complete', 'docx', 'a.docx'],
    ]);
    expect(read.webhooks).toMatchObject([{ webhookId, events: ['job.completed', 'job.failed'] }]);
    expect(read.deliveries).toMatchObject([{ status: 'delivered', answer: { status: 200 } }]);
    expect(await countToken(table, tokenHash, now)).toMatchObject({
      caller: { accountId, limits: limitsOf('pro') },
    });
  });

  it('without steps are read as jobs with one', () => {
    const job = toJob({
      ...keys.job(accountId, 'job_1'),
      job_type: 'extraction',
      job_status: 'queued',
      target: 'text',
      worker: 'office',
      source_format: 'doc',
      job_options: { pages: '1' },
      further_file_ids: ['file_2'],
      created_at: now,
      attempts: 0,
    });

    expect(job.steps.list).toEqual([
      {
        type: 'extraction',
        target: 'text',
        from: 'doc',
        options: { pages: '1' },
        worker: 'office',
        inputs: [{ file: 0 }, { file: 1 }],
        isOutput: false,
      },
    ]);
  });
});

it('takes the steps from the version of an item up to the current one', () => {
  const migrations = { 0: (item: Item) => ({ ...item, added: true }) };

  expect(migrateItem({ a: 1 }, migrations)).toEqual({ a: 1, added: true });
  expect(migrateItem({ a: 1, v: itemVersion }, migrations)).toEqual({ a: 1, v: itemVersion });
  expect(migrateItem({ a: 1, v: itemVersion + 1 }, migrations)).toEqual({ a: 1, v: itemVersion + 1 });
  expect(migrateItem({ a: 1 }, {})).toEqual({ a: 1 });
});

it('is stored with each new item', async () => {
  await putIf(database.table, { pk: 'NEW#1', sk: 'A' }, {});
  await transact(database.table, [['item', putNew({ pk: 'NEW#2', sk: 'A' })]]);

  expect(await readItem(database.table, { pk: 'NEW#1', sk: 'A' })).toHaveProperty('v', itemVersion);
  expect(await readItem(database.table, { pk: 'NEW#2', sk: 'A' })).toHaveProperty('v', itemVersion);
});

it('of a later version breaks no list, whatever values and attributes that version added', async () => {
  const later = 'from_a_later_version';
  const table = await store(
    stored.map((item) => ({
      ...item,
      v: itemVersion + 1,
      later_attribute: { any: [later] },
      ...(item.plan === undefined ? {} : { plan: later }),
      ...(item.job_status === undefined ? {} : { job_status: later, job_type: later }),
      ...(Array.isArray(item.steps)
        ? { steps: item.steps.map((step) => ({ ...step, type: later, worker: later, inputs: later })) }
        : {}),
      ...(item.job_error === undefined ? {} : { job_error: { code: later, message: 'No.' } }),
      ...(item.delivery_status === undefined ? {} : { delivery_status: later }),
      ...(item.events === undefined ? {} : { events: [later, 'job.failed'] }),
      ...(item.file_format === undefined ? {} : { file_format: later }),
    })),
  );
  await putItem(table, { ...keys.billing(accountId), customer_id: 'cus_1', billed_plan: later, version: 3 });

  const read = await lists(table);
  expect(read.account).toMatchObject({ plan: 'free', maxOperations: limitsOf('pro').maxOperations });
  expect(read.jobs.map(({ status, error }) => [status, error?.code])).toEqual([
    ['processing', undefined],
    ['processing', undefined],
    ['processing', 'internal_error'],
    ['processing', undefined],
  ]);
  expect(read.deliveries).toMatchObject([{ status: 'pending' }]);
  expect(read.webhooks).toMatchObject([{ events: ['job.failed'] }]);
  expect(read.files).toMatchObject([{ format: later }]);
  expect(await countToken(table, tokenHash, now)).toMatchObject({ caller: { limits: limitsOf('free') } });
  expect(await billingStore(table).get(accountId)).toMatchObject({ plan: 'free' });
});
