import { jobRoutes } from '../../lib/api/routes/jobs.ts';
import { deleteJobStore } from '../../lib/aws/delete-job-store.ts';
import { openObjectStore } from '../../lib/aws/object-store.ts';
import { endpoint } from '../../lib/endpoints/endpoint.ts';
import { notFound, pathId } from '../../lib/http/path-id.ts';
import { deleteJob } from '../../lib/jobs/delete-job.ts';

/** `DELETE /job/{id}` */
export const handler = endpoint(jobRoutes.deleteJob, (table) => {
  const dependencies = { jobs: deleteJobStore(table), objects: openObjectStore(table) };
  return async ({ event, caller, refuse }) => {
    const jobId = pathId('job', event, refuse);
    const isDeleted = await deleteJob({ accountId: caller.accountId, jobId }, dependencies, Date.now());
    return isDeleted ? {} : notFound('job', jobId, refuse);
  };
});
