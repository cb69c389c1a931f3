import { maxWaitSeconds, pollSeconds } from '../../lib/api/limits.ts';
import { jobRoutes } from '../../lib/api/routes/jobs.ts';
import { openTable } from '../../lib/aws/dynamodb.ts';
import { rateWindows } from '../../lib/aws/rate-windows.ts';
import { openDownloads } from '../../lib/aws/sign-downloads.ts';
import { header } from '../../lib/http/api-event.ts';
import { apiHandler } from '../../lib/http/api-handler.ts';
import { acceptsEvents, answerEvents, eventIdOf } from '../../lib/http/job-events.ts';
import { jobIdOf, jobNotFound } from '../../lib/http/path-id.ts';
import { jobView } from '../../lib/http/views/job-view.ts';
import { openJobWaiting } from '../../lib/job-endpoints/job-waiting.ts';
import { isActive } from '../../lib/jobs/job.ts';
import { preferredWait } from '../../lib/jobs/wait-for-job.ts';

const table = openTable();
const waitForJob = openJobWaiting(table);
const objects = openDownloads(table);

/** `GET /job/{id}` */
export const handler = apiHandler(
  jobRoutes.getJob,
  rateWindows(table),
  async ({ event, caller, query, refuse }) => {
    const jobId = jobIdOf(event, refuse);
    if (acceptsEvents(event)) {
      const last = header(event, 'last-event-id');
      const job = await waitForJob(caller, jobId, maxWaitSeconds, (each) => eventIdOf(each) !== last);
      return job === undefined ? jobNotFound(jobId, refuse) : answerEvents(job, last, objects);
    }
    const seconds = Number(query.wait ?? preferredWait(header(event, 'prefer')) ?? 0);
    const job = await waitForJob(caller, jobId, seconds);
    if (job === undefined) return jobNotFound(jobId, refuse);
    return {
      headers: isActive(job) ? { 'Retry-After': String(pollSeconds) } : {},
      body: await jobView(job, objects, Date.now()),
    };
  },
);
