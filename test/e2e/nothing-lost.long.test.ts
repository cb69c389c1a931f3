import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, expect, test } from 'vitest';
import { updateIf } from '../../lib/aws/conditional-update.ts';
import { keys } from '../../lib/aws/table.ts';
import type { StackDescription } from '../../local/description.ts';
import { changeItem } from '../support/table.ts';
import { multipart } from './support/client.ts';
import { inflatingPdf, simplePdf } from './support/documents.ts';
import { type StackProcess, startStackProcess } from './support/stack-process.ts';
import { createTenant, expectStatus, type Tenant } from './support/tenant.ts';

const dataDirectory = await mkdtemp(join(tmpdir(), 'docforge-lost-'));
const settings = { LEASE_SECONDS: '2', ENGINE_DEADLINE_SECONDS: '10', ENGINE_MEMORY_MEGABYTES: '250' };
// The tests stop engines with a signal, and a thaw would continue them.
const startStack = (): Promise<StackProcess> =>
  startStackProcess(dataDirectory, settings, { asLambda: false });
let stack = await startStack();
const frozen = new Set<number>();

/** Sends a signal to a process. Returns false if it has ended already, like the engine of an earlier tenant. */
const signal = (pid: number, name: NodeJS.Signals): boolean => {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
};

const thaw = (): void => {
  for (const pid of frozen) signal(pid, 'SIGKILL');
  frozen.clear();
};

afterEach(thaw);
afterAll(async () => {
  await stack.kill().catch(() => undefined);
  await rm(dataDirectory, { recursive: true, force: true });
});

const pdf = simplePdf(['Still here']);

const reconcile = async (): Promise<void> => {
  const name = (await stack.describe()).functions;
  const reconciler = Object.entries(name).find(([id]) => id.startsWith('Reconcile'))?.[1].name;
  await fetch(`${stack.description.endpoints.lambda}/2015-03-31/functions/${reconciler}/invocations`, {
    method: 'POST',
  });
};

const workerPids = async (): Promise<readonly number[]> => {
  const { functions } = await stack.describe();
  return Object.entries(functions).find(([id]) => id.startsWith('ConvertDocument'))?.[1].pids ?? [];
};

const childrenOf = (pid: number): number[] =>
  execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
    .split(/\s+/)
    .filter(Boolean)
    .map(Number);

/** Stops every engine process with a signal, so that its next document hangs. */
const freezeEngines = async (): Promise<void> => {
  for (const worker of await workerPids()) {
    for (const pid of childrenOf(worker)) {
      if (signal(pid, 'SIGSTOP')) frozen.add(pid);
    }
  }
};

/** Waits until the worker is idle: after a job, it prepares an engine process for the next tenant. */
const untilProcessed = async (jobId: string): Promise<void> => {
  const folder = join(dataDirectory, 'logs');
  const name = (await readdir(folder)).find((each) => each.startsWith('ConvertDocument')) ?? '';
  const isProcessed = (line: string): boolean =>
    line.includes('A queue message was processed') && line.includes(jobId);
  while (!(await readFile(join(folder, name), 'utf8')).split('\n').some(isProcessed)) await delay(20);
};

const started = async (plan: 'free' | 'pro' = 'free') => {
  const tenant = await createTenant(stack.description, plan);
  const token = await tenant.authorize();
  const fileId = await tenant.upload(token, pdf, 'a.pdf');
  // A first job, so that worker and engine are there and belong to this tenant.
  const jobId = await tenant.submit(token, '/convert', { file_id: fileId, to: 'text' });
  await tenant.finish(token, jobId);
  await untilProcessed(jobId);
  return { tenant, token, fileId };
};

const untilStatus = async (tenant: Tenant, token: string, jobId: string, status: string): Promise<void> => {
  for (;;) {
    if ((await tenant.call({ path: `/job/${jobId}`, token })).json.status === status) return;
    await delay(100);
  }
};

/** Reschedules the reconciliation of an active job to now. */
const makeDue = async (
  { table, accountId }: Pick<Tenant, 'table' | 'accountId'>,
  jobId: string,
): Promise<void> => {
  await updateIf(table, {
    key: keys.job(accountId, jobId),
    set: { due_at: Date.now() },
    when: 'job_status IN (:queued, :processing)',
    values: { queued: 'queued', processing: 'processing' },
  });
};

const usage = async (tenant: Tenant, token: string) =>
  expectStatus(await tenant.call({ path: '/usage', token }), 200).json;

