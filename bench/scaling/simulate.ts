import { createHash } from 'node:crypto';
import { createAccount } from '../../lib/accounts/manage-accounts.ts';
import { accountStore } from '../../lib/aws/account-store.ts';
import { createJob } from '../../lib/aws/create-job.ts';
import { dueStore } from '../../lib/aws/due-store.ts';
import { jobStore } from '../../lib/aws/job-store.ts';
import type { Job } from '../../lib/jobs/job.ts';
import { reconcile } from '../../lib/reconcile/reconcile.ts';
import { duePartition } from '../../lib/table-layout.ts';
import { newJob, newStep } from '../../test/support/jobs.ts';
import { startCountedTable } from './counted-table.ts';

/** A load: accounts with one job each, spread evenly over the seconds, and one account that submits a whole plan's jobs at once. */
export type Load = {
  readonly accounts: number;
  readonly seconds: number;
  readonly burst: number;
  readonly workers: number;
  readonly engineMs: number;
};

/** One account submits 50 jobs at once, the most of any plan; 1,000 others one each within 25 seconds. 50 of 60 workers are enough. */
export const documentedLoad: Load = { accounts: 1000, seconds: 25, burst: 50, workers: 60, engineMs: 1000 };

/** What a simulation measured. Waits are from a job's submission to its claim, in ms. */
export type Measured = {
  readonly jobs: number;
  readonly waitsOfOthers: readonly number[];
  readonly waitsOfBurst: readonly number[];
  readonly peakUnits: number;
  readonly unitsPerJob: number;
  /** New entries in the fullest partition of the due index, in its fullest second. */
  readonly peakOfPartition: number;
  /** Jobs that the reconcilers sent again. */
  readonly sentAgain: number;
  readonly endedJobs: number;
};

const start = Date.UTC(2026, 10, 20);

/** A job whose id is the same in each run, because its partition in the due index depends on it. */
const jobOf = (accountId: string, now: number, index: number): Job => {
  const step = newStep({ target: 'text', from: 'pdf', options: {} });
  const random = createHash('sha256').update(String(index)).digest('hex');
  const jobId = `job_${random.slice(0, 26).toUpperCase()}`;
  return newJob({ accountId }, now, { jobId, from: 'pdf', steps: { list: [step], done: [] } });
};

/** The next message as SQS's fair queues choose it: of the account with the fewest in flight, the oldest. */
const takeFairly = (queue: Job[], inFlight: ReadonlyMap<string, number>): Job | undefined => {
  const load = ({ accountId }: Job): number => inFlight.get(accountId) ?? 0;
  const next = queue.reduce<Job | undefined>(
    (best, job) => (best === undefined || load(job) < load(best) ? job : best),
    undefined,
  );
  if (next !== undefined) queue.splice(queue.indexOf(next), 1);
  return next;
};

/** Runs the real code that submits, claims, ends and reconciles jobs on a simulated clock. */
export const simulate = async ({ accounts, seconds, burst, workers, engineMs }: Load): Promise<Measured> => {
  let now = start;
  const { table, units, forget, close } = await startCountedTable(() => Math.floor((now - start) / 1000));
  try {
    const store = jobStore(table);
    const ids: string[] = [];
    for (let index = 0; index <= accounts; index += 1) {
      const email = `account-${index}@example.test`;
      ids.push((await createAccount({ email, plan: 'pro' }, accountStore(table), start)).accountId);
    }
    forget();
    const [bursting = '', ...others] = ids;
    const due: [at: number, accountId: string][] = [
      ...Array.from({ length: burst }, (): [number, string] => [start, bursting]),
      ...others.map((id, index): [number, string] => [
        start + Math.floor((index * seconds * 1000) / accounts),
        id,
      ]),
    ];
    const queue: Job[] = [];
    const inFlight = new Map<string, number>();
    const running: { job: Job; owner: string; until: number }[] = [];
    const waits = new Map<string, number[]>([
      ['burst', []],
      ['others', []],
    ]);
    const entries = new Map<string, number>();
    let ended = 0;
    let sentAgain = 0;
    const all = new Map<string, Job>();
    const stepMs = 100;
    for (let nextSweep = start + 60_000; ended < due.length || now < nextSweep; now += stepMs) {
      for (const [, accountId] of due.filter(([at]) => at >= now && at < now + stepMs)) {
        const job = jobOf(accountId, now, all.size);
        if ((await createJob(table, job, [])) !== 'created') throw new Error('A job was refused');
        const entry = `${Math.floor((now - start) / 1000)} ${duePartition('JOB', job.jobId)}`;
        entries.set(entry, (entries.get(entry) ?? 0) + 1);
        all.set(job.jobId, job);
        queue.push(job);
      }
      for (const each of running.filter(({ until }) => until <= now)) {
        running.splice(running.indexOf(each), 1);
        const { job, owner } = each;
        inFlight.set(job.accountId, (inFlight.get(job.accountId) ?? 1) - 1);
        const lease = { accountId: job.accountId, jobId: job.jobId, attempt: job.attempts, owner };
        const output = {
          objectKey: '',
          filename: 'report.txt',
          mimeType: 'text/plain',
          sizeBytes: 1,
          sha256: '0'.repeat(64),
        };
        const end = { status: 'complete', output, expiresAt: now + 7_200_000 } as const;
        if (!(await store.end(job, end, { lease, report: {}, now }))) throw new Error('A job was lost');
        ended += 1;
      }
      while (running.length < workers) {
        const job = takeFairly(queue, inFlight);
        if (job === undefined) break;
        const owner = `worker-${ended}-${running.length}`;
        const claimed = await store.claim(job, { owner, now, leaseUntil: now + 60_000 });
        if (claimed === undefined) continue;
        inFlight.set(job.accountId, (inFlight.get(job.accountId) ?? 0) + 1);
        waits.get(job.accountId === bursting ? 'burst' : 'others')?.push(now - job.createdAt);
        running.push({ job: claimed, owner, until: now + engineMs });
      }
      if (now < nextSweep) continue;
      nextSweep += 60_000;
      const counts = await Promise.all(
        [0, 1, 2, 3].map((part) =>
          reconcile(
            {
              due: dueStore(table),
              jobs: store,
              objects: { remove: async () => undefined },
              send: async ({ jobId }) => {
                const job = all.get(jobId);
                if (job !== undefined) queue.push(job);
              },
              sendDelivery: async () => undefined,
              onFault: (fault) => {
                throw fault;
              },
              secondsLeft: () => 60,
              retentionSeconds: 7200,
              share: { part, of: 4 },
            },
            () => now,
          ),
        ),
      );
      sentAgain += counts.reduce((sum, { sent }) => sum + sent, 0);
    }
    const total = [...units.values()].reduce((sum, each) => sum + each, 0);
    return {
      jobs: due.length,
      waitsOfOthers: waits.get('others') ?? [],
      waitsOfBurst: waits.get('burst') ?? [],
      peakUnits: [...units.values()].reduce((most, each) => Math.max(most, each), 0),
      unitsPerJob: total / due.length,
      peakOfPartition: [...entries.values()].reduce((most, each) => Math.max(most, each), 0),
      sentAgain,
      endedJobs: ended,
    };
  } finally {
    await close();
  }
};
