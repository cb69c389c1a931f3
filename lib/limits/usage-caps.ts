import { type Account, activeJobsOf, hourOf, monthOf, nextHour, nextMonth } from '../accounts/account.ts';
import { UsageLimitError } from '../api-errors.ts';

/** What an accepted call is charged: its operations, and a slot for the job that it creates. */
export type Charge = {
  readonly accountId: string;
  readonly now: number;
  /** Default: 1. */
  readonly operations?: number | undefined;
  /** Undefined if the call creates no job. */
  readonly jobId?: string | undefined;
  /** What the month's limit of the account probably is, of a charge of several operations. Default: read first. */
  readonly maxOperations?: number | undefined;
};

/** Seconds after which a client should retry a refused job. */
const jobSlotRetrySeconds = 2;

/** Operations of an account that are left in the month of `now` (ms since the epoch). */
export const operationsLeft = (account: Account, now: number): number =>
  Math.max(0, account.maxOperations - (account.month < monthOf(now) ? 0 : account.operations));

/**
 * The limit of the plan that refused a charge, by the account at the time of the refusal.
 *
 * Returns undefined if no limit is reached. The messages of the monthly and the active-jobs limit are part of
 * the contract.
 */
export const usageRefusal = (account: Account, charge: Charge): UsageLimitError | undefined => {
  const left = operationsLeft(account, charge.now);
  const { operations = 1 } = charge;
  if (left < operations) {
    const some = left === 0 ? '' : ` The request counts ${operations} operations; ${left} left.`;
    return new UsageLimitError(
      'monthly_limit_reached',
      `Monthly usage limit reached (${account.maxOperations}).${some} Upgrade your plan for more.`,
      Math.ceil((nextMonth(charge.now) - charge.now) / 1000),
    );
  }
  const engineMs = account.engineHour < hourOf(charge.now) ? 0 : account.engineMs;
  if (charge.jobId !== undefined && engineMs >= account.maxEngineMinutes * 60_000) {
    return new UsageLimitError(
      'engine_time_limit_reached',
      `Hourly engine time reached (${account.maxEngineMinutes} minutes). Wait for the next hour or upgrade your plan.`,
      Math.ceil((nextHour(charge.now) - charge.now) / 1000),
    );
  }
  if (charge.jobId !== undefined && activeJobsOf(account) >= account.maxActiveJobs) {
    return new UsageLimitError(
      'active_jobs_limit_reached',
      `Too many active jobs (${activeJobsOf(account)}/${account.maxActiveJobs}). Wait for current jobs to finish.`,
      jobSlotRetrySeconds,
    );
  }
  return undefined;
};
