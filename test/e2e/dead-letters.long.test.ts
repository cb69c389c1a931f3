import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { SetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, expect, test } from 'vitest';
import { keys } from '../../lib/aws/table.ts';
import { programEnvironment } from '../support/program-environment.ts';
import { changeItem } from '../support/table.ts';
import { startStackProcess } from './support/stack-process.ts';
import { createTenant } from './support/tenant.ts';
import { receiverHost, startReceiver } from './support/webhook-receiver.ts';

const folder = await mkdtemp(join(tmpdir(), 'docforge-letters-'));
const stack = await startStackProcess(folder, { LOCAL_RECEIVER_HOST: receiverHost }, { asLambda: false });
const { description } = stack;
const receiver = await startReceiver();
const tenant = await createTenant(description);
const { accountId } = tenant;
afterAll(async () => {
  tenant.table.client.destroy();
  await receiver.close();
  await stack.kill();
  await rm(folder, { recursive: true, force: true });
});

// The longest that SQS lets a call wait for messages.
const pollMs = 20_000;

/** Runs an operator's command. */
const admin = async (name: string, options: Readonly<Record<string, string>> = {}) => {
  const given = Object.entries(options).flatMap(([option, value]) => [`--${option}`, value]);
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  execFile(
    process.execPath,
    ['--import', './cdk/load-constants.ts', 'admin/cli.ts', name, ...given, '--json'],
    { env: programEnvironment({ DOCFORGE_DATA_DIR: folder }) },
    (error, out, printed) => (error === null ? resolve(out) : reject(new Error(printed))),
  );
  return JSON.parse(await promise);
};

const nameOf = (construct: string): string =>
  Object.entries(description.functions).find(([id]) => id.startsWith(construct))?.[1].name ?? '';

/** Sets which functions receive no messages, and whether the table refuses the worker. */
const setFaults = async (disabled: readonly string[], isRefused = false): Promise<void> => {
  const calls = isRefused ? [{ kind: 'throttled', actions: 'dynamodb:', role: 'ConvertDocument' }] : [];
  const body = JSON.stringify({ calls, disabled: disabled.map(nameOf) });
  expect((await fetch(`${description.endpoints.lambda}/faults`, { method: 'PUT', body })).ok).toBe(true);
};

/** Makes messages return a second after they were received. */
const hurryQueues = async (): Promise<void> => {
  const { region, credentials, endpoints } = description;
  const client = new SQSClient({ region, credentials, endpoint: endpoints.sqs });
  const queues = Object.values(description.resources).filter(({ type }) => type === 'AWS::SQS::Queue');
  for (const { ref: QueueUrl } of queues)
    await client.send(new SetQueueAttributesCommand({ QueueUrl, Attributes: { VisibilityTimeout: '1' } }));
  client.destroy();
};

const deadLetterOf = async (jobId: string) => {
  for (;;) {
    const { dead_letters: letters } = await admin('read-dead-letters');
    const found = letters.find(({ about }: { about: string }) => about === jobId);
    if (found !== undefined) return found;
  }
};

const reconcile = (): Promise<Response> =>
  fetch(`${description.endpoints.lambda}/2015-03-31/functions/${nameOf('Reconcile')}/invocations`, {
    method: 'POST',
    body: '{}',
  });

/** The webhooks that the receiver got about a job. */
const webhooksOf = (jobId: string) =>
  receiver.received
    .map(({ body, headers }) => ({ ...JSON.parse(body), id: headers['webhook-id'] }))
    .filter(({ data }) => data.job_id === jobId);

test('an operator repeats jobs and webhooks that were lost, each charged once', {
  timeout: 300_000,
}, async () => {
  await hurryQueues();
  const token = await tenant.authorize();
  const { json: webhook } = await tenant.call({ path: '/webhooks', token, json: { url: receiver.url } });
  const fileId = await tenant.upload(token, 'Some text.', 'a.txt');
  const submit = () => tenant.submit(token, '/convert', { file_id: fileId, to: 'html' });
  const complete = { status: 'complete', error: null };

  // A worker fails until the message is a dead letter, which is sent again.
  await setFaults(['FailAbandonedJob'], true);
  // A poll that has begun would still receive the letter.
  await delay(pollMs);
  const redriven = await submit();
  const letter = await deadLetterOf(redriven);
  expect(letter).toMatchObject({ account_id: accountId, about: redriven });
  // The command that listed the letter received it.
  let outcomes: { about: string; outcome: string }[] = [];
  while (outcomes.length === 0) ({ dead_letters: outcomes } = await admin('redrive-dead-letters'));
  expect(outcomes).toMatchObject([{ about: redriven, outcome: 'sent to its worker' }]);
  await setFaults(['FailAbandonedJob']);
  expect(await tenant.finish(token, redriven)).toMatchObject(complete);

  // A dead letter fails the job, which is submitted again.
  await setFaults([], true);
  const failed = await submit();
  expect(await tenant.finish(token, failed)).toMatchObject({ error: { code: 'internal_error' } });
  await setFaults([]);
  const { job_id: retried } = await admin('retry-job', { account: accountId, job: failed });
  expect(await tenant.finish(token, retried)).toMatchObject(complete);

  // The messages of a queue are removed, and the reconciler sends them again. A poll that has begun may receive the first one.
  await setFaults(['ConvertDocument']);
  const jobs = [await submit(), await submit()];
  const [first = '', drained = ''] = jobs;
  await delay(1000);
  expect([1, 2]).toContain((await admin('drain-queue', { queue: 'standard' })).removed);
  const empty = { queue: 'standard', waiting: 0, in_flight: 0, delayed: 0 };
  expect((await admin('show-queues')).queues).toContainEqual(empty);
  await setFaults([]);
  expect((await tenant.call({ path: `/job/${drained}`, token })).json.status).toBe('queued');
  for (const jobId of jobs) {
    const { status } = (await tenant.call({ path: `/job/${jobId}`, token })).json;
    if (status === 'queued')
      await changeItem(tenant.table, keys.job(accountId, jobId), { due_at: Date.now() - 1 });
  }
  await reconcile();
  for (const jobId of jobs) expect(await tenant.finish(token, jobId)).toMatchObject(complete);

  // A webhook that was received is sent again, under the same id.
  while (webhooksOf(drained).length < 1) await delay(100);
  const chosen = { account: accountId, webhook: webhook.webhook_id, job: drained };
  expect((await admin('redeliver', chosen)).sent).toMatchObject([{ job_id: drained }]);
  while (webhooksOf(drained).length < 2) await delay(100);

  const ends = [redriven, retried, first, drained].map((jobId) => {
    const own = webhooksOf(jobId);
    return [new Set(own.map(({ id }) => id)).size, ...new Set(own.map(({ type }) => type))];
  });
  expect(ends).toEqual(Array(4).fill([1, 'job.completed']));
  expect(webhooksOf(failed)).toMatchObject([{ type: 'job.failed' }]);
  // The upload and four jobs: the one that failed is refunded.
  const { json: usage } = await tenant.call({ path: '/usage', token });
  expect(usage).toMatchObject({ operations: { used: 5 }, jobs: { active: 0 } });
});