test('another worker finishes the job of a killed worker, and its slot is freed', async () => {
  const { tenant, token, fileId } = await started();
  await freezeEngines();
  const jobId = await tenant.submit(token, '/convert', { file_id: fileId, to: 'text' });
  await untilStatus(tenant, token, jobId, 'processing');

  for (const pid of await workerPids()) process.kill(pid, 'SIGKILL');
  await delay(2100);
  await reconcile();
  const job = await tenant.finish(token, jobId);

  expect(job).toMatchObject({ status: 'complete', attempts: 2, error: null });
  expect((await tenant.download(job)).toString()).toContain('Still here');
  expect(await usage(tenant, token)).toMatchObject({ jobs: { active: 0 }, operations: { used: 3 } });
});

test('a job whose engine hangs ends at its deadline, and the next job is processed', async () => {
  const { tenant, token, fileId } = await started();
  await freezeEngines();

  const hung = await tenant.finish(
    token,
    await tenant.submit(token, '/convert', { file_id: fileId, to: 'text' }),
  );
  thaw();
  const next = await tenant.finish(
    token,
    await tenant.submit(token, '/convert', { file_id: fileId, to: 'text' }),
  );

  expect(hung).toMatchObject({
    status: 'failed',
    error: { code: 'conversion_timeout', retryable: true },
    attempts: 1,
  });
  expect(next).toMatchObject({ status: 'complete', attempts: 1 });
  // The job that ran into its deadline stays counted.
  expect(await usage(tenant, token)).toMatchObject({ jobs: { active: 0 }, operations: { used: 4 } });
});

test('a job whose engine exceeds its memory fails without affecting others', async () => {
  const { tenant, token, fileId } = await started();
  // 1.8 million cells fill the memory in a few seconds, well before the deadline.
  const greedy = await tenant.upload(token, `${'1,'.repeat(99)}1\n`.repeat(18_000), 'greedy.csv');

  const [hungry, modest] = await Promise.all([
    tenant
      .submit(token, '/convert', { file_id: greedy, to: 'xlsx' })
      .then((jobId) => tenant.finish(token, jobId)),
    tenant
      .submit(token, '/convert', { file_id: fileId, to: 'text' })
      .then((jobId) => tenant.finish(token, jobId)),
  ]);

  expect(hungry).toMatchObject({
    status: 'failed',
    error: { code: 'out_of_memory', retryable: false },
    // In the worker of small documents, then in that of large ones.
    attempts: 2,
  });
  expect(modest).toMatchObject({ status: 'complete' });
  expect(await usage(tenant, token)).toMatchObject({ jobs: { active: 0 } });
});

test('a document that unpacks to a gigabyte ends within the limits, and the next job is processed', async () => {
  const { tenant, token, fileId } = await started();
  const bombId = await tenant.upload(token, inflatingPdf(), 'bomb.pdf');

  const bomb = await tenant.finish(
    token,
    await tenant.submit(token, '/convert', { file_id: bombId, to: 'text' }),
  );
  const next = await tenant.finish(
    token,
    await tenant.submit(token, '/convert', { file_id: fileId, to: 'text' }),
  );

  expect(bomb).toMatchObject({ status: 'failed', output: null, attempts: 1 });
  expect(['out_of_memory', 'conversion_timeout', 'too_complex']).toContain(bomb.error.code);
  expect(next.status).toBe('complete');
  expect(await usage(tenant, token)).toMatchObject({ jobs: { active: 0 } });
});

