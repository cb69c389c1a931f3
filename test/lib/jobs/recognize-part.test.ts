import { describe, expect, it } from 'vitest';
import { cancelStore } from '../../../lib/aws/cancel-store.ts';
import { deleteJobStore } from '../../../lib/aws/delete-job-store.ts';
import { dueStore } from '../../../lib/aws/due-store.ts';
import { keys } from '../../../lib/aws/table.ts';
import { PagesToRecognize } from '../../../lib/conversions/engine/recognition.ts';
import { ConversionError, type JobErrorCode } from '../../../lib/conversions/errors.ts';
import { deleteJob } from '../../../lib/jobs/delete-job.ts';
import type { Effects, RecognitionWork } from '../../../lib/jobs/effects.ts';
import type { Job, JobMessage } from '../../../lib/jobs/job.ts';
import { messageOf } from '../../../lib/jobs/job-steps.ts';
import type { JobStore } from '../../../lib/jobs/job-store.ts';
import { maxRecognitionSeconds } from '../../../lib/jobs/job-times.ts';
import type { PagePartStore } from '../../../lib/jobs/page-parts.ts';
import { recognizePart } from '../../../lib/jobs/recognize-part.ts';
import { type RunOutcome, runJob } from '../../../lib/jobs/run-job.ts';
import { reconcile } from '../../../lib/reconcile/reconcile.ts';
import { fakeEffects, shareOf, submitJob } from '../../support/jobs.ts';
import { changeItem } from '../../support/table.ts';
import { createTenant } from '../../support/tenant.ts';
import {
  clock,
  database,
  faults,
  read,
  start,
  store,
  submit,
  tenant,
  usage,
  useJobRunner,
} from './job-runner.ts';

useJobRunner();

const pagesOf = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

/** A scan, the pages whose recognition fails, and what its workers did. */
type Scan = {
  readonly pages: number;
  readonly failing?: readonly number[];
  readonly code?: JobErrorCode;
  readonly sent: JobMessage[];
  readonly recognized: (readonly number[])[];
  readonly stored: string[];
  assembled?: Extract<RecognitionWork, { role: 'assemble' }>;
};

const newScan = (pages: number, failing: readonly number[] = []): Scan => ({
  pages,
  failing,
  sent: [],
  recognized: [],
  stored: [],
});

const result = {
  bytes: Buffer.from('result'),
  mimeType: 'text/plain',
  extension: 'txt',
  report: { engine: 'fake', version: '1' },
};

const effectsOf = (scan: Scan, changed: Partial<Effects> = {}): Effects =>
  fakeEffects(clock, {
    convert: async ({ recognition }) => {
      if (recognition?.role === 'plan' && scan.pages > recognition.maxPages)
        throw new PagesToRecognize(pagesOf(scan.pages));
      if (recognition?.role === 'recognize') {
        if (recognition.pages.some((page) => scan.failing?.includes(page)))
          throw new ConversionError(scan.code ?? 'conversion_timeout', 'It fails.');
        scan.recognized.push(recognition.pages);
      }
      if (recognition?.role === 'assemble') {
        scan.assembled = recognition;
        if (recognition.files.length === 0) throw new ConversionError('empty_document', 'It has no text.');
      }
      return result;
    },
    fetchPages: async (key) => Buffer.from(key),
    storeResult: async (key) => void scan.stored.push(key),
    send: async (message) => void scan.sent.push(message),
    ...changed,
  });

const take = (
  scan: Scan,
  message: JobMessage,
  changed?: Partial<Effects>,
  jobs: JobStore = store,
): Promise<RunOutcome> => {
  const { part } = message;
  const effects = effectsOf(scan, changed);
  const onFault = (fault: unknown) => faults.push(fault);
  return part === undefined
    ? runJob(message, jobs, effects, onFault)
    : recognizePart({ ...message, part }, jobs, effects, onFault);
};

