import { fileRoutes } from '../../lib/api/routes/files.ts';
import { fileReadStore } from '../../lib/aws/file-read-store.ts';
import { openObjectStore } from '../../lib/aws/object-store.ts';
import { endpoint } from '../../lib/endpoints/endpoint.ts';
import { deleteFile } from '../../lib/files/delete-file.ts';
import { notFound, pathId } from '../../lib/http/path-id.ts';

/** `DELETE /file/{id}` */
export const handler = endpoint(fileRoutes.deleteFile, (table) => {
  const dependencies = { files: fileReadStore(table), objects: openObjectStore(table) };
  return async ({ event, caller, refuse }) => {
    const fileId = pathId('file', event, refuse);
    const isDeleted = await deleteFile({ accountId: caller.accountId, fileId }, dependencies);
    return isDeleted ? {} : notFound('file', fileId, refuse);
  };
});
