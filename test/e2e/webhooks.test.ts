import { setTimeout as delay } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { afterAll, expect, inject, test } from 'vitest';
import { keys } from '../../lib/aws/table.ts';
import { itLong } from '../support/long-run.ts';
import { changeItem } from '../support/table.ts';
import type { Answer, Request } from './support/client.ts';
import { createTenant, type Tenant } from './support/tenant.ts';
import { type Received, type Receiver, startReceiver } from './support/webhook-receiver.ts';

const stack = inject('stack');
const receivers: Receiver[] = [];
afterAll(() => Promise.all(receivers.map((receiver) => receiver.close())));

const newReceiver = async (): Promise<Receiver> => {
  const receiver = await startReceiver();
  receivers.push(receiver);
  return receiver;
};

/** A tenant whose calls have one token. */
const newTenant = async (): Promise<Tenant & { send(request: Request): Promise<Answer>; token: string }> => {
  const tenant = await createTenant(stack);
  const token = await tenant.authorize();
  return { ...tenant, token, send: (request) => tenant.call({ ...request, token }) };
};

type TestTenant = Awaited<ReturnType<typeof newTenant>>;

const addWebhook = async (
  tenant: TestTenant,
  { url }: Receiver,
  events?: readonly string[],
): Promise<{ webhook_id: string; secret: string }> => {
  const answer = await tenant.send({ path: '/webhooks', json: { url, ...(events && { events }) } });
  expect(answer.status).toBe(201);
  return answer.json;
};

const extract = async (tenant: TestTenant, content = 'Some text.', more = {}): Promise<string> => {
  const file_id = await tenant.upload(tenant.token, content, 'a.txt');
  return tenant.submit(tenant.token, '/extract', { file_id, ...more });
};

const verified = ({ headers, body }: Received, secret: string) =>
  new Webhook(secret).verify(body, headers as Record<string, string>) as {
    type: string;
    timestamp: string;
    data: Record<string, unknown>;
  };

const deliveriesOf = async (tenant: TestTenant, webhookId: string): Promise<Answer['json'][]> =>
  (await tenant.send({ path: `/webhooks/${webhookId}/deliveries` })).json.data;

/** Waits until the deliveries of the endpoint are as wanted, and returns them. */
const untilDeliveries = async (
  tenant: TestTenant,
  webhookId: string,
  wanted: (deliveries: readonly Answer['json'][]) => boolean,
): Promise<Answer['json'][]> => {
  for (;;) {
    const deliveries = await deliveriesOf(tenant, webhookId);
    if (wanted(deliveries)) return deliveries;
    // A token has 60 calls a minute.
    await delay(1100);
  }
};

/** The same for one of them. */
const untilDelivery = (
  tenant: TestTenant,
  webhookId: string,
  wanted: (delivery: Answer['json']) => boolean,
): Promise<Answer['json'][]> => untilDeliveries(tenant, webhookId, (deliveries) => deliveries.some(wanted));

test('announces the end of each job to the endpoints of its account, with a verifiable signature', async () => {
  const [tenant, receiver] = [await newTenant(), await newReceiver()];
  const { secret } = await addWebhook(tenant, receiver);

  const complete = await extract(tenant);
  const failed = await tenant.submit(tenant.token, '/extract', {
    file_id: await tenant.upload(tenant.token, '%PDF-1.7 nothing else', 'a.pdf'),
  });
  const arrived = await receiver.take(2);

  const events = arrived.map((each) => verified(each, secret));
  const jobs = await Promise.all(
    [complete, failed].map(async (jobId) => (await tenant.send({ path: `/job/${jobId}` })).json),
  );
  for (const { output_url: _, ...job } of jobs) {
    expect(events).toContainEqual({
      type: job.status === 'complete' ? 'job.completed' : 'job.failed',
      timestamp: job.completed_at,
      data: job,
    });
  }
  expect(jobs.map(({ status }) => status)).toEqual(['complete', 'failed']);
  expect(new Set(arrived.map(({ headers }) => headers['webhook-id'])).size).toBe(2);
  expect(arrived[0]?.headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': 'DocForge',
    'webhook-id': expect.stringMatching(/^msg_[0-9A-Z]{26}$/),
  });
});

test('announces a cancelled job, only to endpoints that receive the event', async () => {
  const tenant = await newTenant();
  const [cancelled, completed] = [await newReceiver(), await newReceiver()];
  const { secret } = await addWebhook(tenant, cancelled, ['job.cancelled', 'job.failed']);
  await addWebhook(tenant, completed, ['job.completed']);
  const jobId = await extract(tenant);
  await completed.take(1);
  // As if a worker still had it, so that it cannot end before it is cancelled.
  await changeItem(tenant.table, keys.job(tenant.accountId, jobId), { job_status: 'processing' });

  const answer = await tenant.send({ method: 'POST', path: `/job/${jobId}/cancel` });
  const [arrived] = await cancelled.take(1);

  if (arrived === undefined) return expect.fail();
  expect(answer.status).toBe(200);
  expect(verified(arrived, secret)).toMatchObject({
    type: 'job.cancelled',
    data: { job_id: jobId, status: 'cancelled', completed_at: answer.json.completed_at },
  });
  expect(completed.received).toHaveLength(1);
});

test('sends to the webhook_url of a request, of JSON and of a form, signed with the secret of the account', async () => {
  const [tenant, receiver] = [await newTenant(), await newReceiver()];
  const created = await tenant.send({ method: 'POST', path: '/webhooks/secret' });

  const ofJson = await extract(tenant, 'Some text.', { webhook_url: receiver.url });
  const form = new FormData();
  form.set('webhook_url', receiver.url);
  form.set('file', new Blob(['Other text.']), 'b.txt');
  const sent = await fetch(`${stack.baseUrl}/extract`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tenant.token}` },
    body: form,
  });
  const { job_id: ofForm } = (await sent.json()) as { job_id: string };
  const arrived = await receiver.take(2);

  expect(created).toMatchObject({
    status: 201,
    json: { secret: expect.stringMatching(/^whsec_/), previous_secret_expires_at: null },
  });
  const events = arrived.map((each) => verified(each, created.json.secret));
  expect(events.map(({ data }) => data.job_id).toSorted()).toEqual([ofJson, ofForm].toSorted());
});

itLong('does not hold back the deliveries of one receiver while another one hangs', async () => {
  const [slow, quick] = [await newTenant(), await newTenant()];
  const [hanging, receiver, neighbour] = [await newReceiver(), await newReceiver(), await newReceiver()];
  hanging.answerWith('hang');
  const { webhook_id } = await addWebhook(slow, hanging);
  await addWebhook(slow, neighbour);
  await addWebhook(quick, receiver);

  const jobs = await Promise.all(Array.from({ length: 4 }, () => extract(slow)));
  await hanging.take(1);
  const job = await extract(quick);
  await Promise.all([receiver.take(1), neighbour.take(4)]);
  const deliveries = await untilDelivery(slow, webhook_id, ({ error }) => error !== null);

  expect(JSON.parse(receiver.received[0]?.body ?? '').data.job_id).toBe(job);
  expect(new Set(neighbour.received.map(({ body }) => JSON.parse(body).data.job_id))).toEqual(new Set(jobs));
  expect(deliveries.find(({ error }) => error !== null)).toMatchObject({
    status: 'pending',
    response: null,
    error: 'No response within 10 seconds.',
  });
});
