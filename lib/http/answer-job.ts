import type { routes } from '../api/routes.ts';
import type { Refuse } from '../api-errors.ts';
import { attachment } from '../files/attachment.ts';
import type { Downloads } from '../files/objects.ts';
import { isActive, type Job, type JobOutput } from '../jobs/job.ts';
import type { SubmittedJob } from '../jobs/submit-job.ts';
import { basePath, type GatewayEvent, header } from './api-event.ts';
import { replayHeader } from './idempotency-key.ts';
import type { Success } from './reply.ts';
import { jobView } from './views/job-view.ts';
import { isResultAlive, signResult } from './views/result-view.ts';

/** The response to a request for a job. */
export type JobAnswer = Success<typeof routes.convert>;

/** Whether a request accepts only the bytes of the result: its `Accept` includes neither JSON nor everything. */
export const acceptsResultOnly = (event: GatewayEvent): boolean => {
  const ranges = (header(event, 'accept') ?? '*/*').split(',').map((range) => range.split(';')[0]?.trim());
  return !ranges.some(
    (range) => range === '*/*' || range === 'application/*' || /[/+]json$/i.test(range ?? ''),
  );
};

/** The response that is a result itself. */
export const answerText = ({ filename, mimeType }: JobOutput, content: string) => {
  const [mediaType = ''] = mimeType.split(';');
  return {
    status: 200,
    headers: { 'Content-Disposition': attachment(filename) },
    text: { mediaType, content },
  } as const;
};

/**
 * The response for an accepted job. `job` is the job if the call waited for it: the response is the job once it has ended,
 * or, if the client accepts nothing else, its result or a redirect to it.
 *
 * @throws ApiError `job_failed` if the client accepts nothing but a result, and the job has none
 */
export const answerJob = async (
  event: GatewayEvent,
  { jobId, isRepeat, text }: SubmittedJob,
  waited: { readonly seconds: number; readonly job: Job | undefined },
  objects: Downloads,
  refuse: Refuse<'job_failed'>,
): Promise<JobAnswer> => {
  const { seconds, job } = waited;
  const headers = {
    Location: `${basePath(event)}/job/${jobId}`,
    ...replayHeader(isRepeat),
    ...(seconds > 0 ? { 'Preference-Applied': `wait=${seconds}` } : {}),
  };
  if (job === undefined || isActive(job))
    return { headers: { ...headers, 'Retry-After': '1' }, body: { job_id: jobId, status: 'queued' } };
  const now = Date.now();
  if (!acceptsResultOnly(event)) return { status: 200, headers, body: await jobView(job, objects, now) };
  const { output, error } = job;
  if (output !== undefined && text !== undefined) {
    const answer = answerText(output, text);
    return { ...answer, headers: { ...headers, ...answer.headers } };
  }
  if (output !== undefined && isResultAlive(job, now))
    return { status: 303, headers: { ...headers, Location: await signResult(job, output, objects, now) } };
  const reason = error === undefined ? `it is ${job.status}` : error.message;
  return refuse('job_failed', `${jobId} has no result: ${reason}`, {
    fields: { job_id: jobId, ...(error === undefined ? {} : { job_error: error.code }) },
  });
};
