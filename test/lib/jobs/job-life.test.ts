import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { UsageLimitError } from '../../../lib/api-errors.ts';
import { cancelStore } from '../../../lib/aws/cancel-store.ts';
import { dueStore } from '../../../lib/aws/due-store.ts';
import { readJob } from '../../../lib/aws/job-read-store.ts';
import { jobStore } from '../../../lib/aws/job-store.ts';
import { ConversionError, type JobErrorCode, jobErrors } from '../../../lib/conversions/errors.ts';
import { failAbandonedJob } from '../../../lib/jobs/abandoned-job.ts';
import { isActive, type Job, maxAttempts } from '../../../lib/jobs/job.ts';
import { messageOf } from '../../../lib/jobs/job-steps.ts';
import type { JobEnd, JobStore, Lease } from '../../../lib/jobs/job-store.ts';
import { runJob } from '../../../lib/jobs/run-job.ts';
import { reconcile } from '../../../lib/reconcile/reconcile.ts';
import { fakeEffects, submitJob } from '../../support/jobs.ts';
import { runsOf } from '../../support/long-run.ts';
import { forgetSweeps, startTestTable, type TestTable } from '../../support/table.ts';
import { createTenant, type TestTenant } from '../../support/tenant.ts';

const start = Date.UTC(2026, 10, 20);

let database: TestTable;
let store: JobStore;

beforeAll(async () => {
  database = await startTestTable();
  store = jobStore(database.table);
});

afterAll(() => database.close());

/** An account with its jobs, and every lease that a worker ever got: workers that died may come back to life. */
type World = {
  readonly tenant: TestTenant;
  readonly clock: { now: number };
  readonly jobs: Job[];
  readonly leases: { job: Job; lease: Lease }[];
  /** How many ends were answered with success, by job. */
  readonly ends: Map<string, number>;
  /** Jobs when they were first seen in a terminal state. */
  readonly terminal: Map<string, Job>;
  /** The attempt whose lease ended a job, by job. */
  readonly endedBy: Map<string, number>;
  /** Jobs whose lease lasts at the beginning of a step, and those that somebody else took or gave up in it. */
  live: ReadonlySet<string>;
  taken: string[];
  cancels: number;
};

const codes = Object.keys(jobErrors) as JobErrorCode[];
const outcomes = fc.constantFrom<JobErrorCode | 'complete'>('complete', ...codes);
const pick = fc.nat({ max: 5 });

const actions = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('submit' as const) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('claim' as const), which: pick }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('end' as const), which: pick, outcome: outcomes }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('renew' as const), which: pick }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('release' as const), which: pick }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('deliver' as const), which: pick, outcome: outcomes }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('fail abandoned' as const), which: pick }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cancel' as const), which: pick }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('reconcile' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('crash' as const), which: pick }) },
);
type Action = typeof actions extends fc.Arbitrary<infer A> ? A : never;

/** Pauses between steps: none, half a lease, a lease, longer than a job may take. */
const steps = fc.array(
  fc.record({
    pauseMs: fc.constantFrom(0, 0, 15_000, 30_000, 60_000, 7_200_000),
    atOnce: fc.array(actions, { minLength: 1, maxLength: 4 }),
  }),
  { minLength: 5, maxLength: 14 },
);

const endOf = (outcome: JobErrorCode | 'complete', world: World): JobEnd =>
  outcome === 'complete'
    ? {
        status: 'complete',
        output: { objectKey: 'k', filename: 'f', mimeType: 'm', sizeBytes: 1, sha256: 's' },
        expiresAt: world.clock.now + 7_200_000,
      }
    : { status: 'failed', error: { code: outcome, message: outcome } };

/** The store as the world sees it: it notes who took a job and who ended it. */
const watched = (world: World): JobStore => ({
  ...store,
  claimNew: async (...args) => {
    const first = await store.claimNew(...args);
    if (first?.isClaimed === true) world.taken.push(first.job.jobId);
    return first;
  },
  claim: async (...args) => {
    const claimed = await store.claim(...args);
    if (claimed !== undefined) world.taken.push(claimed.jobId);
    return claimed;
  },
  end: async (...args) => {
    const [{ jobId }, , { lease }] = args;
    const ended = await store.end(...args);
    if (!ended) return false;
    world.ends.set(jobId, (world.ends.get(jobId) ?? 0) + 1);
    if (lease === undefined) world.taken.push(jobId);
    else world.endedBy.set(jobId, lease.attempt);
    return true;
  },
});

const at = <Element>(list: readonly Element[], which: number): Element | undefined =>
  list.length === 0 ? undefined : list[which % list.length];

const claim = async (world: World, job: Job): Promise<void> => {
  const { now } = world.clock;
  const owner = crypto.randomUUID();
  const claimed = await watched(world).claim(job, { owner, now, leaseUntil: now + 30_000 });
  if (claimed === undefined) return;
  const { accountId, jobId, attempts: attempt } = claimed;
  world.leases.push({ job: claimed, lease: { accountId, jobId, attempt, owner } });
};

const end = async (world: World, which: number, outcome: JobErrorCode | 'complete'): Promise<void> => {
  const held = at(world.leases, which);
  if (held === undefined) return;
  const about = { lease: held.lease, report: {}, now: world.clock.now };
  await watched(world).end(held.job, endOf(outcome, world), about);
};

/**
 * A client cancels a job. The completion time shows whether this call ended it, because no other call has the same
 * time.
 */
const cancel = async (world: World, job: Job): Promise<void> => {
  world.cancels += 1;
  const now = world.clock.now + world.cancels;
  const found = await cancelStore(database.table).cancel(job.accountId, job.jobId, now);
  if (found?.status === 'cancelled' && found.completedAt === now) {
    world.ends.set(job.jobId, (world.ends.get(job.jobId) ?? 0) + 1);
  }
};

