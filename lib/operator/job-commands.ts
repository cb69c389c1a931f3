import { AccountError } from '../accounts/manage-accounts.ts';
import { jobStatuses } from '../api/job-statuses.ts';
import { cancelStore } from '../aws/cancel-store.ts';
import { createJob } from '../aws/create-job.ts';
import { hasOptions, jobReadStore } from '../aws/job-read-store.ts';
import { jobStore } from '../aws/job-store.ts';
import { isReady } from '../files/file.ts';
import { jobView } from '../http/views/job-view.ts';
import { cancelJob } from '../jobs/cancel-job.ts';
import { isActive, type Job } from '../jobs/job.ts';
import { currentStep, filesOf, messageOf } from '../jobs/job-steps.ts';
import { retriedJob } from '../jobs/retry-job.ts';
import { accountOption, type Command, type CommandCall, defaultRows, limitOption } from './command.ts';
import { jobRow } from './rows.ts';

const jobOption = { name: 'job', summary: 'Id of the job' } as const;

const readJob = async ({ table, account, text, now }: CommandCall): Promise<Job> => {
  const job = await jobReadStore(table).get(account.accountId, text('job'), now);
  if (job === undefined) throw new AccountError(`Account ${account.accountId} has no job ${text('job')}.`);
  return job;
};

/** Sends the message of an active job again, as the reconciler does. */
const resend = async (call: CommandCall, job: Job): Promise<unknown> => {
  if ((job.leaseUntil ?? 0) > call.now)
    throw new AccountError(`${job.jobId} is being processed. Wait for its end, or cancel it.`);
  const { worker } = currentStep(job);
  if (call.isDryRun) return { would_send: job.jobId, to: worker };
  await call.effects().sendJob(messageOf(job), worker);
  return { job_id: job.jobId, sent_to: worker };
};

/** Submits a failed job again, as a new job. Commands that do so at once, or within a day, submit and charge one. */
const resubmit = async (call: CommandCall, job: Job): Promise<unknown> => {
  const { table, account, now } = call;
  const stored = await Promise.all(
    filesOf(job).map((fileId) => jobStore(table).getFile(account.accountId, fileId)),
  );
  const files = stored.flatMap((file) =>
    file !== undefined && isReady(file) && file.expiresAt > now ? [file] : [],
  );
  const retried = retriedJob(job, files, await hasOptions(table, job), account, now);
  if (call.isDryRun) return { would_submit: jobRow(retried) };
  // No client can send this key: a header has no line breaks.
  const outcome = await createJob(table, retried, files, { key: `retry\n${job.jobId}`, fingerprint: '' });
  if (outcome === 'file_changed') throw new AccountError('A file of the job has changed in the meantime.');
  if (outcome !== 'created')
    throw new AccountError(`${job.jobId} has already been submitted again, as ${outcome.resourceId}.`);
  await call.effects().sendJob(messageOf(retried), currentStep(retried).worker);
  return { job_id: retried.jobId, retries: job.jobId };
};

const statusOf = (text: string | undefined) => {
  const status = jobStatuses.find((each) => each === text);
  if (text !== undefined && status === undefined)
    throw new AccountError(`Unknown status ${JSON.stringify(text)}. Statuses: ${jobStatuses.join(', ')}.`);
  return status;
};

/** The commands for jobs. */
export const jobCommands: readonly Command[] = [
  {
    name: 'list-jobs',
    summary: 'List the jobs of an account, newest first',
    options: [
      accountOption,
      { name: 'status', summary: 'Only jobs in this status', choices: jobStatuses, isOptional: true },
      limitOption,
      { name: 'before', summary: '`next` of the previous page', isOptional: true },
    ],
    access: 'read',
    onPage: true,
    run: async (call) => {
      const page = await jobReadStore(call.table).list(call.account.accountId, {
        limit: call.count('limit', defaultRows),
        before: call.optional('before'),
        now: call.now,
        filter: { status: statusOf(call.optional('status')), type: undefined, from: undefined },
      });
      return { jobs: page.items.map(jobRow), next: page.lastId ?? null };
    },
  },
  {
    name: 'show-job',
    summary: 'Show a job without the URL of its result',
    options: [accountOption, jobOption],
    access: 'read',
    onPage: true,
    run: async (call) => jobView(await readJob(call), undefined, call.now),
  },
  {
    name: 'retry-job',
    summary: 'Send an active job again, or submit a failed one',
    options: [accountOption, jobOption],
    access: 'change',
    onPage: true,
    run: async (call) => {
      const job = await readJob(call);
      return isActive(job) ? resend(call, job) : resubmit(call, job);
    },
  },
  {
    name: 'cancel-job',
    summary: 'Cancel a job. Its operations are not refunded',
    options: [accountOption, jobOption],
    access: 'change',
    onPage: true,
    run: async (call) => {
      const job = await readJob(call);
      if (call.isDryRun) return { would_cancel: jobRow(job) };
      const ref = { accountId: job.accountId, jobId: job.jobId };
      const cancelled = await cancelJob(ref, cancelStore(call.table), call.now);
      return jobRow(cancelled ?? job);
    },
  },
];
