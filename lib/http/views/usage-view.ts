import { type Account, activeJobsOf, monthOf, nextMonth } from '../../accounts/account.ts';
import { time } from './time.ts';

/** The usage of an account at `now` (ms since the epoch): the body of `GET /usage` without `files`. */
export const usageView = (account: Account, now: number) => ({
  plan: account.plan,
  operations: {
    used: account.month < monthOf(now) ? 0 : account.operations,
    limit: account.maxOperations,
    resets_at: time(nextMonth(now)),
  },
  jobs: { active: activeJobsOf(account), max: account.maxActiveJobs },
  keys: { used: account.keys, max: account.maxKeys },
});

/**
 * The largest files of an account, in bytes.
 *
 * @param uploadLimitBytes the largest file that `POST /upload` of this deployment accepts
 */
export const fileLimitsView = ({ maxFileBytes }: Account, uploadLimitBytes: number) => ({
  max_bytes: maxFileBytes,
  max_upload_bytes: Math.min(maxFileBytes, uploadLimitBytes),
});