/** A worker receives a message of the job; `crash` simulates a fault of the service. */
const deliver = async (world: World, job: Job, outcome: JobErrorCode | 'complete' | 'crash') => {
  const work = fakeEffects(world.clock, {
    fetchSource: async () => {
      if (outcome === 'crash') throw new Error('crash');
      if (outcome !== 'complete') throw new ConversionError(outcome, outcome);
      return { bytes: Buffer.from('x'), further: [], filename: 'a.txt', from: 'text' };
    },
  });
  await runJob(messageOf(job), watched(world), work, () => undefined);
};

const act = async (world: World, action: Action): Promise<void> => {
  const { tenant, clock } = world;
  switch (action.do) {
    case 'submit':
      await submitJob(database.table, tenant, clock.now).then(
        (job) => world.jobs.push(job),
        (error: unknown) => {
          if (!(error instanceof UsageLimitError)) throw error;
        },
      );
      return;
    case 'claim': {
      const job = at(world.jobs, action.which);
      if (job !== undefined) await claim(world, job);
      return;
    }
    case 'end':
      return end(world, action.which, action.outcome);
    case 'renew': {
      const held = at(world.leases, action.which);
      if (held !== undefined) await store.renew(held.lease, clock.now + 30_000, undefined);
      return;
    }
    case 'release': {
      const held = at(world.leases, action.which);
      if (held !== undefined) await store.release(held.lease, clock.now);
      return;
    }
    case 'deliver':
    case 'crash': {
      const job = at(world.jobs, action.which);
      if (job !== undefined) await deliver(world, job, action.do === 'crash' ? 'crash' : action.outcome);
      return;
    }
    case 'fail abandoned': {
      const job = at(world.jobs, action.which);
      const found = job && (await readJob(database.table, job.accountId, job.jobId));
      if (found !== undefined) await failAbandonedJob(found, watched(world), clock.now);
      return;
    }
    case 'cancel': {
      const job = at(world.jobs, action.which);
      if (job !== undefined) await cancel(world, job);
      return;
    }
    case 'reconcile': {
      const jobs = watched(world);
      const due = dueStore(database.table);
      const objects = { remove: async () => undefined };
      const onFault = (fault: unknown) => {
        throw fault;
      };
      const dependencies = {
        due,
        jobs,
        objects,
        send: async () => undefined,
        sendDelivery: async () => undefined,
        onFault,
        secondsLeft: () => 60,
        retentionSeconds: 7200,
      };
      await reconcile(dependencies, () => clock.now);
    }
  }
};

/** The jobs that a worker has claimed at this time. */
const liveJobs = async (world: World): Promise<ReadonlySet<string>> => {
  const jobs = await Promise.all(
    world.jobs.map(({ accountId, jobId }) => readJob(database.table, accountId, jobId)),
  );
  return new Set(
    jobs.flatMap((job) =>
      job?.status === 'processing' && (job.leaseUntil ?? 0) > world.clock.now ? [job.jobId] : [],
    ),
  );
};

const expectInvariants = async (world: World): Promise<void> => {
  const found = await Promise.all(
    world.jobs.map(({ accountId, jobId }) => readJob(database.table, accountId, jobId)),
  );
  const jobs = found.filter((job) => job !== undefined);
  const { operations, activeJobs, maxActiveJobs, maxRefunds, dayOperations } = await world.tenant.account();
  const ours = jobs.filter(({ error }) => error !== undefined && jobErrors[error.code].serviceFault);
  const refunds = Math.min(ours.length, maxRefunds);

  expect(jobs).toHaveLength(world.jobs.length);
  expect(activeJobs).toBe(jobs.filter(isActive).length);
  expect(activeJobs).toBeLessThanOrEqual(maxActiveJobs);
  expect(operations).toBe(jobs.length - refunds);
  expect(dayOperations).toBe(operations);
  for (const job of jobs) {
    expect(job.attempts).toBeLessThanOrEqual(maxAttempts);
    expect(world.ends.get(job.jobId) ?? 0).toBe(isActive(job) ? 0 : 1);
    expect(world.endedBy.get(job.jobId) ?? job.attempts).toBe(job.attempts);
    const before = world.terminal.get(job.jobId);
    if (before !== undefined) expect(job).toEqual(before);
    else if (!isActive(job)) world.terminal.set(job.jobId, job);
  }
};

/** Thousands of requests take seconds on a quiet machine and much longer on a loaded one. */
const timeoutMilliseconds = 120_000;

it('maintains slots, operations, leases and terminal states under any concurrency and order', {
  timeout: timeoutMilliseconds,
}, async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      await forgetSweeps(database.table);
      const tenant = await createTenant(database.table, 'free', start);
      const world: World = {
        tenant,
        clock: { now: start },
        jobs: [],
        leases: [],
        ends: new Map(),
        terminal: new Map(),
        endedBy: new Map(),
        live: new Set(),
        taken: [],
        cancels: 0,
      };
      for (const { pauseMs, atOnce } of all) {
        world.clock.now += pauseMs;
        world.live = await liveJobs(world);
        world.taken = [];
        await Promise.all(atOnce.map((action) => act(world, action)));
        // A lease that is released in the step may be claimed in it.
        const released = atOnce.some((action) => action.do === 'release');
        if (!released) expect(world.taken.filter((jobId) => world.live.has(jobId))).toEqual([]);
        await expectInvariants(world);
      }
    }),
    { numRuns: runsOf(3, 25) },
  );
});
