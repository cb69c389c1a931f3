import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createKey, revokeKey } from '../../lib/accounts/manage-accounts.ts';
import { accountStore } from '../../lib/aws/account-store.ts';
import type { Table } from '../../lib/aws/table.ts';
import { allItems, deleteItem, putItem } from '../support/table.ts';
import { startStackProcess } from './support/stack-process.ts';
import { createTenant } from './support/tenant.ts';
import { receiverHost, startReceiver } from './support/webhook-receiver.ts';

const folder = await mkdtemp(join(tmpdir(), 'docforge-restored-'));
const stack = await startStackProcess(folder, { LOCAL_RECEIVER_HOST: receiverHost });
const receiver = await startReceiver();
afterAll(async () => {
  await receiver.close();
  await stack.kill();
  await rm(folder, { recursive: true, force: true });
});

/** Stops the workers of a queue, or lets them continue. */
const disable = async (name: string | undefined): Promise<void> => {
  const { functions } = await stack.describe();
  const [, found] = Object.entries(functions).find(([id]) => name !== undefined && id.startsWith(name)) ?? [];
  const disabled = found === undefined ? [] : [found.name];
  await fetch(`${stack.description.endpoints.lambda}/faults`, {
    method: 'PUT',
    body: JSON.stringify({ disabled }),
  });
};

/** Gives the table the items of an earlier time, as point-in-time recovery does. */
const restore = async (table: Table, items: readonly Record<string, unknown>[]): Promise<void> => {
  for (const { pk, sk } of await allItems(table)) await deleteItem(table, { pk: String(pk), sk: String(sk) });
  for (const item of items) await putItem(table, item);
};

test('a restored table has the consequences that docs/upgrading.md lists', { timeout: 300_000 }, async () => {
  const tenant = await createTenant(stack.description);
  const { accountId, table } = tenant;
  const store = accountStore(table);
  const revoked = await createKey({ accountId, name: 'revoked later' }, store, Date.now());
  const token = await tenant.authorize();
  const authorize = async (key: string) =>
    (await tenant.call({ path: '/authorize', json: { api_key: key } })).status;
  await disable('ConvertDocument');
  const fileId = await tenant.upload(token, 'Some text.');
  const body = { file_id: fileId, to: 'pdf', webhook_url: receiver.url };
  const jobId = await tenant.submit(token, '/convert', body);
  const earlier = await allItems(table);
  await disable(undefined);
  expect(await tenant.finish(token, jobId)).toMatchObject({ status: 'complete' });
  await receiver.take(1);
  const added = await createKey({ accountId, name: 'added later' }, store, Date.now());
  await revokeKey({ accountId, keyId: revoked.keyId }, store, Date.now());
  const later = await tenant.upload(token, 'More text.');
  expect([await authorize(added.key), await authorize(revoked.key)]).toEqual([200, 401]);

  await restore(table, earlier);

  expect([await authorize(added.key), await authorize(revoked.key)]).toEqual([401, 200]);
  expect((await tenant.call({ path: `/file/${later}`, token })).status).toBe(404);
  const job = await tenant.finish(token, jobId);
  expect(job).toMatchObject({ status: 'complete', error: null });
  expect((await tenant.download(job)).length).toBeGreaterThan(0);
  const sent = await receiver.take(2);
  expect(JSON.parse(sent.at(-1)?.body ?? '{}')).toMatchObject({ type: 'job.completed' });
  expect((await tenant.call({ path: '/usage', token })).json.jobs).toMatchObject({ active: 0 });
});
