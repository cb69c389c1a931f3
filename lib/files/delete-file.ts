import { fileObjectKey, incomingObjectKey } from './file.ts';
import type { FileReadStore } from './file-read-store.ts';
import type { ObjectStore } from './objects.ts';

/**
 * Deletes a file: first its bytes, then its record, so that a call that dies in between can be repeated. A job that has not
 * read it yet fails with `source_unreachable`. Returns false if the account has no file with this id.
 */
export const deleteFile = async (
  { accountId, fileId }: { readonly accountId: string; readonly fileId: string },
  { files, objects }: { readonly files: FileReadStore; readonly objects: Pick<ObjectStore, 'remove'> },
): Promise<boolean> => {
  if ((await files.get(accountId, fileId)) === undefined) return false;
  await Promise.all([
    objects.remove(fileObjectKey(accountId, fileId)),
    objects.remove(incomingObjectKey(accountId, fileId)),
  ]);
  await files.remove(accountId, fileId);
  return true;
};
