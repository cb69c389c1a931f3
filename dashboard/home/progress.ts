import type { ApiKeys, Job, UsageHistory } from '../api/types.ts';

/** What an account has done of the first steps. */
export type Progress = {
  readonly hasKey: boolean;
  readonly hasCalled: boolean;
  /** The newest complete job. */
  readonly done: Job | undefined;
};

/** Operations of a year after which nobody needs the first steps, even if some were left out. */
const operationsOfBeginners = 20;

/** Returns what an account has done of the first steps. */
export const progressOf = (keys: ApiKeys, jobs: readonly Job[]): Progress => ({
  hasKey: keys.data.length > 0,
  hasCalled: keys.data.some(({ last_used_at: used }) => used !== null),
  done: jobs.find(({ status }) => status === 'complete'),
});

/** Whether an account is still at its first steps. */
export const isBeginner = ({ months }: Pick<UsageHistory, 'months'>, progress: Progress): boolean =>
  !(progress.hasKey && progress.hasCalled && progress.done !== undefined) &&
  months.reduce((sum, { operations }) => sum + operations, 0) < operationsOfBeginners;
