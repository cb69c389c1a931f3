import { signedUrlSeconds } from '../api/limits.ts';
import { newId } from '../ids.ts';
import { type PlanName, plans } from '../plans.ts';
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

const uploadView = ({ createdAt, expiresAt, ...file }: ReadyFile, mimeType: string, fileUrl: string) => ({
  file_id: file.fileId,
  file_url: fileUrl,
  filename: file.filename,
  size_bytes: file.sizeBytes,
  mime_type: mimeType,
  created_at: new Date(createdAt).toISOString(),
  expires_at: new Date(expiresAt).toISOString(),
});

/** A file in the body of a request. */
export type Upload = {
  readonly accountId: string;
  readonly plan: PlanName;
  readonly filename: string;
  readonly bytes: Uint8Array;
};

/**
 * Stores an uploaded file and returns the body of `POST /upload`.
 *
 * @throws ApiError `empty_file`, `file_too_large`, `unsupported_file_type`; UsageLimitError
 */
export const storeUpload = async (
  upload: Upload,
  { files, objects, formats, retentionSeconds }: UploadDependencies,
  now: number,
) => {
  const { accountId, plan, bytes } = upload;
  const filename = cleanFilename(upload.filename);
  const facts = await inspectFile({ bytes, filename }, plans[plan].maxFileBytes, formats);
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
    await objects.put(key, bytes, { mimeType, sha256: facts.sha256 });
  } catch (error) {
    // The reconciler and the bucket's lifecycle remove whatever these calls leave.
    await Promise.allSettled([files.discard(file, now), objects.remove(key)]);
    throw error;
  }
  const seconds = Math.min(signedUrlSeconds, retentionSeconds);
  return uploadView(file, mimeType, await objects.signDownload(key, { filename, seconds }));
};
