import { routes } from '../../lib/api/routes.ts';
import { openTable } from '../../lib/aws/dynamodb.ts';
import { listJobs } from '../../lib/aws/list-jobs.ts';
import { openObjectStore } from '../../lib/aws/object-store.ts';
import { rateWindows } from '../../lib/aws/rate-windows.ts';
import { apiHandler } from '../../lib/http/api-handler.ts';
import { fromCursor, toCursor } from '../../lib/http/job-cursor.ts';
import { jobView } from '../../lib/http/views/job-view.ts';

const table = openTable();
const objects = openObjectStore();

const defaultLimit = 20;

/** `GET /jobs` */
export const handler = apiHandler(routes.listJobs, rateWindows(table), async ({ caller, query }) => {
  const now = Date.now();
  const { jobs, hasMore } = await listJobs(table, caller.accountId, {
    limit: Number(query.limit ?? defaultLimit),
    before: query.cursor === undefined ? undefined : fromCursor(query.cursor),
    now,
  });
  const last = jobs.at(-1);
  return {
    body: {
      data: await Promise.all(jobs.map((job) => jobView(job, objects, now))),
      has_more: hasMore,
      next_cursor: hasMore && last !== undefined ? toCursor(last.jobId) : null,
    },
  };
});
