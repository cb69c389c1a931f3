import { isPlanName, type PlanName, plans } from '../../lib/plans.ts';
import type { Usage } from '../api/types.ts';
import { formatCount, formatNumber } from '../text/format.ts';

/** The label of a plan. A plan that this dashboard does not know yet is shown by its name. */
export const planLabel = (plan: string): string => (isPlanName(plan) ? plans[plan].label : plan);

/** What a plan costs a month. */
export const priceOf = (plan: PlanName): string => `$${plans[plan].price}`;

/** How `to` compares with `from`. */
export const changeKind = (from: string, to: PlanName): 'current' | 'upgrade' | 'downgrade' => {
  if (from === to) return 'current';
  return !isPlanName(from) || plans[to].price > plans[from].price ? 'upgrade' : 'downgrade';
};

/** What an upgrade brings, in words, one sentence for each limit that grows. */
export const gainsOf = (from: PlanName, to: PlanName): readonly string[] => {
  const now = plans[from];
  const then = plans[to];
  return [
    `${formatNumber(then.maxOperations)} operations a month instead of ${formatNumber(now.maxOperations)}`,
    `${formatNumber(then.maxActiveJobs)} jobs at once instead of ${formatNumber(now.maxActiveJobs)}`,
    `${formatNumber(then.maxKeys)} API keys instead of ${formatNumber(now.maxKeys)}`,
  ];
};

/** What is in use beyond the limits: nothing of it is deleted, and nothing new of its kind is accepted. */
export const overLimitWords = (
  usage: Pick<Usage, 'operations' | 'jobs' | 'keys'>,
  limits: { readonly maxOperations: number; readonly maxActiveJobs: number; readonly maxKeys: number },
): readonly string[] => {
  const words: string[] = [];
  if (usage.keys.used > limits.maxKeys)
    words.push(
      `You have ${formatCount(usage.keys.used, 'API key')} and the plan has ${formatNumber(limits.maxKeys)}. All of them go on working; a new one can be made when fewer than ${formatNumber(limits.maxKeys)} are left.`,
    );
  if (usage.operations.used > limits.maxOperations)
    words.push(
      `You have used ${formatCount(usage.operations.used, 'operation')} this month and the plan has ${formatNumber(limits.maxOperations)}. Nothing is deleted; new ones are accepted from the reset on.`,
    );
  if (usage.jobs.active > limits.maxActiveJobs)
    words.push(
      `${formatCount(usage.jobs.active, 'job')} are active and the plan has ${formatNumber(limits.maxActiveJobs)} at once. All of them run to their end; new ones are accepted when fewer than ${formatNumber(limits.maxActiveJobs)} are active.`,
    );
  return words;
};

/** The limits that count for an account now. */
export const limitsOf = (usage: Usage) => ({
  maxOperations: usage.operations.limit,
  maxActiveJobs: usage.jobs.max,
  maxKeys: usage.keys.max,
});