const plan = async (scan: Scan): Promise<{ readonly job: Job; readonly messages: JobMessage[] }> => {
  const job = await submit();
  expect(await take(scan, messageOf(job))).toBe('advanced');
  return { job, messages: scan.sent.splice(0) };
};

/** Takes messages in order, and those that are sent meanwhile. */
const takeAll = async (scan: Scan, messages: readonly JobMessage[]): Promise<void> => {
  const waiting = [...messages];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    await take(scan, next);
    waiting.push(...scan.sent.splice(0));
  }
};

/** Runs the reconciler; the table has jobs of other tests too. */
const sendAgain = async (scan: Scan, job: Job, removed: string[] = []): Promise<void> => {
  const { jobId } = job;
  await reconcile(
    {
      due: dueStore(database.table),
      jobs: store,
      objects: { remove: async (key) => void (key.includes(jobId) && removed.push(key)) },
      send: async (message) => {
        if (message.jobId === jobId) scan.sent.push(message);
      },
      sendDelivery: async () => undefined,
      onFault: (fault) => {
        throw fault;
      },
      secondsLeft: () => 60,
      retentionSeconds: 7200,
      share: shareOf(job),
    },
    () => clock.now,
  );
};

describe('a scan of many pages', () => {
  it('is recognized in parts and assembled, as one job with one charge', async () => {
    const scan = newScan(30);

    const { job, messages } = await plan(scan);
    expect(messages.map(({ part }) => part)).toEqual(['0000', '0001', '0002']);
    expect(await read(job)).toMatchObject({
      status: 'processing',
      progress: { done: 0, total: 30, unit: 'pages' },
    });
    clock.now += 4000;
    await take(scan, messages[0] as JobMessage);
    expect((await read(job))?.progress?.done).toBe(12);
    await takeAll(scan, messages.slice(1));

    const prefix = `accounts/${job.accountId}/results/${job.jobId}`;
    const parts = ['0000', '0001', '0002'].map((id) => `${prefix}/1-pages-${id}`);
    expect(scan.recognized.flat().toSorted((a, b) => a - b)).toEqual(pagesOf(30));
    expect(scan.assembled?.files.map(String)).toEqual(parts);
    expect(scan.stored).toEqual([`${prefix}/1`, ...parts, `${prefix}/2`]);
    expect(await read(job)).toMatchObject({
      status: 'complete',
      attempts: 2,
      report: { timings_ms: { queued: 0, recognition: 4000 } },
    });
    expect(await usage()).toEqual({ operations: 1, activeJobs: 0 });
  });

  it('names the pages that fail alone, and loses no other', async () => {
    const scan = newScan(14, [3]);
    const { job, messages } = await plan(scan);

    await takeAll(scan, messages);

    expect(scan.assembled?.failed).toEqual([3]);
    expect(scan.recognized.flat().toSorted((a, b) => a - b)).toEqual(
      pagesOf(14).filter((page) => page !== 3),
    );
    expect((await read(job))?.status).toBe('complete');
  });

  it.each(['conversion_timeout', 'out_of_memory'] as const)(
    'that is nothing but pages that fail, fails as they do: %s',
    async (code) => {
      const scan = { ...newScan(14, pagesOf(14)), code };
      const { job, messages } = await plan(scan);

      await takeAll(scan, messages);

      // Two parts, their pages, and once the document.
      expect(faults).toHaveLength(2 + 14 + 1);
      expect(await read(job)).toMatchObject({
        status: 'failed',
        error: {
          code,
          message: expect.stringContaining('The text of pages 1-14 could not be recognized'),
        },
      });
      expect(await usage()).toEqual({ operations: 1, activeJobs: 0 });
    },
  );

  it('tries no further page once its time is used up', async () => {
    const scan = newScan(26, pagesOf(14));
    const { job, messages } = await plan(scan);
    await take(scan, messages[2] as JobMessage);
    await changeItem(database.table, keys.job(job.accountId, job.jobId), {
      worked_ms: maxRecognitionSeconds * 1000,
    });

    await takeAll(scan, messages);

    expect(faults).toEqual([]);
    expect(scan.recognized).toEqual([[25, 26]]);
    expect(scan.assembled).toMatchObject({ failed: pagesOf(24), failure: 'conversion_timeout' });
    expect((await read(job))?.status).toBe('complete');
  });

  it('is not assembled while a part is open', async () => {
    const scan = newScan(14);
    const { job, messages } = await plan(scan);
    await take(scan, messages[0] as JobMessage);

    expect(await take(scan, messageOf(job))).toBe('not_ours');
    expect((await read(job))?.attempts).toBe(1);
  });

  it('takes each part once, whatever arrives twice', async () => {
    const scan = newScan(30);
    const { job, messages } = await plan(scan);

    await Promise.all([...messages, ...messages].map((message) => take(scan, message)));
    await takeAll(scan, [...scan.sent.splice(0), ...messages, messageOf(job)]);

    expect(scan.recognized.flat()).toHaveLength(30);
    expect(await read(job)).toMatchObject({ status: 'complete', attempts: 2 });
    expect(await usage()).toEqual({ operations: 1, activeJobs: 0 });
  });

  it('goes on when a message or the worker of a part is lost', async () => {
    const scan = newScan(14);
    const { job, messages } = await plan(scan);
    const claimed = await store.parts.claim((await read(job)) as Job, '0000', clock.now, clock.now + 210_000);
    expect(claimed?.claims).toBe(1);

    clock.now += 60_000;
    await sendAgain(scan, job);
    // The first part is still claimed; the message of the second was lost.
    expect(scan.sent.map(({ part }) => part)).toEqual(['0001']);
    await takeAll(scan, scan.sent.splice(0));
    clock.now += 400_000;
    await sendAgain(scan, job);
    expect(scan.sent).toEqual([messages[0]]);
    await takeAll(scan, scan.sent.splice(0));

    expect(scan.recognized).toHaveLength(2);
    expect((await read(job))?.status).toBe('complete');
  });

  it('counts a part that kills its workers as failed', async () => {
    const scan = newScan(4);
    const { job, messages } = await plan(scan);
    const current = (await read(job)) as Job;
    for (let death = 0; death < 3; death += 1) {
      await store.parts.claim(current, '0000', clock.now, clock.now + 210_000);
      clock.now += 211_000;
    }

    await takeAll(scan, messages);

    expect(scan.recognized).toEqual([[1], [2], [3], [4]]);
    expect((await read(job))?.status).toBe('complete');
  });

  it.each<[string, Partial<JobStore>]>([
    ['cannot be stored', { planParts: () => Promise.reject(new Error('The table is away')) }],
    [
      'were stored, although it saw no answer',
      {
        planParts: async (...args) => {
          await store.planParts(...args);
          throw new Error('The answer was lost');
        },
      },
    ],
  ])('goes on at once if its parts %s', async (_, broken) => {
    const scan = newScan(14);
    const job = await submit();

    expect(await take(scan, messageOf(job), {}, { ...store, ...broken })).toBe('released');
    expect(scan.sent).toEqual([]);
    expect((await read(job))?.leaseUntil).toBe(clock.now);
    clock.now += 31_000;
    await sendAgain(scan, job);
    await takeAll(scan, scan.sent.splice(0));

    expect(scan.recognized.flat()).toHaveLength(14);
    expect((await read(job))?.status).toBe('complete');
    expect(await usage()).toEqual({ operations: 1, activeJobs: 0 });
  });

  it('counts a part once whose worker went on after its claim had expired', async () => {
    const scan = newScan(14);
    const { job, messages } = await plan(scan);
    const [first, second] = messages as [JobMessage, JobMessage];
    const slow: Partial<Effects> = {
      storeResult: async () => {
        clock.now += 211_000;
        expect(await take(scan, first)).toBe('advanced');
      },
    };

    expect(await take(scan, first, slow)).toBe('not_ours');
    expect(await read(job)).toMatchObject({ openParts: 1, progress: { done: 12 } });
    await takeAll(scan, [second]);

    expect(await read(job)).toMatchObject({ status: 'complete', progress: { done: 14 } });
    expect(await usage()).toEqual({ operations: 1, activeJobs: 0 });
  });

  it('is assembled by the next worker if the first one is lost', async () => {
    const scan = newScan(4);
    const { job, messages } = await plan(scan);
    await take(scan, messages[0] as JobMessage);
    const { accountId, jobId } = job;
    const current = (await read(job)) as Job;
    await store.claim(current, {
      owner: 'lost',
      now: clock.now,
      leaseUntil: clock.now + 60_000,
    });
    const claimed = await read(job);

    expect(await take(scan, messageOf(job))).toBe('not_ours');
    clock.now += 121_000;
    await sendAgain(scan, job);
    await takeAll(scan, scan.sent.splice(0));

    expect(claimed).toMatchObject({ status: 'processing', attempts: 2 });
    expect(scan.recognized).toHaveLength(1);
    expect(scan.stored.at(-1)).toBe(`accounts/${accountId}/results/${jobId}/3`);
    expect(await read(job)).toMatchObject({ status: 'complete', attempts: 3 });
    expect(await usage()).toEqual({ operations: 1, activeJobs: 0 });
  });

  it.each([
    ['was', true],
    ['was not', false],
  ])('goes on at once if the end of a part failed and %s stored', async (_, isStored) => {
    const scan = newScan(14);
    const { job, messages } = await plan(scan);
    const end: PagePartStore['end'] = async (...args) => {
      if (isStored) await store.parts.end(...args);
      throw new Error('The table is away');
    };

    const broken = { ...store, parts: { ...store.parts, end } };
    expect(await take(scan, messages[0] as JobMessage, {}, broken)).toBe('released');
    await takeAll(scan, messages);

    expect(scan.recognized).toHaveLength(isStored ? 2 : 3);
    expect(await read(job)).toMatchObject({ status: 'complete', progress: { done: 14 } });
    expect(await usage()).toEqual({ operations: 1, activeJobs: 0 });
  });

  it('is tried again after a fault of the service', async () => {
    const scan = newScan(4);
    const { job, messages } = await plan(scan);
    const broken = { storeResult: () => Promise.reject(new Error('S3 is down')) };

    expect(await take(scan, messages[0] as JobMessage, broken)).toBe('released');
    await takeAll(scan, messages);

    expect((await read(job))?.status).toBe('complete');
  });

  it('does not give up pages because its document cannot be read yet', async () => {
    const scan = newScan(4);
    const { job, messages } = await plan(scan);
    const missing = {
      fetchSource: () => Promise.reject(new ConversionError('internal_error', 'The file is missing.')),
    };

    expect(await take(scan, messages[0] as JobMessage, missing)).toBe('released');
    await takeAll(scan, messages);

    expect(scan.assembled?.failed).toEqual([]);
    expect((await read(job))?.status).toBe('complete');
  });

  it('stops when it is cancelled, and counts nothing afterwards', async () => {
    const scan = newScan(14);
    const { job, messages } = await plan(scan);
    const cancelling: Partial<Effects> = {
      storeResult: async () =>
        void (await cancelStore(database.table).cancel(job.accountId, job.jobId, clock.now)),
    };

    expect(await take(scan, messages[0] as JobMessage, cancelling)).toBe('not_ours');
    expect(await take(scan, messages[1] as JobMessage)).toBe('not_ours');
    expect(await read(job)).toMatchObject({ status: 'cancelled', progress: { done: 0 } });
    expect(await usage()).toEqual({ operations: 1, activeJobs: 0 });
  });

  it('leaves no recognized pages behind when it is cancelled between its parts', async () => {
    const scan = newScan(26);
    const { job, messages } = await plan(scan);
    await take(scan, messages[0] as JobMessage);
    await cancelStore(database.table).cancel(job.accountId, job.jobId, clock.now);
    await takeAll(scan, messages);
    const removed: string[] = [];

    clock.now += 300_000;
    await sendAgain(scan, job, removed);

    expect(scan.recognized).toHaveLength(1);
    expect(new Set(removed)).toEqual(
      new Set([
        ...scan.stored,
        ...messages.map(({ part }) => `accounts/${job.accountId}/results/${job.jobId}/1-pages-${part}`),
      ]),
    );
    expect(scan.sent).toEqual([]);
    expect(await usage()).toEqual({ operations: 1, activeJobs: 0 });
  });

  it('reads the same version of a document at an address in all parts', async () => {
    const scan = newScan(14);

    const { job } = await plan(scan);

    expect(scan.stored).toEqual([`accounts/${job.accountId}/results/${job.jobId}/1`]);
    expect((await read(job))?.recognition?.source).toEqual({ filename: 'a.txt', from: 'text' });
  });

  it('is deleted with the pages of its parts', async () => {
    const scan = newScan(14);
    const { job, messages } = await plan(scan);
    await takeAll(scan, messages);
    const removed: string[] = [];

    const jobs = deleteJobStore(database.table);
    await deleteJob(job, { jobs, objects: { remove: async (key) => void removed.push(key) } }, clock.now);

    const prefix = `accounts/${job.accountId}/results/${job.jobId}`;
    expect(removed).toEqual([
      `${prefix}/1`,
      `${prefix}/2`,
      `${prefix}/1-pages-0000`,
      `${prefix}/1-pages-0001`,
    ]);
  });
});

