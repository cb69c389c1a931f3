import { pollSeconds } from '../../lib/api/limits.ts';
import { jobRoutes } from '../../lib/api/routes/jobs.ts';
import { jobReadStore } from '../../lib/aws/job-read-store.ts';
import { openDownloads } from '../../lib/aws/sign-downloads.ts';
import { endpoint } from '../../lib/endpoints/endpoint.ts';
import { outputOfStep } from '../../lib/http/output-of-step.ts';
import { notFound, pathId } from '../../lib/http/path-id.ts';
import { isResultAlive, signResult } from '../../lib/http/views/result-view.ts';
import { isActive } from '../../lib/jobs/job.ts';

/** `GET /job/{id}/result` */
export const handler = endpoint(jobRoutes.getResult, (table) => {
  const jobs = jobReadStore(table);
  const objects = openDownloads(table);
  return async ({ event, caller, query, refuse }) => {
    const jobId = pathId('job', event, refuse);
    const now = Date.now();
    const job = await jobs.get(caller.accountId, jobId);
    if (job === undefined) return notFound('job', jobId, refuse);
    if (job.status !== 'complete' || job.output === undefined) {
      const advice = isActive(job)
        ? 'Wait until it is complete.'
        : 'It has no result; GET /job/{id} returns its error.';
      return refuse('job_not_complete', `${jobId} is ${job.status}. ${advice}`, {
        headers: isActive(job) ? { 'Retry-After': String(pollSeconds) } : {},
      });
    }
    if (!isResultAlive(job, now)) {
      return refuse('result_expired', `The result of ${jobId} has expired. Submit the job again.`);
    }
    const output = query.step === undefined ? job.output : outputOfStep(job, query.step, refuse);
    return { headers: { Location: await signResult(job, output, objects, now) } };
  };
});
