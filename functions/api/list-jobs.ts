import { defaultPageItems } from '../../lib/api/limits.ts';
import { jobRoutes } from '../../lib/api/routes/jobs.ts';
import { jobReadStore } from '../../lib/aws/job-read-store.ts';
import { openDownloads } from '../../lib/aws/sign-downloads.ts';
import { endpoint } from '../../lib/endpoints/endpoint.ts';
import { fromCursor, pageView } from '../../lib/http/page-cursor.ts';
import { jobView } from '../../lib/http/views/job-view.ts';
import { sourceFormat } from '../../lib/jobs/source-format.ts';

/** `GET /jobs` */
export const handler = endpoint(jobRoutes.listJobs, (table) => {
  const store = jobReadStore(table);
  const objects = openDownloads(table);
  return async ({ caller, query, refuse }) => {
    const { status, type } = query;
    const now = Date.now();
    const page = await store.list(caller.accountId, {
      limit: Number(query.limit ?? defaultPageItems),
      before: query.cursor === undefined ? undefined : fromCursor('job', query.cursor, refuse),
      now,
      filter: { status, type, from: sourceFormat(query.from, refuse) },
    });
    return { body: await pageView(page, (job) => jobView(job, objects, now)) };
  };
});
