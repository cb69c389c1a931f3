import { jobRoutes } from '../../lib/api/routes/jobs.ts';
import { deleteJobStore } from '../../lib/aws/delete-job-store.ts';
import { openTable } from '../../lib/aws/dynamodb.ts';
import { openObjectStore } from '../../lib/aws/object-store.ts';
import { rateWindows } from '../../lib/aws/rate-windows.ts';
import { apiHandler } from '../../lib/http/api-handler.ts';
import { jobIdOf, jobNotFound } from '../../lib/http/path-id.ts';
import { deleteJob } from '../../lib/jobs/delete-job.ts';

const table = openTable();
const dependencies = { jobs: deleteJobStore(table), objects: openObjectStore(table) };

/** `DELETE /job/{id}` */
export const handler = apiHandler(
  jobRoutes.deleteJob,
  rateWindows(table),
  async ({ event, caller, refuse }) => {
    const jobId = jobIdOf(event, refuse);
    const isDeleted = await deleteJob({ accountId: caller.accountId, jobId }, dependencies, Date.now());
    return isDeleted ? {} : jobNotFound(jobId, refuse);
  },
);
