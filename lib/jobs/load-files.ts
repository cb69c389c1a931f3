import { ApiError } from '../api-errors.ts';
import { isReady, type ReadyFile, type StoredFile } from '../files/file.ts';
import { isId } from '../ids.ts';

/** Reads and finalizes the files of a request. */
export type FileAccess = {
  getFile(accountId: string, fileId: string): Promise<StoredFile | undefined>;
  /** Finalizes a presigned upload: inspects its bytes and records its format. Throws ApiError. */
  finalize(file: StoredFile): Promise<ReadyFile>;
};

const notFound = (fileId: string): ApiError =>
  new ApiError('file_not_found', `no file ${JSON.stringify(fileId)} in this account. Upload it first.`, {
    field: 'file_id',
  });

const readLive = async (
  accountId: string,
  fileId: string,
  access: FileAccess,
  now: number,
): Promise<StoredFile> => {
  const file = await access.getFile(accountId, fileId);
  if (file === undefined) throw notFound(fileId);
  if (file.expiresAt <= now) {
    throw new ApiError('file_expired', `${fileId} has expired. Upload it again.`, { field: 'file_id' });
  }
  return file;
};

const loadFile = async (
  accountId: string,
  fileId: string,
  access: FileAccess,
  now: number,
): Promise<ReadyFile> => {
  const file = await readLive(accountId, fileId, access, now);
  if (isReady(file)) return file;
  try {
    return await access.finalize(file);
  } catch (error) {
    // Another request may have finalized the file and removed the upload in the meantime.
    const current = await readLive(accountId, fileId, access, now);
    if (isReady(current)) return current;
    throw error;
  }
};

/**
 * Reads the files of a request in order, and finalizes those that no request has used since their upload.
 *
 * @throws ApiError `file_not_found`, `file_expired`, `file_not_uploaded`, and those of finalizing an upload
 */
export const loadFiles = async (
  accountId: string,
  fileIds: readonly string[],
  access: FileAccess,
  now: number,
): Promise<readonly ReadyFile[]> => {
  const malformed = fileIds.find((fileId) => !isId('file', fileId));
  if (malformed !== undefined) throw notFound(malformed);
  const files: ReadyFile[] = [];
  // One at a time, because inspecting a file loads all of it into memory.
  for (const fileId of fileIds) files.push(await loadFile(accountId, fileId, access, now));
  return files;
};
