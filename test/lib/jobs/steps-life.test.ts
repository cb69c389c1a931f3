import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cancelStore } from '../../../lib/aws/cancel-store.ts';
import { dueStore } from '../../../lib/aws/due-store.ts';
import { ConversionError, jobErrors } from '../../../lib/conversions/errors.ts';
import { isActive, type Job, maxAttempts } from '../../../lib/jobs/job.ts';
import { currentStep } from '../../../lib/jobs/job-steps.ts';
import { runJob } from '../../../lib/jobs/run-job.ts';
import { reconcile } from '../../../lib/reconcile/reconcile.ts';
import { fakeEffects, submitJob, type TestClock } from '../../support/jobs.ts';
import { runsOf } from '../../support/long-run.ts';
import { forgetSweeps } from '../../support/table.ts';
import { createTenant, type TestTenant } from '../../support/tenant.ts';
import { database, read, start, store, useJobRunner } from './job-runner.ts';

useJobRunner();

const outcomes = ['complete', 'complete', 'complete', 'crash', 'corrupt_document', 'internal_error'] as const;
type Outcome = (typeof outcomes)[number];

const which = fc.nat({ max: 2 });
const step = fc.nat({ max: 3 });

const action = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('deliver' as const),
      which,
      step,
      outcome: fc.constantFrom(...outcomes),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('die' as const), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reconcile' as const) }) },
);

const rounds = fc.array(
  fc.record({
    pauseMs: fc.constantFrom(0, 0, 0, 15_000, 31_000, 60_000, 7_200_000),
    atOnce: fc.array(action, { minLength: 1, maxLength: 4 }),
  }),
  { minLength: 6, maxLength: 16 },
);

type Round = (typeof rounds extends fc.Arbitrary<infer All> ? All : never)[number];

/** One job that completes, one that fails and one that is cancelled: random histories may lack any of them. */
const eachEnd: Round[] = [
  {
    pauseMs: 0,
    atOnce: [
      { do: 'deliver', which: 0, step: 0, outcome: 'complete' },
      { do: 'deliver', which: 1, step: 0, outcome: 'corrupt_document' },
      { do: 'cancel', which: 2 },
    ],
  },
];

type World = {
  readonly tenant: TestTenant;
  readonly clock: TestClock;
  readonly jobs: readonly Job[];
  /** The step of each message that a worker did something for, and the step that it did. */
  readonly ran: [message: number, step: number | undefined][];
};

const submit = (tenant: TestTenant, count: number): Promise<Job> => {
  const list = Array.from({ length: count }, (_, index) => ({
    name: `s${index}`,
    type: 'conversion' as const,
    target: 'pdf',
    from: 'pdf',
    options: { password: 'secret' },
    worker: index % 2 === 0 ? ('standard' as const) : ('office' as const),
    inputs: [index === 0 ? { file: 0 } : { step: index - 1 }],
    isOutput: false,
  }));
  return submitJob(database.table, tenant, start, { steps: { list, done: [] } });
};

/** A worker receives a message about a step, which may be late, early or repeated. */
const deliver = ({ clock, ran }: World, { accountId, jobId }: Job, at: number, outcome: Outcome) => {
  const work = fakeEffects(clock, {
    convert: async ({ job }) => {
      ran.push([at, job.steps.done.length]);
      if (outcome === 'crash') throw new Error('crash');
      if (outcome !== 'complete') throw new ConversionError(outcome, outcome);
      return { bytes: Buffer.from('x'), mimeType: 'application/pdf', extension: 'pdf', report: {} };
    },
  });
  return runJob({ accountId, jobId, step: at }, store, work, () => undefined);
};

/** A worker claims a job and dies. */
const die = async ({ now }: TestClock, job: Job): Promise<void> => {
  const found = await read(job);
  const claim = { owner: crypto.randomUUID(), now, leaseUntil: now + 30_000 };
  if (found !== undefined) await store.claim(found, claim);
};

