import type { Account } from '../accounts/account.ts';
import type { UsageLimitCode } from '../api/error-codes.ts';
import { inspectUpload, type Upload, type UploadDependencies } from '../files/upload.ts';
import { newId } from '../ids.ts';
import { usageRefusal } from '../limits/usage-caps.ts';
import type { FormatTable, JobRequest, UploadRequest } from './job-request.ts';
import { type PreparedJob, prepareJob, prepareUpload, type RequestAccess } from './prepare-job.ts';

/** What a request for a job would do. */
export type DryRun = {
  readonly job: PreparedJob;
  /** Operations that the request would count. */
  readonly operations: number;
  readonly account: Account;
  /** The limit of the plan that would refuse the request now. */
  readonly limitReached: Exclude<UsageLimitCode, 'waiting_calls_limit_reached'> | undefined;
};

/** The account of a dry run. */
type AccountAccess = { getAccount(accountId: string): Promise<Account> };

const dryRunOf = async (
  job: PreparedJob,
  operations: number,
  { getAccount }: AccountAccess,
  now: number,
): Promise<DryRun> => {
  const { accountId } = job.request;
  const account = await getAccount(accountId);
  const limit = usageRefusal(account, { accountId, now, operations, jobId: newId('job', now) })?.code;
  // No charge is refused by the limit of waiting calls.
  const limitReached = limit === 'waiting_calls_limit_reached' ? undefined : limit;
  return { job, operations, account, limitReached };
};

/**
 * Checks a request for a job as `submitJob` does. Creates, charges and stores nothing, except that a presigned upload is
 * finalized by its first use.
 *
 * @throws ApiError as `submitJob`; a limit of the plan is part of the outcome
 */
export const dryRun = async (
  request: JobRequest,
  access: RequestAccess & AccountAccess,
  table: FormatTable,
  now: number,
): Promise<DryRun> => {
  const job = await prepareJob(request, access, table, now);
  return dryRunOf(job, job.steps.length, access, now);
};

/**
 * Checks a request for a job whose file is in its body, which is not stored.
 *
 * @throws ApiError as `submitUpload`; a limit of the plan is part of the outcome
 */
export const dryRunUpload = async (
  file: Pick<Upload, 'filename' | 'content'>,
  request: UploadRequest,
  access: AccountAccess & Pick<UploadDependencies, 'formats' | 'retentionSeconds'>,
  table: FormatTable,
  now: number,
): Promise<DryRun> => {
  const job = prepareUpload(
    await inspectUpload({ ...file, operation: request }, access, now),
    request,
    table,
  );
  return dryRunOf(job, 1 + job.steps.length, access, now);
};
