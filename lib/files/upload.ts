import { createHash } from 'node:crypto';
import { maxFileBytes, signedUrlSeconds, uploadSeconds } from '../api/limits.ts';
import { ApiError } from '../errors.ts';
import { newId } from '../ids.ts';
import { cleanFilename, fileObjectKey, incomingObjectKey, type StoredFile } from './file.ts';
import type { ObjectStore } from './objects.ts';

/** What the service reads: the canonical format of some bytes, which `filename` helps to tell, and a format's media type. */
export type FormatDetector = {
  detect(bytes: Uint8Array, filename: string): Promise<string | undefined>;
  /** Characters of a text file other than white space; undefined for other formats. */
  charactersOf(bytes: Uint8Array, format: string): number | undefined;
  mimeTypeOf(format: string): string;
};

/** What uploads need of the database. */
export type FileStore = {
  /** Stores the file and counts one operation, or throws UsageLimitError. */
  create(file: StoredFile): Promise<void>;
  /** Deletes a file whose bytes could not be stored, and refunds its operation as that of a job that the service lost. */
  discard(file: StoredFile, now: number): Promise<void>;
  /** Notes what an announced file turned out to be. */
  settle(file: StoredFile): Promise<void>;
};

/** What uploads need. `retentionSeconds` is how long a file lives. */
export type UploadDependencies = {
  readonly files: FileStore;
  readonly objects: ObjectStore;
  readonly formats: FormatDetector;
  readonly retentionSeconds: number;
};

const tooLarge = (): ApiError =>
  new ApiError(
    'file_too_large',
    `The file is over 25 MB (${maxFileBytes} bytes); split it or make it smaller`,
  );

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const detectFormat = async (
  bytes: Uint8Array,
  filename: string,
  formats: FormatDetector,
): Promise<string> => {
  const format = await formats.detect(bytes, filename);
  if (format !== undefined) return format;
  throw new ApiError(
    'unsupported_file_type',
    `The bytes of ${JSON.stringify(filename)} are of no type the service reads; GET /formats lists those it does`,
  );
};

/**
 * Stores an uploaded file and answers as `POST /upload` does.
 *
 * @throws ApiError `empty_file`, `file_too_large`, `unsupported_file_type`; UsageLimitError
 */
export const storeUpload = async (
  upload: { accountId: string; filename: string; bytes: Uint8Array },
  { files, objects, formats, retentionSeconds }: UploadDependencies,
  now: number,
) => {
  const { accountId, bytes } = upload;
  const filename = cleanFilename(upload.filename);
  if (bytes.length === 0) throw new ApiError('empty_file', `${JSON.stringify(filename)} has no bytes`);
  if (bytes.length > maxFileBytes) throw tooLarge();
  const format = await detectFormat(bytes, filename, formats);
  const fileId = newId('file', now);
  const key = fileObjectKey(accountId, fileId);
  const mimeType = formats.mimeTypeOf(format);
  const sha256 = sha256Of(bytes);
  const expiresAt = now + retentionSeconds * 1000;
  const file: StoredFile = {
    accountId,
    fileId,
    filename,
    format,
    sizeBytes: bytes.length,
    sha256,
    createdAt: now,
    expiresAt,
  };
  // Charged first: what is over the month's limit never reaches storage.
  await files.create(file);
  try {
    await objects.put(key, bytes, { mimeType, sha256 });
  } catch (error) {
    // The reconciler and the bucket's lifecycle remove what this does not.
    await Promise.allSettled([files.discard(file, now), objects.remove(key)]);
    throw error;
  }
  return {
    file_id: fileId,
    file_url: await objects.signDownload(key, {
      filename,
      seconds: Math.min(signedUrlSeconds, retentionSeconds),
    }),
    filename,
    size_bytes: bytes.length,
    mime_type: mimeType,
    created_at: new Date(now).toISOString(),
    expires_at: new Date(expiresAt).toISOString(),
  };
};

/**
 * Announces a file that is uploaded straight to storage and answers as `POST /uploads` does.
 *
 * @throws ApiError `file_too_large`; UsageLimitError
 */
export const announceUpload = async (
  upload: { accountId: string; filename: string; sizeBytes: number; sha256: string | undefined },
  { files, objects, retentionSeconds }: Omit<UploadDependencies, 'formats'>,
  now: number,
) => {
  const { accountId, sizeBytes, sha256 } = upload;
  if (sizeBytes > maxFileBytes) throw tooLarge();
  const fileId = newId('file', now);
  await files.create({
    accountId,
    fileId,
    filename: cleanFilename(upload.filename),
    format: undefined,
    sizeBytes,
    sha256,
    createdAt: now,
    expiresAt: now + retentionSeconds * 1000,
  });
  const seconds = Math.min(uploadSeconds, retentionSeconds);
  const form = await objects.signUpload(incomingObjectKey(accountId, fileId), {
    maxBytes: sizeBytes,
    sha256,
    seconds,
  });
  return {
    file_id: fileId,
    upload: { ...form, expires_at: new Date(now + seconds * 1000).toISOString() },
  };
};

/** What the bytes of a file are. Throws ApiError `empty_file`, `file_too_large`, `unsupported_file_type`. */
const inspectBytes = async (bytes: Uint8Array, filename: string, formats: FormatDetector) => {
  if (bytes.length === 0) throw new ApiError('empty_file', `${JSON.stringify(filename)} has no bytes`);
  if (bytes.length > maxFileBytes) throw tooLarge();
  const format = await detectFormat(bytes, filename, formats);
  return {
    format,
    sizeBytes: bytes.length,
    characters: formats.charactersOf(bytes, format),
    sha256: sha256Of(bytes),
  };
};

/**
 * Looks at an announced file that has arrived, and makes it a file like any other.
 *
 * Its form can be sent again while two requests use the file at once, and they may find different bytes. The first copy
 * stays, and each request records what that copy is.
 *
 * @throws ApiError `file_not_uploaded`, `empty_file`, `file_too_large`, `unsupported_file_type`
 */
export const settleUpload = async (
  file: StoredFile,
  { files, objects, formats }: Omit<UploadDependencies, 'retentionSeconds'>,
): Promise<StoredFile> => {
  const { accountId, fileId, filename } = file;
  const incomingKey = incomingObjectKey(accountId, fileId);
  const notUploaded = (): ApiError =>
    new ApiError(
      'file_not_uploaded',
      `${fileId} was announced and has not arrived; POST it to its upload.url first`,
    );
  const bytes = await objects.get(incomingKey);
  if (bytes === undefined) throw notUploaded();
  const found = await inspectBytes(bytes, filename, formats);
  const key = fileObjectKey(accountId, fileId);
  const about = { mimeType: formats.mimeTypeOf(found.format), sha256: found.sha256 };
  let settled = { ...file, ...found };
  if (!(await objects.putNew(key, bytes, about))) {
    const first = await objects.get(key);
    if (first === undefined) throw notUploaded();
    settled = { ...file, ...(await inspectBytes(first, filename, formats)) };
  }
  await files.settle(settled);
  await objects.remove(incomingKey).catch(() => undefined);
  return settled;
};
