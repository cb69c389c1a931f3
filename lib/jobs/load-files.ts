import { ApiError } from '../errors.ts';
import type { StoredFile } from '../files/file.ts';
import { isId } from '../ids.ts';
import type { ReadyFile } from './check-request.ts';

/** What loading the files of a request needs of the database and the storage. */
export type FileAccess = {
  getFile(accountId: string, fileId: string): Promise<StoredFile | undefined>;
  /** Inspects a file that was uploaded through a presigned form. Throws ApiError. */
  settle(file: StoredFile): Promise<StoredFile>;
};

const notFound = (fileId: string): ApiError =>
  new ApiError(
    'file_not_found',
    `file_id: no file ${JSON.stringify(fileId)} in this account. Upload it first.`,
  );

const isReady = (file: StoredFile): file is ReadyFile => file.format !== undefined;

const readLive = async (
  accountId: string,
  fileId: string,
  access: FileAccess,
  now: number,
): Promise<StoredFile> => {
  const file = await access.getFile(accountId, fileId);
  if (file === undefined) throw notFound(fileId);
  if (file.expiresAt <= now) {
    throw new ApiError('file_expired', `file_id: ${fileId} has expired. Upload it again.`);
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
  const settled = await access.settle(file).catch(async (error: unknown) => {
    // Another request may have settled it and removed the upload in the meantime.
    const again = await readLive(accountId, fileId, access, now);
    if (isReady(again)) return again;
    throw error;
  });
  if (isReady(settled)) return settled;
  throw new Error('A settled file has a format');
};

/**
 * Reads the files of a request, in order, and inspects those that nobody has used since their upload.
 *
 * @throws ApiError `file_not_found`, `file_expired`, `file_not_uploaded`, and what inspecting a file finds
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
  // One after the other: inspecting a file holds up to 25 MB.
  for (const fileId of fileIds) files.push(await loadFile(accountId, fileId, access, now));
  return files;
};