test('200 equal requests while functions, workers and the stack are killed create one job, for one operation', async () => {
  const { tenant } = await started('pro');
  const tokens = await Promise.all(Array.from({ length: 20 }, () => tenant.authorize()));
  const [token = ''] = tokens;
  const fileId = await tenant.upload(token, pdf, 'equal.pdf');
  const before = (await usage(tenant, token)).operations.used;
  const body = JSON.stringify({ file_id: fileId, to: 'text' });
  const answers: string[] = [];
  const refused: number[] = [];
  const requests = Array.from({ length: 200 }).keys();

  /** Sends one request until it is accepted, as a client does after a lost or failed response. */
  const insist = async (index: number): Promise<void> => {
    for (let attempt = 0; ; attempt += 1) {
      const response = await fetch(`${stack.description.baseUrl}/convert`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${tokens[(index + attempt) % tokens.length]}`,
          'content-type': 'application/json',
          'idempotency-key': 'equal',
        },
        body,
      }).catch(() => undefined);
      const text = await response?.text().catch(() => undefined);
      if (response?.status === 202 && text !== undefined) return void answers.push(text);
      if (response !== undefined) refused.push(response.status);
      await delay(100);
    }
  };
  const client = async (): Promise<void> => {
    for (const index of requests) await insist(index);
  };
  const clients = Promise.all(Array.from({ length: 25 }, client));
  const untilAnswered = async (count: number): Promise<void> => {
    while (answers.length < count) await delay(5);
  };
  for (const count of [1, 40, 80]) {
    await untilAnswered(count);
    const { functions } = await stack.describe();
    const pids = Object.entries(functions).flatMap(([id, { pids: own }]) =>
      id.startsWith('Convert') ? own : [],
    );
    for (const pid of pids) signal(pid, 'SIGKILL');
  }
  await untilAnswered(120);
  await stack.kill();
  stack = await startStack();
  await clients;
  const again = { ...tenant, ...(await reconnect(stack.description, tenant)) };
  const { data } = (await again.call({ path: '/jobs', token: again.token })).json;
  const jobs = data.filter((job: { file_id: string }) => job.file_id === fileId);
  const [{ job_id: jobId }] = jobs;
  await delay(2100);
  await makeDue(again, jobId).catch(() => undefined);
  await reconcile();
  const job = await again.finish(again.token, jobId);

  expect(answers).toHaveLength(200);
  expect(new Set(answers)).toEqual(new Set([JSON.stringify({ job_id: jobId, status: 'queued' })]));
  // Only what a killed function or the rate limit answers.
  expect(refused.filter((status) => status < 500 && status !== 429)).toEqual([]);
  expect(jobs).toHaveLength(1);
  expect(job).toMatchObject({ status: 'complete' });
  expect(await usage(again, again.token)).toMatchObject({
    jobs: { active: 0 },
    operations: { used: before + 1 },
  });
});

test('calls for a result while their functions and workers are killed are charged for what ran, and free their slots', {
  timeout: 400_000,
}, async () => {
  const { tenant } = await started('pro');
  const tokens = await Promise.all(Array.from({ length: 5 }, () => tenant.authorize()));
  // Of its own, because a token has 60 calls a minute.
  const token = await tenant.authorize();
  const before = (await usage(tenant, token)).operations.used;
  const sent = multipart([
    { name: 'file', filename: 'killed.pdf', content: pdf },
    { name: 'to', content: 'text' },
  ]);
  const headers = { ...sent.headers, prefer: 'wait=3', accept: 'application/octet-stream' };
  const answers: { readonly status: number; readonly text: string }[] = [];
  const calls = Array.from({ length: 40 }).keys();
  const client = async (own: string): Promise<void> => {
    for (const _ of calls) {
      const answer = await tenant
        .call({ path: '/convert', ...sent, headers, token: own })
        .catch(() => undefined);
      answers.push({ status: answer?.status ?? 0, text: answer?.bytes.toString() ?? '' });
    }
  };
  const clients = Promise.all(tokens.map(client));
  const killed: number[] = [];
  for (const count of [3, 10, 17, 24]) {
    while (answers.length < count) await delay(5);
    const { functions } = await stack.describe();
    const ids = count % 2 === 0 ? /^ConvertFunction/ : /^ConvertDocument/;
    const pids = Object.entries(functions).flatMap(([id, { pids: own }]) => (ids.test(id) ? own : []));
    for (const pid of pids) if (signal(pid, 'SIGKILL')) killed.push(count);
  }
  await clients;

  type Listed = { readonly job_id: string; readonly status: string; readonly filename: string };
  const jobs = async (): Promise<Listed[]> =>
    (await tenant.call({ path: '/jobs?limit=100', token })).json.data.filter(
      ({ filename }: Listed) => filename === 'killed.pdf',
    );
  // The slots of jobs that their functions did not store are freed once these are two minutes old.
  await changeItem(tenant.table, keys.account(tenant.accountId), { due_at: Date.now() + 120_000 });
  while ((await usage(tenant, token)).jobs.active > 0) {
    await delay(3000);
    for (const { job_id: id, status } of await jobs())
      if (status === 'queued' || status === 'processing') await makeDue(tenant, id).catch(() => undefined);
    await reconcile();
  }
  const ended = await jobs();
  const complete = ended.filter(({ status }) => status === 'complete');

  expect(new Set(killed)).toEqual(new Set([3, 10, 17, 24]));
  expect(answers).toHaveLength(40);
  const texts = answers.filter(({ status }) => status === 200);
  expect(texts.length).toBeGreaterThan(0);
  expect(texts.filter(({ text }) => !text.includes('Still here'))).toEqual([]);
  expect(complete.length).toBeGreaterThanOrEqual(texts.length);
  // A job whose functions both died before its file was stored is refunded.
  expect((await usage(tenant, token)).operations.used).toBe(before + 2 * complete.length);
});

/** The tenant's calls against the restarted stack, which listens on another port. */
const reconnect = async (description: StackDescription, tenant: Tenant) => {
  const fresh = await createTenant(description);
  const { json } = await fresh.call({ path: '/authorize', json: { api_key: tenant.apiKey } });
  return {
    call: fresh.call,
    finish: fresh.finish,
    download: fresh.download,
    table: fresh.table,
    token: json.access_token,
  };
};
