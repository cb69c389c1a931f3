import { type Account, monthOf, nextMonth } from '../../accounts/account.ts';

/** The body of `GET /usage`: the usage of an account at `now` (ms since the epoch). */
export const usageView = (account: Account, now: number) => ({
  plan: account.plan,
  operations: {
    used: account.month < monthOf(now) ? 0 : account.operations,
    limit: account.maxOperations,
    resets_at: new Date(nextMonth(now)).toISOString(),
  },
  jobs: { active: account.activeJobs, max: account.maxActiveJobs },
  keys: { used: account.keys, max: account.maxKeys },
});
