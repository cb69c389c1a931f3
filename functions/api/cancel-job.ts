import { jobRoutes } from '../../lib/api/routes/jobs.ts';
import { cancelStore } from '../../lib/aws/cancel-store.ts';
import { openDownloads } from '../../lib/aws/sign-downloads.ts';
import { endpoint } from '../../lib/endpoints/endpoint.ts';
import { notFound, pathId } from '../../lib/http/path-id.ts';
import { jobView } from '../../lib/http/views/job-view.ts';
import { cancelJob } from '../../lib/jobs/cancel-job.ts';

/** `POST /job/{id}/cancel` */
export const handler = endpoint(jobRoutes.cancelJob, (table) => {
  const jobs = cancelStore(table);
  const objects = openDownloads(table);
  return async ({ event, caller, refuse }) => {
    const jobId = pathId('job', event, refuse);
    const now = Date.now();
    const job = await cancelJob({ accountId: caller.accountId, jobId }, jobs, now);
    if (job === undefined) return notFound('job', jobId, refuse);
    return { body: await jobView(job, objects, now) };
  };
});
