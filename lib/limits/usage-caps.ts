import { type Account, hourOf, monthOf, nextHour, nextMonth } from '../accounts/account.ts';
import { UsageLimitError } from '../errors.ts';

/** What an accepted call takes of the plan: always one operation, and a job slot where it makes a job. */
export type Charge = { readonly accountId: string; readonly now: number; readonly takesJobSlot: boolean };

/** Seconds after which a refused job is worth another try. */
const jobSlotRetrySeconds = 2;

/**
 * Which limit of the plan stands in the way of a charge, judged by the account as it stood when the charge was refused.
 *
 * Returns undefined if no limit is reached. Clients match the messages of the monthly and the active-jobs limit, so they
 * never change.
 */
export const usageRefusal = (account: Account, charge: Charge): UsageLimitError | undefined => {
  const used = account.month < monthOf(charge.now) ? 0 : account.operations;
  if (used >= account.maxOperations) {
    return new UsageLimitError(
      'monthly_limit_reached',
      `Monthly usage limit reached (${account.maxOperations}). Upgrade your plan for more.`,
      Math.ceil((nextMonth(charge.now) - charge.now) / 1000),
    );
  }
  const engineMs = account.engineHour < hourOf(charge.now) ? 0 : account.engineMs;
  if (charge.takesJobSlot && engineMs >= account.maxEngineMinutes * 60_000) {
    return new UsageLimitError(
      'engine_time_limit_reached',
      `Hourly engine time reached (${account.maxEngineMinutes} minutes). Wait for the next hour or upgrade your plan.`,
      Math.ceil((nextHour(charge.now) - charge.now) / 1000),
    );
  }
  if (charge.takesJobSlot && account.activeJobs >= account.maxActiveJobs) {
    return new UsageLimitError(
      'active_jobs_limit_reached',
      `Too many active jobs (${account.activeJobs}/${account.maxActiveJobs}). Wait for current jobs to finish.`,
      jobSlotRetrySeconds,
    );
  }
  return undefined;
};
