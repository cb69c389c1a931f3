import { jobRoutes } from '../../lib/api/routes/jobs.ts';
import { cancelStore } from '../../lib/aws/cancel-store.ts';
import { openTable } from '../../lib/aws/dynamodb.ts';
import { rateWindows } from '../../lib/aws/rate-windows.ts';
import { openDownloads } from '../../lib/aws/sign-downloads.ts';
import { apiHandler } from '../../lib/http/api-handler.ts';
import { jobIdOf, jobNotFound } from '../../lib/http/path-id.ts';
import { jobView } from '../../lib/http/views/job-view.ts';
import { cancelJob } from '../../lib/jobs/cancel-job.ts';

const table = openTable();
const jobs = cancelStore(table);
const objects = openDownloads(table);

/** `POST /job/{id}/cancel` */
export const handler = apiHandler(
  jobRoutes.cancelJob,
  rateWindows(table),
  async ({ event, caller, refuse }) => {
    const jobId = jobIdOf(event, refuse);
    const now = Date.now();
    const job = await cancelJob({ accountId: caller.accountId, jobId }, jobs, now);
    if (job === undefined) return jobNotFound(jobId, refuse);
    return { body: await jobView(job, objects, now) };
  },
);
