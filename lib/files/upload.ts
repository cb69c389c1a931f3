import { signedUrlSeconds } from '../api/limits.ts';
import { newId } from '../ids.ts';
import type { Operation } from '../limits/operation.ts';
import { plans } from '../plans.ts';
import type { Content } from './content.ts';
import { cleanFilename, fileObjectKey, type ReadyFile, type StoredFile } from './file.ts';
import { type FormatDetector, inspectFile } from './inspect-file.ts';
import type { ObjectStore } from './objects.ts';

/** The database operations of uploads. */
export type FileStore = {
  /** Stores the file and charges one operation, or throws UsageLimitError. */
  create(file: StoredFile): Promise<void>;
  /** Deletes a file whose bytes could not be stored, and refunds its operation. */
  discard(file: StoredFile, now: number): Promise<void>;
  /** Records the format, size and hash of a presigned upload that has arrived. */
  finalize(file: ReadyFile): Promise<void>;
};

/** The dependencies of uploads. */
export type UploadDependencies = {
  readonly files: FileStore;
  readonly objects: ObjectStore;
  readonly formats: FormatDetector;
  /** Seconds after which a file expires. */
  readonly retentionSeconds: number;
};

/** A file that was stored, and how to read it. */
export type StoredUpload = {
  readonly file: ReadyFile;
  readonly mimeType: string;
  /** Signed URL of the file. */
  readonly url: string;
};

/** A file in the body of a request, with its name as the client sent it. */
export type Upload = {
  readonly operation: Operation;
  readonly filename: string;
  readonly content: Content;
};

/**
 * Stores an uploaded file.
 *
 * @throws ApiError `empty_file`, `file_too_large`, `unsupported_file_type`; UsageLimitError
 */
export const storeUpload = async (
  upload: Upload,
  { files, objects, formats, retentionSeconds }: UploadDependencies,
  now: number,
): Promise<StoredUpload> => {
  const { operation, content } = upload;
  const { accountId, plan } = operation;
  const filename = cleanFilename(upload.filename);
  const facts = await inspectFile({ content, filename }, plans[plan].maxFileBytes, formats);
  const fileId = newId('file', now);
  const file: ReadyFile = {
    accountId,
    fileId,
    filename,
    ...facts,
    createdAt: now,
    expiresAt: now + retentionSeconds * 1000,
  };
  const key = fileObjectKey(accountId, fileId);
  const mimeType = formats.mimeTypeOf(file.format);
  // Charged first, so that an upload over the month's limit never reaches storage.
  await files.create(file);
  try {
    await content.store(objects, key, mimeType);
  } catch (error) {
    // The reconciler and the bucket's lifecycle remove anything that these calls leave behind.
    await Promise.allSettled([files.discard(file, now), objects.remove(key)]);
    throw error;
  }
  const seconds = Math.min(signedUrlSeconds, retentionSeconds);
  return { file, mimeType, url: await objects.signDownload(key, { filename, seconds }) };
};
