import { isPlanName, type PlanName, plans } from '../../lib/plans.ts';
import type { Usage } from '../api/types.ts';
import { formatCount, formatNumber } from '../text/format.ts';

/** Returns the label of a plan. An unknown plan is shown by its name. */
export const planLabel = (plan: string): string => (isPlanName(plan) ? plans[plan].label : plan);

/** Returns the price per month. */
export const priceOf = (plan: PlanName): string => `$${plans[plan].price}`;

/** Returns how `to` compares with `from`. */
export const changeKind = (from: string, to: PlanName): 'current' | 'upgrade' | 'downgrade' => {
  if (from === to) return 'current';
  return !isPlanName(from) || plans[to].price > plans[from].price ? 'upgrade' : 'downgrade';
};

/** Describes usage over the limits. Nothing is deleted, but nothing new of this kind is accepted. */
export const overLimitTexts = (
  usage: Pick<Usage, 'operations' | 'jobs' | 'keys'>,
  limits: { readonly maxOperations: number; readonly maxActiveJobs: number; readonly maxKeys: number },
): readonly string[] => {
  const words: string[] = [];
  if (usage.keys.used > limits.maxKeys)
    words.push(
      `You have ${formatCount(usage.keys.used, 'API key')} and the plan includes ${formatNumber(limits.maxKeys)}. All of them keep working. You can create a new one once fewer than ${formatNumber(limits.maxKeys)} are left.`,
    );
  if (usage.operations.used > limits.maxOperations)
    words.push(
      `You have used ${formatCount(usage.operations.used, 'operation')} this month and the plan includes ${formatNumber(limits.maxOperations)}. New operations are accepted once the month resets.`,
    );
  if (usage.jobs.active > limits.maxActiveJobs)
    words.push(
      `${formatCount(usage.jobs.active, 'job')} are active and the plan allows ${formatNumber(limits.maxActiveJobs)}. All of them will finish. New jobs are accepted once fewer than ${formatNumber(limits.maxActiveJobs)} are active.`,
    );
  return words;
};

/** Returns the current limits of an account. */
export const limitsOf = (usage: Usage) => ({
  maxOperations: usage.operations.limit,
  maxActiveJobs: usage.jobs.max,
  maxKeys: usage.keys.max,
});

/** Returns a link for a web or e-mail address, undefined for other text. */
export const supportLink = (support: string): string | undefined => {
  if (/^https:\/\/\S+$/.test(support)) return support;
  return /^[^\s@:/?]+@[^\s@:/?]+$/.test(support) ? `mailto:${support}` : undefined;
};
