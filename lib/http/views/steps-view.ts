import { jobReport } from '../../api/job-schemas.ts';
import type { JobStatus } from '../../api/job-statuses.ts';
import type { Downloads } from '../../files/objects.ts';
import { isActive, type Job, type JobOutput } from '../../jobs/job.ts';
import type { JobStep } from '../../jobs/job-steps.ts';
import { downloadView, outputView } from './result-view.ts';

/** The report with its members in the order of the contract; null if there is none. */
export const reportView = (report: Job['report']) =>
  report === undefined ? null : jobReport.partial().parse(report);

/** The member of a view that names the target of a step. */
export const targetView = ({ type, target }: Pick<JobStep, 'type' | 'target'>) =>
  type === 'conversion' ? { to: target } : { format: target };

/** The state of the step at `index`. A step that the job did not reach is cancelled with it. */
const statusOf = (job: Job, index: number): JobStatus => {
  const { done } = job.steps;
  if (index < done.length) return 'complete';
  if (index === done.length) return job.status;
  return isActive(job) ? 'queued' : 'cancelled';
};

/** The result of the step at `index` if clients can download it, once the job is complete. */
export const stepOutput = (job: Job, index: number): JobOutput | undefined => {
  const { list, done } = job.steps;
  if (job.status !== 'complete') return undefined;
  if (index === list.length - 1) return job.output;
  return list[index]?.isOutput === true ? done[index]?.output : undefined;
};

/** The members of a job view that only a job whose request lists steps has. */
export const stepsView = async (job: Job, objects: Downloads | undefined, now: number) => {
  const { list, done } = job.steps;
  const steps = list.map(async ({ name = '', from, ...step }, index) => {
    const output = stepOutput(job, index);
    return {
      name,
      from: from ?? null,
      ...targetView(step),
      status: statusOf(job, index),
      progress: index === done.length && isActive(job) ? (job.progress ?? null) : null,
      ...(await downloadView(job, output, objects, now)),
      output: output === undefined ? null : outputView(output),
      report: reportView(done[index]?.report ?? (index === done.length ? job.report : undefined)),
    };
  });
  return { steps: await Promise.all(steps) };
};
