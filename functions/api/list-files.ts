import { defaultPageItems } from '../../lib/api/limits.ts';
import { fileRoutes } from '../../lib/api/routes/files.ts';
import { openTable } from '../../lib/aws/dynamodb.ts';
import { fileReadStore } from '../../lib/aws/file-read-store.ts';
import { rateWindows } from '../../lib/aws/rate-windows.ts';
import { openDownloads } from '../../lib/aws/sign-downloads.ts';
import { apiHandler } from '../../lib/http/api-handler.ts';
import { fromCursor, pageView } from '../../lib/http/page-cursor.ts';
import { fileView } from '../../lib/http/views/file-view.ts';

const table = openTable();
const store = fileReadStore(table);
const objects = openDownloads(table);

/** `GET /files` */
export const handler = apiHandler(
  fileRoutes.listFiles,
  rateWindows(table),
  async ({ caller, query, refuse }) => {
    const now = Date.now();
    const page = await store.list(caller.accountId, {
      limit: Number(query.limit ?? defaultPageItems),
      before: query.cursor === undefined ? undefined : fromCursor('file', query.cursor, refuse),
      now,
    });
    return {
      body: pageView(await Promise.all(page.files.map((file) => fileView(file, objects, now))), page),
    };
  },
);
