import { nextMonth } from '../../accounts/account.ts';
import type { ReadyFile } from '../../files/file.ts';
import type { DryRun } from '../../jobs/dry-run.ts';
import type { Job } from '../../jobs/job.ts';
import type { JobPlan } from '../../jobs/job-request.ts';
import type { PlannedStep } from '../../jobs/plan-steps.ts';
import { operationsLeft } from '../../limits/usage-caps.ts';

/** Whether a password is needed: for any of the files, or null if reading them decides it. */
const passwordNeeded = (files: readonly ReadyFile[]): boolean | null => {
  if (files.some(({ needsPassword }) => needsPassword === true)) return true;
  return files.length > 0 && files.every(({ needsPassword }) => needsPassword === false) ? false : null;
};

const routeView = ({ engines, textRecognition }: JobPlan) => ({
  engines: engines === undefined ? null : [...engines],
  text_recognition: textRecognition ?? null,
});

const targetView = ({ type, target }: { readonly type: Job['type']; readonly target: string }) =>
  type === 'conversion' ? { to: target } : { format: target };

const stepView = ({ step, plan }: PlannedStep) => ({
  name: step.name,
  from: step.from ?? null,
  ...targetView(step),
  ...routeView(plan),
});

/** The body of a dry run at `now` (ms since the epoch). */
export const dryRunView = ({ job, operations, account, limitReached }: DryRun, now: number) => {
  const { request, files, plan, steps } = job;
  return {
    dry_run: true as const,
    type: request.type,
    from: request.from ?? files[0]?.format ?? null,
    ...targetView(request),
    ...routeView(plan),
    ...(steps === undefined ? {} : { steps: steps.map(stepView) }),
    password_needed: passwordNeeded(files),
    operations: {
      counted: operations,
      left: operationsLeft(account, now),
      limit: account.maxOperations,
      resets_at: new Date(nextMonth(now)).toISOString(),
    },
    limit_reached: limitReached ?? null,
  };
};
