import type { Account } from '../accounts/account.ts';
import { AccountError } from '../accounts/manage-accounts.ts';
import { jobErrors } from '../conversions/errors.ts';
import type { ReadyFile } from '../files/file.ts';
import { type Job, lacksItsFile } from './job.ts';
import { filesOf } from './job-steps.ts';
import { queuedNow } from './new-job.ts';

/**
 * Returns true if a job that failed keeps its options, so that an operator can submit it again: its error can pass, and they contain no
 * password.
 */
export const keepsOptions = ({ steps, error }: Pick<Job, 'steps' | 'error'>): boolean =>
  error !== undefined &&
  jobErrors[error.code].retryable &&
  steps.list.every(({ options }) => !Object.keys(options).some((name) => /password/i.test(name)));

const refusal = ({ jobId }: Job, reason: string): AccountError =>
  new AccountError(`${jobId} cannot be retried: ${reason}. The client can submit it again.`);

/**
 * The job that does again what a failed one should have done. It is charged as a new request, with the limits of the account.
 *
 * @param files those of the job that exist
 * @param areOptionsKept whether its options are still stored
 * @throws AccountError if the job has not failed, or what it needs no longer exists
 */
export const retriedJob = (
  job: Job,
  files: readonly ReadyFile[],
  areOptionsKept: boolean,
  { maxFileBytes, maxResultBytes }: Account,
  now: number,
): Job => {
  if (job.status !== 'failed') throw refusal(job, `it is ${job.status}`);
  if (lacksItsFile(job) || job.fileId === undefined) throw refusal(job, 'its document was not stored');
  if (files.length < filesOf(job).length) throw refusal(job, 'its files have expired');
  if (!areOptionsKept)
    throw refusal(
      job,
      'its options were deleted, because its error would occur again or they had a password',
    );
  return {
    ...queuedNow(now),
    accountId: job.accountId,
    keyId: job.keyId,
    fileId: job.fileId,
    filename: job.filename,
    furtherFileIds: job.furtherFileIds,
    sourceUrl: undefined,
    webhookUrl: job.webhookUrl,
    from: job.from,
    steps: { list: job.steps.list, done: [] },
    maxFileBytes,
    maxResultBytes,
  };
};
