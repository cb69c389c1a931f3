import { nextMonth } from '../../accounts/account.ts';
import type { ReadyFile } from '../../files/file.ts';
import type { DryRun } from '../../jobs/dry-run.ts';
import type { JobPlan, PlannedStep } from '../../jobs/job-request.ts';
import { lastStep } from '../../jobs/job-steps.ts';
import { operationsLeft } from '../../limits/usage-caps.ts';
import { targetView } from './steps-view.ts';
import { time } from './time.ts';

/** Whether a password is needed: for any of the files, or null if reading them decides it. */
const passwordNeeded = (files: readonly ReadyFile[]): boolean | null => {
  if (files.some(({ needsPassword }) => needsPassword === true)) return true;
  return files.length > 0 && files.every(({ needsPassword }) => needsPassword === false) ? false : null;
};

const routeView = ({ engines, textRecognition }: JobPlan) => ({
  engines: engines === undefined ? null : [...engines],
  text_recognition: textRecognition ?? null,
});

const stepView = ({ name, from, plan, ...step }: PlannedStep) =>
  name === undefined ? [] : [{ name, from: from ?? null, ...targetView(step), ...routeView(plan) }];

/** The body of a dry run at `now` (ms since the epoch). */
export const dryRunView = ({ job, operations, account, limitReached }: DryRun, now: number) => {
  const { request, files, steps } = job;
  const target = lastStep(steps);
  const listed = steps.flatMap(stepView);
  return {
    dry_run: true as const,
    type: target.type,
    from: request.from ?? files[0]?.format ?? null,
    ...targetView(target),
    ...routeView(steps[0].plan),
    ...(listed.length === 0 ? {} : { steps: listed }),
    password_needed: passwordNeeded(files),
    operations: {
      counted: operations,
      left: operationsLeft(account, now),
      limit: account.maxOperations,
      resets_at: time(nextMonth(now)),
    },
    limit_reached: limitReached ?? null,
  };
};
