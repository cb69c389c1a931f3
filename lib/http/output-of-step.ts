import type { Refuse } from '../api-errors.ts';
import type { Job, JobOutput } from '../jobs/job.ts';
import { stepOutput } from './views/steps-view.ts';

/**
 * The result of a step of a complete job.
 *
 * @throws ApiError `invalid_request` if no step has the name, or the result of that step is not kept for clients
 */
export const outputOfStep = (job: Job, name: string, refuse: Refuse<'invalid_request'>): JobOutput => {
  const index = job.steps.list.findIndex((step) => step.name === name);
  const output = stepOutput(job, index);
  if (output !== undefined) return output;
  const fault = index < 0 ? `${job.jobId} has no step` : 'no result is kept of the step';
  return refuse(
    'invalid_request',
    `${fault} ${JSON.stringify(name)}. Use the last step, or one with "output": true.`,
    { field: 'step' },
  );
};
