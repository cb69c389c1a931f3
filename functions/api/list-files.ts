import { defaultPageItems } from '../../lib/api/limits.ts';
import { fileRoutes } from '../../lib/api/routes/files.ts';
import { fileReadStore } from '../../lib/aws/file-read-store.ts';
import { openDownloads } from '../../lib/aws/sign-downloads.ts';
import { endpoint } from '../../lib/endpoints/endpoint.ts';
import { fromCursor, pageView } from '../../lib/http/page-cursor.ts';
import { fileView } from '../../lib/http/views/file-view.ts';

/** `GET /files` */
export const handler = endpoint(fileRoutes.listFiles, (table) => {
  const store = fileReadStore(table);
  const objects = openDownloads(table);
  return async ({ caller, query, refuse }) => {
    const now = Date.now();
    const page = await store.list(caller.accountId, {
      limit: Number(query.limit ?? defaultPageItems),
      before: query.cursor === undefined ? undefined : fromCursor('file', query.cursor, refuse),
      now,
    });
    return {
      body: await pageView(page, (file) => fileView(file, objects, now)),
    };
  };
});
