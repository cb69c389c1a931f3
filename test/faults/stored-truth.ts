import { createHash } from 'node:crypto';
import { paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { toAccount } from '../../lib/aws/account-item.ts';
import { updateIf } from '../../lib/aws/conditional-update.ts';
import { deliveryKey, toDelivery } from '../../lib/aws/delivery-item.ts';
import { isDeletedJob, toJob } from '../../lib/aws/job-item.ts';
import { accountOfPartition, type Item, keys } from '../../lib/aws/table.ts';
import { jobErrors } from '../../lib/conversions/errors.ts';
import { isActive, type Job } from '../../lib/jobs/job.ts';
import type { StackDescription } from '../../local/description.ts';
import { tableOf } from '../e2e/support/tenant.ts';
import type { Received } from '../e2e/support/webhook-receiver.ts';
import { type PersistentClient, text } from './persistent-client.ts';

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Returns all items of an account. */
export const itemsOf = async (stack: StackDescription, accountId: string): Promise<readonly Item[]> => {
  const items: Item[] = [];
  const { client, name } = tableOf(stack);
  let from: Record<string, unknown> | undefined;
  do {
    const page = await client.send(
      new ScanCommand({ TableName: name, ConsistentRead: true, ExclusiveStartKey: from }),
    );
    items.push(...(page.Items ?? []));
    from = page.LastEvaluatedKey;
  } while (from !== undefined);
  client.destroy();
  return items.filter(({ pk }) => accountOfPartition(String(pk)) === accountId);
};

const objectsOf = async (stack: StackDescription, accountId: string): Promise<readonly string[]> => {
  const client = new S3Client({
    endpoint: stack.endpoints.s3,
    region: stack.region,
    forcePathStyle: true,
    credentials: stack.credentials,
  });
  const listed: string[] = [];
  const Bucket = stack.outputs.BucketName ?? '';
  for await (const page of paginateListObjectsV2({ client }, { Bucket, Prefix: `accounts/${accountId}/` }))
    listed.push(...(page.Contents ?? []).map(({ Key = '' }) => Key));
  client.destroy();
  return listed;
};

const jobItemsIn = (items: readonly Item[]) => items.filter(({ sk }) => String(sk).startsWith('JOB#'));
/** The jobs that were not withdrawn. No client of the tests deletes one. */
const jobsIn = (items: readonly Item[]): Job[] =>
  jobItemsIn(items).flatMap((item) => (isDeletedJob(item) ? [] : [toJob(item)]));
const deliveriesIn = (items: readonly Item[]) =>
  items.flatMap((item) => (String(item.sk).startsWith('DELIVERY#') ? [toDelivery(item)] : []));
const accountIn = (items: readonly Item[]) => toAccount(items.find(({ sk }) => sk === 'ACCOUNT'));

/** How many receivers the end of a job has: the account's endpoint, and the address in its request. */
const receiversOf = ({ webhookUrl }: Job): number => (webhookUrl === undefined ? 1 : 2);

/** Returns whether the account has a job, a webhook or a slot that is not settled, or an end that has not been announced. */
export const isUnsettled = (items: readonly Item[]): boolean =>
  deliveriesIn(items).length < jobsIn(items).reduce((sum, job) => sum + receiversOf(job), 0) ||
  jobsIn(items).some(isActive) ||
  deliveriesIn(items).some(({ status }) => status === 'pending') ||
  Object.keys(accountIn(items).slots).length > 0;

const reconcile = async (stack: StackDescription): Promise<void> => {
  const id = Object.keys(stack.functions).find((each) => each.startsWith('Reconcile'));
  const address = `${stack.endpoints.lambda}/2015-03-31/functions/${id}/invocations`;
  await fetch(address, { method: 'POST', body: '{}' }).catch(() => undefined);
};

/**
 * Lets pauses and the time until slots are checked pass, and runs the reconciler.
 *
 * @param changes further changes of active jobs, such as the end of their leases
 */
export const passTime = async (
  stack: StackDescription,
  accountId: string,
  items: readonly Item[],
  changes: Readonly<Record<string, number>> = {},
): Promise<void> => {
  const here = tableOf(stack);
  const now = Date.now();
  for (const { jobId } of jobsIn(items).filter(isActive))
    await updateIf(here, {
      key: keys.job(accountId, jobId),
      set: { ...changes, due_at: now },
      when: 'job_status IN (:queued, :processing)',
      values: { queued: 'queued', processing: 'processing' },
    });
  for (const delivery of deliveriesIn(items).filter(({ status }) => status === 'pending'))
    await updateIf(here, {
      key: deliveryKey(delivery),
      set: { next_try_at: now, due_at: now },
      when: 'delivery_status = :pending',
      values: { pending: 'pending' },
    });
  for (const { pk, sk } of items.filter(({ part_state: state }) => state === 'open'))
    await updateIf(here, {
      key: { pk: String(pk), sk: String(sk) },
      set: { claimed_until: 0 },
      when: 'part_state = :open',
      values: { open: 'open' },
    });
  if (!jobsIn(items).some(isActive))
    await updateIf(here, { key: keys.account(accountId), set: { due_at: now - 61_000 } });
  here.client.destroy();
  await reconcile(stack);
};

/** Lets the time pass in which calls that failed might still be running. */
export const endCalls = async (stack: StackDescription, accountId: string): Promise<void> => {
  const here = tableOf(stack);
  for (const { pk, sk, pending_until: until } of await itemsOf(stack, accountId))
    if (until !== undefined)
      await updateIf(here, {
        key: { pk: String(pk), sk: String(sk) },
        set: { pending_until: 0 },
        when: 'pending_until = :until',
        values: { until },
      });
  here.client.destroy();
};

/** Compares what is stored about an account with the truth. Returns what is wrong. */
export const problemsOf = async (
  stack: StackDescription,
  accountId: string,
  { accepted, insist }: PersistentClient,
  receivedWebhooks: readonly Received[],
): Promise<readonly string[]> => {
  const problems: string[] = [];
  const items = await itemsOf(stack, accountId);
  const jobs = jobsIn(items);
  const account = accountIn(items);
  const must = (isRight: boolean, problem: string): void => {
    if (!isRight) problems.push(problem);
  };
  const known = new Set(jobs.map(({ jobId }) => jobId));
  for (const jobId of accepted) must(known.has(jobId), `${jobId} was accepted and does not exist`);
  // The others are those of calls that accept nothing but the result, each of which may have been sent several times.
  const keyed = jobs.filter(
    ({ jobId, deliverTo, steps: { list }, webhookUrl }) =>
      accepted.has(jobId) || list.length > 1 || webhookUrl !== undefined || deliverTo !== undefined,
  );
  must(keyed.length === accepted.size, `${keyed.length} jobs for ${accepted.size} keys`);
  for (const job of jobs) {
    const { jobId, status } = job;
    must(!isActive(job), `${jobId} is ${status}`);
    if (status === 'failed')
      must(job.error?.code === 'internal_error', `${jobId} failed: ${job.error?.code} ${job.error?.message}`);
    const isStored = status === 'complete' && (job.expiresAt ?? 0) > Date.now();
    if (!isStored) continue;
    const { output_url: address } = (await (await insist(`/job/${jobId}`, {}, [200])).json()) as {
      output_url: string;
    };
    const bytes = new Uint8Array(await (await fetch(address)).arrayBuffer());
    must(hashOf(bytes) === job.output?.sha256, `${jobId}: the result has another hash`);
    must(Buffer.from(bytes).toString().includes(text), `${jobId}: the result is not whole`);
  }
  must(Object.keys(account.slots).length === 0, `Slots stay taken: ${Object.keys(account.slots)}`);

  const isRefunded = ({ error }: Job): boolean => error !== undefined && jobErrors[error.code].serviceFault;
  const used = new Set(jobs.map(({ fileId }) => fileId));
  const allFiles = items.filter(({ sk }) => String(sk).startsWith('FILE#'));
  // Those that their calls have withdrawn have expired since they were created.
  const files = allFiles.filter((item) => item.expires_at !== item.created_at);
  const operations = jobs.reduce(
    (sum, job) => sum + (isRefunded(job) ? 0 : job.steps.list.length + (job.fileId === undefined ? 1 : 0)),
    0,
  );
  const least = operations + files.filter(({ sk }) => used.has(String(sk).slice('FILE#'.length))).length;
  const most = operations + files.length;
  must(
    account.operations >= least && account.operations <= most,
    `${account.operations} operations are charged; ${least} to ${most} are right`,
  );

  /** The ids of the webhooks that told of an end. One that was received twice has the same id. */
  const received = new Map<string, Set<unknown>>();
  for (const { headers, body } of receivedWebhooks) {
    if (headers['webhook-id'] === undefined) continue;
    const { type, data } = JSON.parse(body);
    const end = `${data.job_id} ${type}`;
    received.set(end, (received.get(end) ?? new Set()).add(headers['webhook-id']));
  }
  for (const job of jobs) {
    const { jobId, status } = job;
    const ids = received.get(`${jobId} job.${status === 'complete' ? 'completed' : status}`)?.size ?? 0;
    const receivers = receiversOf(job);
    must(ids === receivers, `${jobId}: ${ids} webhooks were received instead of ${receivers}`);
  }
  const scheduled = new Set(jobItemsIn(items).map(({ sk }) => String(sk).slice('JOB#'.length)));
  const fileIds = new Set(allFiles.map(({ sk }) => String(sk).slice('FILE#'.length)));
  for (const key of await objectsOf(stack, accountId)) {
    const [, , kind, id = ''] = key.split('/');
    const isScheduled = kind === 'files' ? fileIds.has(id) : scheduled.has(id);
    must(isScheduled, `Nothing will delete ${key}`);
  }
  for (const { jobId, delivery } of jobs)
    must(delivery === undefined || delivery.status === 'delivered', `${jobId}: its delivery failed`);
  return problems;
};
