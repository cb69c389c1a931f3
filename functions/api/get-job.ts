import { maxWaitSeconds, pollSeconds } from '../../lib/api/limits.ts';
import { jobRoutes } from '../../lib/api/routes/jobs.ts';
import { openDownloads } from '../../lib/aws/sign-downloads.ts';
import { endpoint } from '../../lib/endpoints/endpoint.ts';
import { openJobWaiting, secondsToWait } from '../../lib/endpoints/job-waiting.ts';
import { header } from '../../lib/http/api-event.ts';
import { acceptsEvents, answerEvents, eventIdOf } from '../../lib/http/job-events.ts';
import { notFound, pathId } from '../../lib/http/path-id.ts';
import { jobView } from '../../lib/http/views/job-view.ts';
import { isActive } from '../../lib/jobs/job.ts';

/** `GET /job/{id}` */
export const handler = endpoint(jobRoutes.getJob, (table) => {
  const waitForJob = openJobWaiting(table);
  const objects = openDownloads(table);
  return async ({ event, caller, query, refuse }) => {
    const jobId = pathId('job', event, refuse);
    if (acceptsEvents(event)) {
      const last = header(event, 'last-event-id');
      const job = await waitForJob(caller, jobId, maxWaitSeconds, (each) => eventIdOf(each) !== last);
      return job === undefined ? notFound('job', jobId, refuse) : answerEvents(job, last, objects);
    }
    const job = await waitForJob(caller, jobId, secondsToWait(event, query.wait));
    if (job === undefined) return notFound('job', jobId, refuse);
    return {
      headers: isActive(job) ? { 'Retry-After': String(pollSeconds) } : {},
      body: await jobView(job, objects, Date.now()),
    };
  };
});
