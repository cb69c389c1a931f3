import { routes } from '../../lib/api/routes.ts';
import { openTable } from '../../lib/aws/dynamodb.ts';
import { jobReadStore } from '../../lib/aws/job-read-store.ts';
import { openObjectStore } from '../../lib/aws/object-store.ts';
import { rateWindows } from '../../lib/aws/rate-windows.ts';
import { apiHandler } from '../../lib/http/api-handler.ts';
import { fromCursor, toCursor } from '../../lib/http/job-cursor.ts';
import { jobView } from '../../lib/http/views/job-view.ts';

const table = openTable();
const store = jobReadStore(table);
const objects = openObjectStore();

const defaultLimit = 20;

/** `GET /jobs` */
export const handler = apiHandler(routes.listJobs, rateWindows(table), async ({ caller, query, refuse }) => {
  const now = Date.now();
  const page = await store.list(caller.accountId, {
    limit: Number(query.limit ?? defaultLimit),
    before: query.cursor === undefined ? undefined : fromCursor(query.cursor, refuse),
    now,
  });
  const last = page.jobs.at(-1);
  return {
    body: {
      data: await Promise.all(page.jobs.map((job) => jobView(job, objects, now))),
      has_more: page.hasMore,
      next_cursor: page.hasMore && last !== undefined ? toCursor(last.jobId) : null,
    },
  };
});
