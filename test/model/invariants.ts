import { toAccount } from '../../lib/aws/account-item.ts';
import { toJob } from '../../lib/aws/job-item.ts';
import { timeOfId } from '../../lib/ids.ts';
import { isActive, type Job } from '../../lib/jobs/job.ts';
import { maxJobSeconds, visibilitySeconds } from '../../lib/jobs/job-times.ts';
import type { Invariants, World } from './explore.ts';
import type { Item } from './expression.ts';
import { isServiceFault } from './programs.ts';

const isJobItem = (item: Item | undefined): item is Item =>
  item?.job_status !== undefined && item.pk !== undefined;

const isEnded = (item: Item | undefined): boolean =>
  isJobItem(item) &&
  !isActive(item as unknown as Pick<Job, 'status'> & Item) &&
  !['queued', 'processing'].includes(String(item.job_status));

const jobsOf = (world: World): readonly { readonly job: Job; readonly item: Item }[] =>
  world.items().flatMap(([, item]) => (isJobItem(item) ? [{ job: toJob(item), item }] : []));

/** The end of a job, which nothing may change. */
const endOf = ({ job_status, completed_at, job_output, job_error, deleted_at }: Item): string =>
  JSON.stringify([job_status, completed_at, deleted_at === undefined ? [job_output, job_error] : undefined]);

const eventOf: Readonly<Record<string, string>> = {
  complete: 'job.completed',
  failed: 'job.failed',
  cancelled: 'job.cancelled',
};

/** The job whose result an object is, if clients can download it. */
const jobWithResult = (key: string, world: World): Job | undefined =>
  jobsOf(world).find(
    ({ job, item }) =>
      item.deleted_at === undefined &&
      job.status === 'complete' &&
      job.output?.objectKey === key &&
      (job.expiresAt ?? 0) > world.now,
  )?.job;

/** What the service promises. */
export const invariants: Invariants = {
  onItem: (before, after, world) => {
    if (isEnded(before) && before !== undefined) {
      if (after === undefined) return 'An ended job was removed';
      if (after.deleted_at === undefined && endOf(before) !== endOf(after))
        return 'The end of a job was overwritten';
    }
    const isClaimed = Number(after?.attempts) > Number(before?.attempts);
    if (isClaimed && before?.lease_owner !== undefined && Number(before.lease_until) > world.now)
      return 'A job was claimed while another worker had it';
    if (after?.job_status !== 'complete' || before?.job_status === 'complete') return undefined;
    if (Number(after.open_parts) > 0) return 'A scan is complete before its pages are recognized';
    const job = toJob(after);
    const isStored = (job.expiresAt ?? 0) > (job.completedAt ?? 0);
    const content = world.objects().find(([key]) => key === job.output?.objectKey)?.[1];
    return isStored && content !== job.output?.sha256 ? 'A job is complete without its result' : undefined;
  },

  onObject: (key, before, after, isClient, world) => {
    const job = isClient ? undefined : jobWithResult(key, world);
    if (job === undefined || before === after) return undefined;
    return after === undefined ? 'A result was deleted before it expired' : 'A result was overwritten';
  },

  onTime: (world) => {
    const longest = (maxJobSeconds + visibilitySeconds) * 1000;
    if (jobsOf(world).some(({ job }) => isActive(job) && world.now > job.createdAt + longest))
      return 'A job is active for ever';
    const account = toAccount(world.items().find(([, { sk }]) => sk === 'ACCOUNT')?.[1]);
    const isOld = Object.keys(account.slots).some(
      (slot) => world.now > timeOfId(`job_${slot}`) + 3 * 86_400_000,
    );
    return isOld ? 'A slot stays taken' : undefined;
  },

  atEnd: (world, { accountId, fileId: uploadedId }, mostJobs) => {
    const problems: string[] = [];
    const jobs = jobsOf(world);
    const accountItem = world.items().find(([, { sk }]) => sk === 'ACCOUNT')?.[1];
    const account = toAccount(accountItem);
    // A withdrawn job never ended.
    const created = jobs.filter(
      ({ job }) => job.status !== 'cancelled' || job.completedAt !== undefined,
    ).length;
    if (created > mostJobs) problems.push(`There are ${created} jobs instead of ${mostJobs}`);
    for (const { job } of jobs) if (isActive(job)) problems.push(`A job is ${job.status} for ever`);
    if (Object.keys(account.slots).length > 0) problems.push('A slot stays taken');
    if (world.objects().length > 0)
      problems.push(
        `Objects outlive their time: ${world.objects().map(([key]) => key.replace(accountId, '…'))}`,
      );

    // A withdrawn job costs nothing. A deleted job, of which only that is left, was one of a single step.
    const operationsOfJob = ({ job, item }: (typeof jobs)[number]): number =>
      job.completedAt === undefined
        ? 0
        : job.steps.list.length + (job.fileId === undefined && item.deleted_at === undefined ? 1 : 0);
    const sum = (list: typeof jobs): number => list.reduce((total, each) => total + operationsOfJob(each), 0);
    // The error of a deleted job is gone; the client that deleted it saw it.
    const ofDeleted = Object.values(world.answers()).reduce<number>(
      (total, answer) => total + Number(Object(answer).refunds ?? 0),
      0,
    );
    const refunded = sum(jobs.filter(({ job }) => isServiceFault(job))) + ofDeleted;
    const used = new Set(jobs.map(({ job }) => job.fileId));
    const files = world
      .items()
      // Those that their calls have withdrawn have expired since they were created.
      .filter(([, item]) => String(item.sk).startsWith('FILE#') && item.expires_at !== item.created_at)
      .map(([, { sk }]) => String(sk).slice('FILE#'.length));
    // A function that dies before it has stored the job may leave the record of a file, which costs nothing.
    const least =
      files.filter((fileId) => fileId === uploadedId || used.has(fileId)).length + sum(jobs) - refunded;
    const most = least + files.filter((fileId) => fileId !== uploadedId && !used.has(fileId)).length;
    if (account.operations < least || account.operations > most)
      problems.push(`${account.operations} operations are charged instead of ${least}`);
    // A file that could not be stored is refunded, too.
    const failed = Object.values(world.answers()).filter(
      (answer) => Object(answer).fault !== undefined,
    ).length;
    if (account.refunds < refunded || account.refunds > refunded + failed)
      problems.push(`${account.refunds} operations are refunded instead of ${refunded}`);

    const received = world.received().map((payload) => {
      const { type, data } = JSON.parse(payload);
      return `${data.job_id} ${type}`;
    });
    for (const { job } of jobs) {
      if (job.webhookUrl === undefined) continue;
      const due = `${job.jobId} ${eventOf[job.status]}`;
      if (!received.includes(due)) problems.push('A webhook was never received');
    }
    const wrong = received.filter(
      (each) => !jobs.some(({ job }) => each === `${job.jobId} ${eventOf[job.status]}`),
    );
    if (wrong.length > 0) problems.push('A webhook told of another end');

    const accepted = Object.values(world.answers()).flatMap((answer) => {
      const { jobId } = Object(answer);
      return typeof jobId === 'string' ? [jobId] : [];
    });
    if (accepted.some((jobId) => !jobs.some(({ job }) => job.jobId === jobId)))
      problems.push('An accepted job does not exist');
    return problems;
  },
};
