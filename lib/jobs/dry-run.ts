import type { Account } from '../accounts/account.ts';
import type { UsageLimitCode } from '../errors.ts';
import { cleanFilename, type ReadyFile } from '../files/file.ts';
import { type FormatDetector, inspectFile } from '../files/inspect-file.ts';
import type { Upload } from '../files/upload.ts';
import { newId } from '../ids.ts';
import { usageRefusal } from '../limits/usage-caps.ts';
import { plans } from '../plans.ts';
import type { FormatTable, JobRequest } from './job-request.ts';
import { type PreparedJob, prepareJob, type RequestAccess } from './prepare-job.ts';
import type { UploadRequest } from './submit-upload.ts';

/** What a request for a job would do. */
export type DryRun = {
  readonly job: PreparedJob;
  /** Operations that the request would count. */
  readonly operations: number;
  readonly account: Account;
  /** The limit of the plan that would refuse the request now. */
  readonly limitReached: Exclude<UsageLimitCode, 'waiting_calls_limit_reached'> | undefined;
};

/** What a dry run reads. */
export type DryRunAccess = RequestAccess & { getAccount(accountId: string): Promise<Account> };

/** Operations of a job, without those of uploads. */
const operationsOf = ({ steps }: Pick<JobRequest, 'steps'>): number => steps?.length ?? 1;

const dryRunOf = async (
  job: PreparedJob,
  operations: number,
  { getAccount }: DryRunAccess,
  now: number,
): Promise<DryRun> => {
  const { accountId } = job.request;
  const account = await getAccount(accountId);
  const limit = usageRefusal(account, { accountId, now, operations, takesJobSlot: true })?.code;
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
  access: DryRunAccess,
  table: FormatTable,
  now: number,
): Promise<DryRun> =>
  dryRunOf(await prepareJob(request, access, table, now), operationsOf(request), access, now);

/**
 * Checks a request for a job whose file is in its body, which is not stored.
 *
 * @throws ApiError as `submitUpload`; a limit of the plan is part of the outcome
 */
export const dryRunUpload = async (
  { content, ...upload }: Pick<Upload, 'filename' | 'content'>,
  request: UploadRequest,
  access: DryRunAccess & { readonly formats: FormatDetector },
  table: FormatTable,
  now: number,
): Promise<DryRun> => {
  const { accountId, plan } = request;
  const filename = cleanFilename(upload.filename);
  const facts = await inspectFile({ content, filename }, plans[plan].maxFileBytes, access.formats);
  const file: ReadyFile = {
    accountId,
    fileId: newId('file', now),
    filename,
    ...facts,
    createdAt: now,
    expiresAt: Number.POSITIVE_INFINITY,
  };
  const inBody: JobRequest = { ...request, fileIds: [file.fileId], fileUrl: undefined };
  const job = await prepareJob(inBody, { ...access, getFile: async () => file }, table, now);
  return dryRunOf(job, 1 + operationsOf(request), access, now);
};