const act = async (world: World, each: Round['atOnce'][number]) => {
  const { clock, jobs } = world;
  if (each.do === 'reconcile') {
    const dependencies = {
      due: dueStore(database.table),
      jobs: store,
      objects: { remove: async () => undefined },
      send: async () => undefined,
      sendDelivery: async () => undefined,
      onFault: (fault: unknown) => {
        throw fault;
      },
      secondsLeft: () => 60,
      retentionSeconds: 7200,
    };
    await reconcile(dependencies, () => clock.now);
    return;
  }
  const job = jobs[each.which];
  if (job === undefined) return;
  if (each.do === 'deliver') await deliver(world, job, each.step, each.outcome);
  else if (each.do === 'die') await die(clock, job);
  else await cancelStore(database.table).cancel(job.accountId, job.jobId, clock.now);
};

const expectInvariants = async (
  { tenant, jobs, ran }: World,
  before: readonly Job[],
): Promise<readonly Job[]> => {
  const found = (await Promise.all(jobs.map(read))).filter((job) => job !== undefined);
  const { operations, activeJobs, refunds, maxRefunds } = await tenant.account();
  const sumOf = (some: readonly Job[]): number => some.reduce((sum, job) => sum + job.steps.list.length, 0);
  const ours = sumOf(found.filter(({ error }) => error !== undefined && jobErrors[error.code].serviceFault));

  expect(ran.filter(([message, current]) => message !== current)).toEqual([]);
  expect(activeJobs).toBe(found.filter(isActive).length);
  expect(refunds).toBe(Math.min(ours, maxRefunds));
  expect(operations).toBe(sumOf(found) - refunds);
  for (const [index, job] of found.entries()) {
    const { list, done } = job.steps;
    const attempts = [0, ...done.map(({ attempt }) => attempt), job.attempts];
    const perStep = attempts.slice(1).map((attempt, at) => attempt - (attempts[at] ?? 0));
    expect(Math.max(...perStep)).toBeLessThanOrEqual(maxAttempts);
    expect(Math.min(...perStep.slice(0, -1), 1)).toBe(1);
    expect(done.length).toBeLessThan(list.length);
    const earlier = before[index];
    // What a step stored never changes, nor does a terminal state.
    expect(done.slice(0, earlier?.steps.done.length)).toEqual(earlier?.steps.done);
    if (earlier !== undefined && !isActive(earlier)) expect(job).toEqual(earlier);
    if (job.status === 'complete') expect(done).toHaveLength(list.length - 1);
    if (job.status === 'failed') expect(job.error?.step).toBe(list[done.length]?.name);
    expect(currentStep(job)).toBe(list[done.length]);
    expect(list.every(({ options }) => Object.keys(options).length === (isActive(job) ? 1 : 0))).toBe(true);
  }
  return found;
};

/** Thousands of requests take seconds on a quiet machine and much longer on a loaded one. */
const timeoutMilliseconds = 120_000;

it('runs each step once at most, in order, under any concurrency, order and repetition of messages', {
  timeout: timeoutMilliseconds,
}, async () => {
  const ends = new Set<string>();
  await fc.assert(
    fc.asyncProperty(rounds, async (all) => {
      const tenant = await createTenant(database.table, 'free', start);
      await forgetSweeps(database.table);
      const jobs = [await submit(tenant, 1), await submit(tenant, 2), await submit(tenant, 4)];
      const world: World = { tenant, clock: { now: start }, jobs, ran: [] };
      let before: readonly Job[] = jobs;
      for (const { pauseMs, atOnce } of all) {
        world.clock.now += pauseMs;
        await Promise.all(atOnce.map((each) => act(world, each)));
        before = await expectInvariants(world, before);
      }
      for (const { status } of before) ends.add(status);
    }),
    { numRuns: runsOf(4, 40), examples: [[eachEnd]] },
  );
  expect([...ends]).toEqual(expect.arrayContaining(['complete', 'failed', 'cancelled']));
});
