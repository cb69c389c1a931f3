import { pollSeconds } from '../../lib/api/limits.ts';
import { routes } from '../../lib/api/routes.ts';
import { openTable } from '../../lib/aws/dynamodb.ts';
import { readJob } from '../../lib/aws/job-store.ts';
import { openObjectStore } from '../../lib/aws/object-store.ts';
import { rateWindows } from '../../lib/aws/rate-windows.ts';
import { ApiError } from '../../lib/errors.ts';
import { apiHandler } from '../../lib/http/api-handler.ts';
import { jobIdOf, jobNotFound } from '../../lib/http/job-id.ts';
import { isResultAlive, signResult } from '../../lib/http/views/job-view.ts';
import { isActive } from '../../lib/jobs/job.ts';

const table = openTable();
const objects = openObjectStore();

/** `GET /job/{id}/result` */
export const handler = apiHandler(routes.getResult, rateWindows(table), async ({ event, caller }) => {
  const jobId = jobIdOf(event);
  const now = Date.now();
  const job = await readJob(table, caller.accountId, jobId);
  if (job === undefined) throw jobNotFound(jobId);
  if (job.status !== 'complete' || job.output === undefined) {
    const advice = isActive(job)
      ? 'Wait until it is complete.'
      : 'It has no result; GET /job/{id} returns its error.';
    throw new ApiError('job_not_complete', `${jobId} is ${job.status}. ${advice}`, {
      headers: isActive(job) ? { 'Retry-After': String(pollSeconds) } : {},
    });
  }
  if (!isResultAlive(job, now)) {
    throw new ApiError('result_expired', `The result of ${jobId} has expired. Submit the job again.`);
  }
  return { headers: { Location: await signResult(job, job.output, objects, now) } };
});
