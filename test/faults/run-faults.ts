import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import sharp from 'sharp';
import { toAccount } from '../../lib/aws/account-item.ts';
import { updateIf } from '../../lib/aws/conditional-update.ts';
import { deliveryKey, toDelivery } from '../../lib/aws/delivery-item.ts';
import { toJob } from '../../lib/aws/job-item.ts';
import { type Item, keys } from '../../lib/aws/table.ts';
import { jobErrors } from '../../lib/conversions/errors.ts';
import { convert } from '../../lib/conversions/index.ts';
import { isActive, type Job } from '../../lib/jobs/job.ts';
import { maxOwnPages } from '../../lib/jobs/page-parts.ts';
import { multipart } from '../e2e/support/client.ts';
import { simplePdf } from '../e2e/support/documents.ts';
import { type StackProcess, startStackProcess } from '../e2e/support/stack-process.ts';
import { createTenant, type Tenant, tableOf } from '../e2e/support/tenant.ts';
import { receiverHost, startReceiver } from '../e2e/support/webhook-receiver.ts';
import { createRandom } from '../fuzz/random.ts';
import { startFaultyServices } from './faulty-services.ts';

/** What a run did, and what is wrong afterwards. */
export type Outcome = {
  readonly jobs: Readonly<Record<string, number>>;
  readonly faults: Readonly<Record<string, unknown>>;
  readonly kills: Readonly<Record<string, number>>;
  readonly problems: readonly string[];
};

/** The text of all documents, by which a result is whole. */
const text = 'Still here';

/** A lease that expires soon, and no wait between two reconciliations. */
const settings = { LEASE_SECONDS: '3', ENGINE_DEADLINE_SECONDS: '30', LOCAL_RECEIVER_HOST: receiverHost };

const jobsAtOnce = 6;

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/**
 * Submits jobs to a stack whose AWS calls go wrong and whose processes are killed, lets them end, and compares everything that is
 * stored with the truth. The seed decides the jobs, the faults and what is killed when.
 */
