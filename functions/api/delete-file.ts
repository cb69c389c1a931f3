import { fileRoutes } from '../../lib/api/routes/files.ts';
import { openTable } from '../../lib/aws/dynamodb.ts';
import { fileReadStore } from '../../lib/aws/file-read-store.ts';
import { openObjectStore } from '../../lib/aws/object-store.ts';
import { rateWindows } from '../../lib/aws/rate-windows.ts';
import { deleteFile } from '../../lib/files/delete-file.ts';
import { apiHandler } from '../../lib/http/api-handler.ts';
import { fileIdOf, fileNotFound } from '../../lib/http/path-id.ts';

const table = openTable();
const dependencies = { files: fileReadStore(table), objects: openObjectStore(table) };

/** `DELETE /file/{id}` */
export const handler = apiHandler(
  fileRoutes.deleteFile,
  rateWindows(table),
  async ({ event, caller, refuse }) => {
    const fileId = fileIdOf(event, refuse);
    const isDeleted = await deleteFile({ accountId: caller.accountId, fileId }, dependencies);
    return isDeleted ? {} : fileNotFound(fileId, refuse);
  },
);
