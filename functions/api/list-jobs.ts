import { defaultPageItems } from '../../lib/api/limits.ts';
import { jobRoutes } from '../../lib/api/routes/jobs.ts';
import { openTable } from '../../lib/aws/dynamodb.ts';
import { jobReadStore } from '../../lib/aws/job-read-store.ts';
import { rateWindows } from '../../lib/aws/rate-windows.ts';
import { openDownloads } from '../../lib/aws/sign-downloads.ts';
import { apiHandler } from '../../lib/http/api-handler.ts';
import { fromCursor, pageView } from '../../lib/http/page-cursor.ts';
import { jobView } from '../../lib/http/views/job-view.ts';
import { sourceFormat } from '../../lib/jobs/source-format.ts';

const table = openTable();
const store = jobReadStore(table);
const objects = openDownloads(table);

/** `GET /jobs` */
export const handler = apiHandler(
  jobRoutes.listJobs,
  rateWindows(table),
  async ({ caller, query, refuse }) => {
    const { status, type } = query;
    const now = Date.now();
    const page = await store.list(caller.accountId, {
      limit: Number(query.limit ?? defaultPageItems),
      before: query.cursor === undefined ? undefined : fromCursor('job', query.cursor, refuse),
      now,
      filter: { status, type, from: sourceFormat(query.from, refuse) },
    });
    return { body: pageView(await Promise.all(page.jobs.map((job) => jobView(job, objects, now))), page) };
  },
);
