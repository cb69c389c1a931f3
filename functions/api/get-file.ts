import { fileRoutes } from '../../lib/api/routes/files.ts';
import { openTable } from '../../lib/aws/dynamodb.ts';
import { fileReadStore } from '../../lib/aws/file-read-store.ts';
import { rateWindows } from '../../lib/aws/rate-windows.ts';
import { openDownloads } from '../../lib/aws/sign-downloads.ts';
import { apiHandler } from '../../lib/http/api-handler.ts';
import { fileIdOf, fileNotFound } from '../../lib/http/path-id.ts';
import { fileView } from '../../lib/http/views/file-view.ts';

const table = openTable();
const files = fileReadStore(table);
const objects = openDownloads(table);

/** `GET /file/{id}` */
export const handler = apiHandler(
  fileRoutes.getFile,
  rateWindows(table),
  async ({ event, caller, refuse }) => {
    const fileId = fileIdOf(event, refuse);
    const now = Date.now();
    const file = await files.get(caller.accountId, fileId);
    if (file === undefined) return fileNotFound(fileId, refuse);
    if (file.expiresAt <= now) return refuse('file_expired', `${fileId} has expired. Upload it again.`);
    return { body: await fileView(file, objects, now) };
  },
);
