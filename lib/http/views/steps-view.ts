import { jobReport } from '../../api/job-schemas.ts';
import type { JobStatus } from '../../api/job-statuses.ts';
import type { Downloads } from '../../files/objects.ts';
import { isActive, type Job, type JobOutput } from '../../jobs/job.ts';
import type { JobSteps } from '../../jobs/job-steps.ts';
import { downloadView, outputView } from './result-view.ts';

/** The report with its members in the order of the contract. */
const reportView = jobReport.partial();

/** The state of the step at `index`. A step that the job did not reach is cancelled with it. */
const statusOf = (job: Job, { done }: JobSteps, index: number): JobStatus => {
  if (index < done.length) return 'complete';
  if (index === done.length) return job.status;
  return isActive(job) ? 'queued' : 'cancelled';
};

/** The result of the step at `index` if clients can download it, once the job is complete. */
export const stepOutput = (job: Job, { list, done }: JobSteps, index: number): JobOutput | undefined => {
  if (job.status !== 'complete') return undefined;
  if (index === list.length - 1) return job.output;
  return list[index]?.isOutput === true ? done[index]?.output : undefined;
};

/** The members of a job view that only a job with steps has. */
export const stepsView = async (job: Job, steps: JobSteps, objects: Downloads | undefined, now: number) => ({
  steps: await Promise.all(
    steps.list.map(async ({ name, type, target, from }, index) => {
      const output = stepOutput(job, steps, index);
      const report = steps.done[index]?.report ?? (index === steps.done.length ? job.report : undefined);
      return {
        name,
        from: from ?? null,
        ...(type === 'conversion' ? { to: target } : { format: target }),
        status: statusOf(job, steps, index),
        progress: index === steps.done.length && isActive(job) ? (job.progress ?? null) : null,
        ...(await downloadView(job, output, objects, now)),
        output: output === undefined ? null : outputView(output),
        report: report === undefined ? null : reportView.parse(report),
      };
    }),
  ),
});

/** The progress of an active job with steps: how many of them are done. */
export const stepsProgress = ({ list, done }: JobSteps) => ({
  done: done.length,
  total: list.length,
  unit: 'steps',
});