it('lets small documents pass, of any account, while nobody recognizes its pages', async () => {
  const queues = { standard: [] as JobMessage[], recognition: [] as JobMessage[] };
  const taken: string[] = [];
  const scans = [newScan(50), newScan(30)] as const;
  const small = newScan(0);
  const other = await createTenant(database.table, 'pro', start);
  const jobs = new Map<string, Scan>();
  const add = async (scan: Scan, of = tenant): Promise<void> => {
    const job = await submitJob(database.table, of, clock.now);
    jobs.set(job.jobId, scan);
    queues.standard.push(messageOf(job));
  };
  const work = async (name: keyof typeof queues): Promise<void> => {
    for (let next = queues[name].shift(); next !== undefined; next = queues[name].shift()) {
      const scan = jobs.get(next.jobId) ?? small;
      await take(scan, next, {
        send: async (message, worker) => void queues[worker as keyof typeof queues].push(message),
      });
      taken.push(scan === small ? 'small' : (next.part ?? (scan.assembled ? 'assembled' : 'planned')));
    }
  };

  for (const [scan, of] of [
    [scans[0], tenant],
    [small, tenant],
    [scans[1], other],
    [small, other],
  ] as const)
    await add(scan, of);
  await work('standard');

  expect(taken.splice(0)).toEqual(['planned', 'small', 'planned', 'small']);
  expect(queues.recognition).toHaveLength(5 + 3);
  await add(small);
  await work('standard');
  expect(taken.splice(0)).toEqual(['small']);

  await work('recognition');
  await add(small);
  await work('standard');
  expect(taken.slice(-3)).toEqual(['assembled', 'assembled', 'small']);
  expect(scans.map(({ recognized }) => recognized.flat().length)).toEqual([50, 30]);
  expect((await other.account()).activeJobs + (await usage()).activeJobs).toBe(0);
});

it('recognizes a few pages without parts', async () => {
  const scan = newScan(3);
  const job = await submit();

  expect(await take(scan, messageOf(job))).toBe('ended');
});
