import { uploadSeconds } from '../api/limits.ts';
import { ApiError } from '../api-errors.ts';
import { newId } from '../ids.ts';
import { repeatableCall, resourceOfFirstCall } from '../limits/idempotency.ts';
import type { Operation } from '../limits/operation.ts';
import { largestFileBytes } from '../plan-table.ts';
import { contentOf } from './content.ts';
import { cleanFilename, fileObjectKey, incomingObjectKey, type ReadyFile, type StoredFile } from './file.ts';
import { type FileFacts, fileTooLarge, inspectFile } from './inspect-file.ts';
import type { PresignedForm, Uploads } from './objects.ts';
import type { UploadDependencies } from './upload.ts';

/** The request for a presigned upload. */
type PresignedUpload = {
  readonly operation: Operation;
  readonly filename: string;
  readonly sizeBytes: number;
  readonly sha256: string | undefined;
};

/** The form with which a client uploads a file directly to storage. */
export type CreatedUpload = {
  readonly fileId: string;
  readonly form: PresignedForm;
  /** When the form expires, in ms since the epoch. */
  readonly expiresAt: number;
  /** Whether an earlier call with the same idempotency key created the upload. */
  readonly isRepeat: boolean;
};

/**
 * Creates a presigned upload, directly to storage. A repeated call with the same idempotency key receives a new form for the
 * same file.
 *
 * @throws ApiError `file_too_large`, `idempotency_mismatch`; UsageLimitError
 */
export const createPresignedUpload = async (
  upload: PresignedUpload,
  {
    files,
    objects,
    retentionSeconds,
  }: Pick<UploadDependencies, 'files' | 'retentionSeconds'> & { readonly objects: Uploads },
  now: number,
): Promise<CreatedUpload> => {
  const { operation, sizeBytes, sha256 } = upload;
  const { accountId, limits } = operation;
  const { maxFileBytes } = limits;
  if (sizeBytes > maxFileBytes) throw fileTooLarge(sizeBytes, maxFileBytes);
  const filename = cleanFilename(upload.filename);
  const repeatable = repeatableCall(operation, 'uploads', [filename, sizeBytes, sha256 ?? null]);
  const call = repeatable && { ...repeatable, pendingUntil: undefined };
  const created: StoredFile = {
    accountId,
    fileId: newId('file', now),
    filename,
    format: undefined,
    sizeBytes,
    sha256,
    createdAt: now,
    expiresAt: now + retentionSeconds * 1000,
  };
  const recorded = await files.create(created, call);
  const isRepeat = recorded !== undefined && call !== undefined;
  const fileId = isRepeat ? resourceOfFirstCall(recorded, call) : created.fileId;
  const seconds = Math.min(uploadSeconds, retentionSeconds);
  const form = await objects.signUpload(incomingObjectKey(accountId, fileId), {
    maxBytes: sizeBytes,
    sha256,
    seconds,
  });
  return { fileId, form, expiresAt: now + seconds * 1000, isRepeat };
};

const notUploaded = (fileId: string): ApiError =>
  new ApiError(
    'file_not_uploaded',
    `${fileId} has not been uploaded yet. POST the file to its upload.url first.`,
  );

/**
 * Finalizes a presigned upload that has arrived: inspects its bytes, copies them and records what they are.
 *
 * The form can be sent again while two requests finalize the same file, so they may read different bytes. The first copy
 * wins, and both requests record the facts of that copy.
 *
 * @throws ApiError `file_not_uploaded`, `empty_file`, `file_too_large`, `unsupported_file_type`
 */
export const finalizeUpload = async (
  file: StoredFile,
  { files, objects, formats, onLeftover }: Omit<UploadDependencies, 'retentionSeconds'>,
): Promise<ReadyFile> => {
  const { accountId, fileId, filename } = file;
  const read = async (key: string): Promise<Uint8Array> => {
    const bytes = await objects.get(key);
    if (bytes === undefined) throw notUploaded(fileId);
    return bytes;
  };
  const inspect = async (bytes: Uint8Array): Promise<ReadyFile & FileFacts> => ({
    ...file,
    ...(await inspectFile({ content: contentOf(bytes), filename }, largestFileBytes, formats)),
  });
  const incomingKey = incomingObjectKey(accountId, fileId);
  const key = fileObjectKey(accountId, fileId);
  const incoming = await read(incomingKey);
  const arrived = await inspect(incoming);
  const mimeType = formats.mimeTypeOf(arrived.format);
  const isFirst = await objects.putNew(key, incoming, { mimeType, sha256: arrived.sha256 });
  const finalized = isFirst ? arrived : await inspect(await read(key));
  if (!(await files.finalize(finalized))) {
    // The client deleted the file while it was copied.
    await objects.remove(key);
    throw notUploaded(fileId);
  }
  await objects.remove(incomingKey).catch((error: unknown) => onLeftover(error, file, 'deleted'));
  return finalized;
};
