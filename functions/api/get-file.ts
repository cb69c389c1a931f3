import { fileRoutes } from '../../lib/api/routes/files.ts';
import { fileReadStore } from '../../lib/aws/file-read-store.ts';
import { openDownloads } from '../../lib/aws/sign-downloads.ts';
import { endpoint } from '../../lib/endpoints/endpoint.ts';
import { notFound, pathId } from '../../lib/http/path-id.ts';
import { fileView } from '../../lib/http/views/file-view.ts';

/** `GET /file/{id}` */
export const handler = endpoint(fileRoutes.getFile, (table) => {
  const files = fileReadStore(table);
  const objects = openDownloads(table);
  return async ({ event, caller, refuse }) => {
    const fileId = pathId('file', event, refuse);
    const now = Date.now();
    const file = await files.get(caller.accountId, fileId);
    if (file === undefined) return notFound('file', fileId, refuse);
    if (file.expiresAt <= now) return refuse('file_expired', `${fileId} has expired. Upload it again.`);
    return { body: await fileView(file, objects, now) };
  };
});
