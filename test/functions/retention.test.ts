import { glob, readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTable } from '../../lib/aws/dynamodb.ts';
import { jobReadStore } from '../../lib/aws/job-read-store.ts';
import { keys, type Table } from '../../lib/aws/table.ts';
import { transact } from '../../lib/aws/transaction.ts';
import { countDay } from '../../lib/aws/usage-history-store.ts';
import { createDelivery, webhookStore } from '../../lib/aws/webhook-store.ts';
import { objectFolders } from '../../lib/grants.ts';
import { maxJobSeconds } from '../../lib/jobs/job-times.ts';
import { newDelivery } from '../../lib/webhooks/webhook.ts';
import { submitJob } from '../support/jobs.ts';
import { isLong } from '../support/long-run.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { allItems } from '../support/table.ts';
import { createTenant } from '../support/tenant.ts';
import { writes } from './writes.ts';

const now = Date.UTC(2026, 10, 20, 12);
const day = 86_400_000;

type Item = Readonly<Record<string, unknown>>;

/** A row of the table of items in docs/jobs.md. */
type Row = { readonly name: string; readonly pk: RegExp; readonly sk: RegExp; readonly kept: string };

/** The pattern of keys in a cell, in which `<...>` is any text. A cell without one has an id. */
const patternOf = (cell: string): RegExp => {
  const patterns = [...cell.matchAll(/`([^`]+)`/g)].map(([, key = '']) =>
    key
      .split(/<[^>]+>/)
      .map((text) => text.replace(/[^\w#]/g, '\\$&'))
      .join('.+'),
  );
  return new RegExp(`^(?:${patterns.length === 0 ? '.+' : patterns.join('|')})$`);
};

const readRows = async (): Promise<readonly Row[]> => {
  const lines = (await readFile('docs/jobs.md', 'utf8')).split('\n');
  const start = lines.indexOf('| Item | `pk` | `sk` | Contains | Kept |') + 2;
  return lines.slice(start, lines.indexOf('', start)).map((line) => {
    const [name = '', pk = '', sk = '', , kept = ''] = line.slice(2, -2).split(' | ');
    return { name, pk: patternOf(pk), sk: patternOf(sk), kept };
  });
};

const rowOf = (rows: readonly Row[], { pk, sk }: Item): Row => {
  const found = rows.filter((row) => row.pk.test(String(pk)) && row.sk.test(String(sk)));
  expect(found, `${pk} ${sk}`).toHaveLength(1);
  return found[0] ?? expect.fail();
};

/** The writes happen up to so much after `now`. */
const laterSeconds = 10;

const unitMs = { minute: 60_000, hour: 3_600_000, day };

/** What a retention counts from, in ms since the epoch; undefined if that has not happened. */
const startOf: Readonly<Record<string, (item: Item) => unknown>> = {
  '': () => now,
  ' after its expiry': ({ expires_at }) => expires_at,
  ' after the day': ({ sk }) => Date.parse(String(sk).slice('DAY#'.length)),
  // The lookup of a key does not contain when it was revoked.
  ' after it is revoked': ({ revoked_at, ttl }) => revoked_at ?? (ttl === undefined ? undefined : now),
  ' after the client has deleted it': ({ deleted_at }) => deleted_at,
  ' after the last call must have ended': ({ calls }) =>
    Math.max(now, ...[...((calls as Set<string>) ?? [])].map((call) => Number.parseInt(call, 10))),
  ' after the window has ended': ({ window_ends }) => window_ends,
  ' after the job must have ended': () => now + maxJobSeconds * 1000,
};

/** The time at which an item is deleted by a cell of the table, in ms since the epoch; undefined if time does not delete it. */
const endOf = (kept: string, item: Item): number | undefined => {
  if (kept === 'until it expires') return Number(item.expires_at);
  if (kept === 'until the last token expires')
    return Math.max(...(item.tokens as { readonly expires_at: number }[]).map((each) => each.expires_at));
  if (/^(until|for ever)/.test(kept)) return undefined;
  const ends = kept.split('; ').map((part) => {
    const [, count, unit, after = ''] = /^(\d+) (minute|hour|day)s?(.*)$/.exec(part) ?? expect.fail(part);
    const from = (startOf[after] ?? expect.fail(after))(item);
    return from === undefined
      ? undefined
      : Number(from) + Number(count) * unitMs[unit as keyof typeof unitMs];
  });
  return ends.findLast((end) => end !== undefined);
};

let service: TestService;
let table: Table;

beforeAll(async () => {
  service = await startTestService();
  table = openTable();
});
afterAll(async () => {
  table.client.destroy();
  await service.close();
});

const chosen = Object.values(writes).flatMap((each) => Object.values(each).slice(0, isLong ? undefined : 3));

it('of every kind of item is that of docs/jobs.md', async () => {
  const rows = await readRows();
  await transact(table, [['day', countDay('acct_1', '2026-11-19', 1)]]);
  for (const write of chosen) {
    const tenant = await createTenant(service.table, 'pro', now);
    await (await write({ table, tenant, accountId: tenant.accountId, now }))();
  }
  const items = await allItems(service.table);
  const seen = new Set(items.map((item) => rowOf(rows, item)));

  const wrong = items.filter((item) => {
    const end = endOf(rowOf(rows, item).kept, item);
    if (end === undefined || item.ttl === undefined) return end !== item.ttl;
    return Math.abs(Number(item.ttl) - end / 1000) > laterSeconds;
  });

  expect(wrong).toEqual([]);
  expect(rows.filter((row) => !seen.has(row)).map(({ name }) => name)).toEqual([]);
  for (const key of Object.values(keys))
    rowOf(rows, (key as (...ids: string[]) => Item)('a', 'b#c', 'd', 'e'));
});

it('ends before DynamoDB deletes an item, which may take two days', async () => {
  const { accountId, ...tenant } = await createTenant(service.table, 'pro', now);
  const { jobId } = await submitJob(table, { accountId, ...tenant }, now);
  const ref = { accountId, webhookId: 'wh_1', deliveryId: 'msg_1' };
  const event = { url: undefined, type: 'job.failed', jobId, payload: '{}' };
  await createDelivery(table, newDelivery(ref, event, now));
  const job = (at: number) => jobReadStore(table).get(accountId, jobId, at);
  const deliveries = (at: number) => webhookStore(table).listDeliveries(accountId, 'wh_1', 10, at);

  expect([await job(now + 30 * day), await deliveries(now + 7 * day - 1)]).toMatchObject([{ jobId }, [ref]]);
  expect([await job(now + 30 * day + 1), await deliveries(now + 7 * day)]).toEqual([undefined, []]);
  expect(await webhookStore(table).restart(ref, now + 7 * day)).toBeUndefined();
});

it('of every folder of the bucket is listed in docs/jobs.md', async () => {
  const written: (string | undefined)[] = [];
  for await (const path of glob('lib/{aws,endpoints,files,jobs,try,upload-service,worker}/*.ts'))
    for (const [, folder] of (await readFile(path, 'utf8')).matchAll(/`accounts\/\$\{\w+\}\/(\w+)/g))
      written.push(folder);
  const listed = [
    ...(await readFile('docs/jobs.md', 'utf8')).matchAll(/^\| `accounts\/<account>\/(\w+)\//gm),
  ];

  expect(written.toSorted()).toEqual(objectFolders.toSorted());
  expect(listed.map(([, folder]) => folder).toSorted()).toEqual(objectFolders.toSorted());
});
