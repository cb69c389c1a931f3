import { DocForgeError } from '../client/errors.ts';
import type { DryRun, DryRunStep } from '../client/types.ts';
import { usageError } from './command-error.ts';
import type { Perform } from './run-tasks.ts';
import type { Backend, Task } from './task.ts';

const recognition = { always: 'always', if_needed: 'if needed', never: 'never' } as const;

const answers = new Map<boolean | null, string>([
  [true, 'needed'],
  [false, 'not needed'],
  [null, 'unknown until the file is read'],
]);

const pairOf = ({ from, to, format }: Pick<DryRunStep, 'from' | 'to' | 'format'>): string =>
  `${from ?? 'unknown format'} to ${to ?? format}`;

const routeOf = ({ engines, text_recognition }: Pick<DryRunStep, 'engines' | 'text_recognition'>): string =>
  engines === null || text_recognition === null
    ? 'engines: unknown until the file is read'
    : `engines: ${engines.join(', ')}; text recognition: ${recognition[text_recognition]}`;

const operationsOf = (count: number): string => `${count} operation${count === 1 ? '' : 's'}`;

const linesOf = (input: string, plan: DryRun): readonly string[] => {
  const { steps, operations, password_needed } = plan;
  const costs = `password: ${answers.get(password_needed)}; ${operationsOf(operations.counted)}, ${operations.left} left`;
  if (steps === undefined) return [`${input}: ${pairOf(plan)}; ${routeOf(plan)}; ${costs}`];
  return [
    `${input}: ${steps.length} step${steps.length === 1 ? '' : 's'}; ${costs}`,
    ...steps.map((step) => `  ${step.name}: ${pairOf(step)}; ${routeOf(step)}`),
  ];
};

/** Fails as a conversion that a limit of the plan would refuse. One without a free slot would wait for it. */
const checkLimit = ({ limit_reached: limit, operations }: DryRun): void => {
  if (limit === 'monthly_limit_reached')
    throw new DocForgeError(
      limit,
      `Monthly usage limit reached (${operations.limit}). It would count as ${operationsOf(operations.counted)}; ${operations.left} left until ${operations.resets_at}.`,
    );
  if (limit === 'engine_time_limit_reached')
    throw new DocForgeError(
      limit,
      'Hourly engine time reached. Wait for the next hour or upgrade your plan.',
    );
};

/** Dry runs of tasks, and what is wrong with all of them together. */
type DryRuns = {
  readonly perform: Perform;
  /** What is wrong if together the tasks would count more operations than are left. */
  excess(): string | undefined;
};

/**
 * Asks what tasks would do, and carries out none of them.
 *
 * @throws CommandError with exit code 2 without a service
 */
export const dryRunTasks = (
  { dryRun }: Backend,
  before: (task: Task) => Promise<void>,
  signal: AbortSignal,
): DryRuns => {
  if (dryRun === undefined) throw usageError('--dry-run needs a service. Remove --local.');
  let counted = 0;
  let left = Number.POSITIVE_INFINITY;
  return {
    perform: async (task, input) => {
      await before(task);
      const plan = await dryRun(task, signal);
      checkLimit(plan);
      counted += plan.operations.counted;
      left = Math.min(left, plan.operations.left);
      const { dry_run: _, ...fields } = plan;
      const waits = plan.limit_reached === 'active_jobs_limit_reached';
      return {
        fields: { status: 'dry_run', ...fields },
        lines: linesOf(input, plan),
        notes: waits ? [`${input}: would wait for another job of the account to end`] : [],
      };
    },
    excess: () =>
      counted > left
        ? `Together, the files would count as ${operationsOf(counted)}; ${left} left this month. Convert fewer files.`
        : undefined,
  };
};
