import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { updateIf } from '../../lib/aws/conditional-update.ts';
import { deliveryKey } from '../../lib/aws/delivery-item.ts';
import { keys } from '../../lib/aws/table.ts';
import { webhookStore } from '../../lib/aws/webhook-store.ts';
import { simplePdf } from './support/documents.ts';
import { type StackProcess, startStackProcess } from './support/stack-process.ts';
import { createTenant, tableOf } from './support/tenant.ts';
import { receiverHost, startReceiver } from './support/webhook-receiver.ts';

const dataDirectory = await mkdtemp(join(tmpdir(), 'docforge-webhooks-'));
const settings = { LEASE_SECONDS: '2', LOCAL_RECEIVER_HOST: receiverHost };
const receiver = await startReceiver();
let stack: StackProcess = await startStackProcess(dataDirectory, settings);

afterAll(async () => {
  await stack.kill().catch(() => undefined);
  await receiver.close();
  await rm(dataDirectory, { recursive: true, force: true });
});

const invoke = async (construct: string): Promise<void> => {
  const [id] = Object.keys(stack.description.functions).filter((each) =>
    each.startsWith(`${construct}Function`),
  );
  await fetch(`${stack.description.endpoints.lambda}/2015-03-31/functions/${id}/invocations`, {
    method: 'POST',
    body: '{}',
  });
};

/** Lets the leases and pauses of all jobs and deliveries pass, and runs the reconciler. */
const passTime = async (accountId: string, webhookId: string, jobIds: readonly string[]): Promise<void> => {
  const table = tableOf(stack.description);
  const now = Date.now();
  for (const jobId of jobIds)
    await updateIf(table, {
      key: keys.job(accountId, jobId),
      set: { due_at: now },
      when: 'job_status IN (:queued, :processing)',
      values: { queued: 'queued', processing: 'processing' },
    });
  for (const delivery of await webhookStore(table).listDeliveries(accountId, webhookId, 50))
    await updateIf(table, {
      key: deliveryKey(delivery),
      set: { next_try_at: now, due_at: now },
      when: 'delivery_status = :pending',
      values: { pending: 'pending' },
    });
  table.client.destroy();
  await invoke('Reconcile');
};

test('announces every job although everything is killed three times meanwhile', async () => {
  const tenant = await createTenant(stack.description);
  const token = await tenant.authorize();
  const { json: webhook } = await tenant.call({ path: '/webhooks', token, json: { url: receiver.url } });
  const file_id = await tenant.upload(token, simplePdf(['Still here']), 'a.pdf');
  const jobIds = await Promise.all(
    Array.from({ length: 12 }, () => tenant.submit(token, '/convert', { file_id, to: 'text' })),
  );
  const announced = () => new Set(receiver.received.map(({ body }) => JSON.parse(body).data.job_id));

  for (const kill of [1, 2, 3]) {
    await receiver.take(kill);
    await stack.kill();
    stack = await startStackProcess(dataDirectory, settings);
  }
  while (announced().size < jobIds.length) {
    await passTime(tenant.accountId, webhook.webhook_id, jobIds);
    await delay(2500);
  }

  expect(announced()).toEqual(new Set(jobIds));
  const ids = new Map<string, Set<unknown>>();
  for (const { headers, body } of receiver.received) {
    const { job_id } = JSON.parse(body).data;
    ids.set(job_id, (ids.get(job_id) ?? new Set()).add(headers['webhook-id']));
  }
  // One that arrived twice has the same id.
  expect([...ids.values()].map(({ size }) => size)).toEqual(jobIds.map(() => 1));
});