export const runFaults = async (
  count: number,
  seed: number,
  report: (line: string) => void,
): Promise<Outcome> => {
  // Separate, so that the calls do not change which jobs there are.
  const random = createRandom(`jobs ${seed}`);
  const folder = await mkdtemp(join(tmpdir(), 'docforge-faults-'));
  const services = await startFaultyServices(join(folder, 'services'), 25, createRandom(`faults ${seed}`));
  const receiver = await startReceiver();
  const start = (): Promise<StackProcess> =>
    startStackProcess(join(folder, 'data'), settings, { variables: services.variables });
  let stack = await start();
  const kills: Record<string, number> = {};
  const kinds: Record<string, number> = {};
  const problems: string[] = [];

  const tenant = await createTenant(stack.description);
  const { table, accountId } = tenant;
  const pdf = simplePdf([text]);
  // More scanned pages than one call recognizes.
  const { bytes: page } = await convert(pdf, { to: 'png', options: { dpi: 100 } });
  const pages = Array(maxOwnPages + 1).fill(Buffer.from(page));
  const scan = await sharp(pages, { join: { animated: true } })
    .tiff()
    .toBuffer();
  let token = await tenant.authorize();
  // Besides the addresses of requests, one endpoint that receives the end of every job.
  await tenant.call({ path: '/webhooks', token, json: { url: receiver.url } });
  let isBeingKilled = false;

  const url = (path: string): string => `${stack.description.baseUrl}${path}`;
  /** Repeats a call until it is answered otherwise than by a fault, as a client with an idempotency key does. */
  const insist = async (
    path: string,
    sent: { readonly headers?: Record<string, string>; readonly body?: Uint8Array<ArrayBuffer> },
    accepted: readonly number[],
  ): Promise<Response> => {
    for (let attempt = 0; ; attempt += 1) {
      const response = await fetch(url(path), {
        method: sent.body === undefined ? 'GET' : 'POST',
        headers: { ...sent.headers, authorization: `Bearer ${token}` },
        redirect: 'manual',
        ...(sent.body === undefined ? {} : { body: sent.body }),
      }).catch(() => undefined);
      if (response !== undefined && accepted.includes(response.status)) return response;
      const isFault =
        response === undefined || response.status >= 500 || [401, 409, 429].includes(response.status);
      if (!isFault || attempt > 300)
        throw new Error(`${path}: ${response?.status} ${await response?.text()}`);
      if (response?.status === 429 || response?.status === 401)
        token = await tenantNow()
          .then((each) => each.authorize())
          .catch(() => token);
      await pause(300);
    }
  };
  /** The tenant's calls against the stack as it is now: after a kill, it listens on another port. */
  const tenantNow = async (): Promise<Tenant> => {
    const { apiKey } = tenant;
    return {
      ...tenant,
      authorize: async () => {
        const response = await fetch(url('/authorize'), {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ api_key: apiKey }),
        });
        if (!response.ok) throw new Error(`/authorize: ${response.status}`);
        return ((await response.json()) as { access_token: string }).access_token;
      },
    };
  };

  const form = (fields: Readonly<Record<string, string>>, content: Uint8Array = pdf, filename = 'a.pdf') => {
    const { headers, body } = multipart([
      { name: 'file', filename, content },
      ...Object.entries(fields).map(([name, value]) => ({ name, content: value })),
    ]);
    return { headers: headers as Record<string, string>, body: new Uint8Array(body as Buffer) };
  };

  const steps = JSON.stringify([
    { name: 'first', to: 'markdown' },
    { name: 'second', to: 'text' },
  ]);
  const accepted = new Set<string>();
  /** Notes the job of a response. */
  const accept = async (response: Response): Promise<void> => {
    const { job_id: jobId } = (await response.json()) as { job_id: string };
    if (accepted.has(jobId)) problems.push(`${jobId} was accepted for two keys`);
    accepted.add(jobId);
  };
  const submitKinds: Readonly<Record<string, (key: string) => Promise<void>>> = {
    scan: async (key) => {
      const { headers, body } = form({ to: 'text' }, scan, 'a.tiff');
      await accept(
        await insist('/convert', { headers: { ...headers, 'idempotency-key': key }, body }, [202]),
      );
    },
    plain: async (key) => {
      const { headers, body } = form({ to: 'text', webhook_url: receiver.url });
      await accept(
        await insist('/convert', { headers: { ...headers, 'idempotency-key': key }, body }, [202]),
      );
    },
    steps: async (key) => {
      const { headers, body } = form({ steps });
      await accept(
        await insist('/convert', { headers: { ...headers, 'idempotency-key': key }, body }, [202]),
      );
    },
    waiting: async (key) => {
      const { headers, body } = form({ to: 'text', webhook_url: receiver.url });
      const sent = { headers: { ...headers, 'idempotency-key': key, prefer: 'wait=10' }, body };
      await accept(await insist('/convert', sent, [200, 202]));
    },
    result: async () => {
      const { headers, body } = form({ to: 'text' });
      const sent = { headers: { ...headers, prefer: 'wait=10', accept: 'application/octet-stream' }, body };
      const response = await insist('/convert', sent, [200, 202, 303]);
      const answer = response.status === 200 ? await response.text() : text;
      if (!answer.includes(text)) problems.push(`A result was not whole: ${answer.slice(0, 100)}`);
    },
    delivered: async (key) => {
      const { headers, body } = form({ to: 'text', deliver_to: `${receiver.url}?deliver=${key}` });
      await accept(
        await insist('/convert', { headers: { ...headers, 'idempotency-key': key }, body }, [202]),
      );
    },
  };

  /** Kills a function's processes, or everything. */
  const kill = async (): Promise<void> => {
    if (isBeingKilled) return;
    isBeingKilled = true;
    try {
      if (random.chance(0.15)) {
        await stack.kill();
        services.setFaulty(false);
        stack = await start();
        services.setFaulty(true);
        kills.stack = (kills.stack ?? 0) + 1;
        return;
      }
      const running = Object.entries((await stack.describe()).functions).filter(
        ([, { pids }]) => pids.length > 0,
      );
      const [id = '', { pids } = { pids: [] }] = running[random.below(running.length)] ?? [];
      for (const pid of pids) {
        try {
          process.kill(pid, 'SIGKILL');
        } catch {
          // It has ended.
        }
      }
      const name = id.replace(/(Function)?[0-9A-F]{8}$/, '');
      kills[name] = (kills[name] ?? 0) + 1;
    } finally {
      isBeingKilled = false;
    }
  };

  const reconcile = async (): Promise<void> => {
    const id = Object.keys(stack.description.functions).find((each) => each.startsWith('Reconcile'));
    const address = `${stack.description.endpoints.lambda}/2015-03-31/functions/${id}/invocations`;
    await fetch(address, { method: 'POST', body: '{}' }).catch(() => undefined);
  };

  const allItems = async (): Promise<Item[]> => {
    const items: Item[] = [];
    const here = tableOf(stack.description);
    let from: Record<string, unknown> | undefined;
    do {
      const page = await here.client.send(
        new ScanCommand({ TableName: here.name, ConsistentRead: true, ExclusiveStartKey: from }),
      );
      items.push(...(page.Items ?? []));
      from = page.LastEvaluatedKey;
    } while (from !== undefined);
    here.client.destroy();
    return items;
  };
  const allObjects = async (): Promise<readonly string[]> => {
    const client = new S3Client({
      endpoint: services.variables.AWS_ENDPOINT_URL_S3 ?? '',
      region: stack.description.region,
      forcePathStyle: true,
      credentials: {
        accessKeyId: services.variables.AWS_ACCESS_KEY_ID ?? '',
        secretAccessKey: services.variables.AWS_SECRET_ACCESS_KEY ?? '',
      },
    });
    const { Contents = [] } = await client.send(
      new ListObjectsV2Command({
        Bucket: stack.description.outputs.BucketName ?? '',
        Prefix: `accounts/${accountId}/`,
      }),
    );
    client.destroy();
    return Contents.map(({ Key = '' }) => Key);
  };
  const jobsIn = (items: readonly Item[]): Job[] =>
    items.flatMap((item) => (String(item.sk).startsWith('JOB#') ? [toJob(item)] : []));
  const deliveriesIn = (items: readonly Item[]) =>
    items.flatMap((item) => (String(item.sk).startsWith('DELIVERY#') ? [toDelivery(item)] : []));
  const accountIn = (items: readonly Item[]) =>
    toAccount(items.find(({ pk, sk }) => sk === 'ACCOUNT' && String(pk).includes(accountId)));

  /** Lets leases, pauses and the time until slots are checked pass, and runs the reconciler. */
  const passTime = async (items: readonly Item[]): Promise<void> => {
    const here = tableOf(stack.description);
    const now = Date.now();
    for (const { jobId } of jobsIn(items).filter(isActive))
      await updateIf(here, {
        key: keys.job(accountId, jobId),
        set: { due_at: now },
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
    await reconcile();
  };

  try {
    services.setFaulty(true);
    const quick = Object.keys(submitKinds).filter((name) => name !== 'scan');
    let next = 0;
    const client = async (): Promise<void> => {
      while (next < count) {
        const index = next;
        next += 1;
        // A scan takes seconds.
        const name = random.chance(0.02) ? 'scan' : random.pick(quick);
        kinds[name] = (kinds[name] ?? 0) + 1;
        await submitKinds[name]?.(`${seed}-${index}`);
        if (random.chance(0.08)) await kill();
        if (index % 20 === 0) report(`${index} of ${count} jobs`);
      }
    };
    await Promise.all(Array.from({ length: jobsAtOnce }, client));
    services.setFaulty(false);

    const deadline = Date.now() + 600_000;
    let items = await allItems();
    const isOpen = (): boolean =>
      jobsIn(items).some(isActive) ||
      deliveriesIn(items).some(({ status }) => status === 'pending') ||
      Object.keys(accountIn(items).slots).length > 0;
    while (isOpen() && Date.now() < deadline) {
      await passTime(items);
      await pause(3500);
      items = await allItems();
    }
    await check(items);
    return { jobs: kinds, faults: Object.fromEntries(services.counts), kills, problems };
  } finally {
    await stack.kill().catch(() => undefined);
    table.client.destroy();
    await receiver.close();
    await services.close();
    await rm(folder, { recursive: true, force: true });
  }

  /** Compares what is stored with the truth. */
  async function check(items: readonly Item[]): Promise<void> {
    const jobs = jobsIn(items);
    const account = accountIn(items);
    const must = (isRight: boolean, problem: string): void => {
      if (!isRight) problems.push(problem);
    };
    const known = new Set(jobs.map(({ jobId }) => jobId));
    for (const jobId of accepted) must(known.has(jobId), `${jobId} was accepted and does not exist`);
    // The others are those of calls that accept nothing but the result, each of which may have been sent several times.
    const keyed = jobs.filter(({ jobId, steps: { list } }) => accepted.has(jobId) || list.length > 1);
    must(keyed.length === accepted.size, `${keyed.length} jobs for ${accepted.size} keys`);
    for (const job of jobs) {
      const { jobId, status } = job;
      must(!isActive(job), `${jobId} is ${status}`);
      if (status === 'failed')
        must(
          job.error?.code === 'internal_error',
          `${jobId} failed: ${job.error?.code} ${job.error?.message}`,
        );
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
    const files = items.filter(({ sk }) => String(sk).startsWith('FILE#'));
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
    for (const { headers, body } of receiver.received) {
      if (headers['webhook-id'] === undefined) continue;
      const { type, data } = JSON.parse(body);
      const end = `${data.job_id} ${type}`;
      received.set(end, (received.get(end) ?? new Set()).add(headers['webhook-id']));
    }
    for (const { jobId, webhookUrl, status } of jobs) {
      const ids = received.get(`${jobId} job.${status === 'complete' ? 'completed' : status}`)?.size ?? 0;
      const receivers = webhookUrl === undefined ? 1 : 2;
      must(ids === receivers, `${jobId}: ${ids} webhooks were received instead of ${receivers}`);
    }
    const fileIds = new Set(files.map(({ sk }) => String(sk).slice('FILE#'.length)));
    for (const key of await allObjects()) {
      const [, , kind, id = ''] = key.split('/');
      const isScheduled = kind === 'files' ? fileIds.has(id) : known.has(id);
      must(isScheduled, `Nothing will delete ${key}`);
    }
    for (const { jobId, delivery } of jobs)
      must(delivery === undefined || delivery.status === 'delivered', `${jobId}: its delivery failed`);
  }
};
