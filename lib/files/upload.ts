import { ApiError } from '../api-errors.ts';
import { newId } from '../ids.ts';
import {
  callInFlight,
  type RecordedCall,
  type RepeatableCall,
  repeatableCall,
  resourceOfFirstCall,
} from '../limits/idempotency.ts';
import type { Operation } from '../limits/operation.ts';
import type { Content } from './content.ts';
import { cleanFilename, fileObjectKey, isReady, type ReadyFile, type StoredFile } from './file.ts';
import { type FormatDetector, inspectFile } from './inspect-file.ts';
import type { ObjectStore } from './objects.ts';
import { signFile } from './sign-download.ts';

/** A repeatable call, and until when it counts as under way, in ms since the epoch; undefined if it succeeds at once. */
export type PendingCall = RepeatableCall & { readonly pendingUntil: number | undefined };

/** The database operations of uploads. */
export type FileStore = {
  /**
   * Stores the file, charges one operation and records the call, or throws UsageLimitError. Returns the recorded call if
   * `call` repeats it.
   */
  create(file: StoredFile, call?: PendingCall): Promise<RecordedCall | undefined>;
  /** Returns undefined if the account has no file with this id. */
  get(accountId: string, fileId: string): Promise<StoredFile | undefined>;
  /**
   * Ends the time of a file whose bytes could not be stored, deletes its call and refunds its operation. Returns false if a
   * repetition of the call stores the bytes instead, or if a job uses the file that was not withdrawn.
   */
  discard(
    file: StoredFile,
    call: PendingCall | undefined,
    now: number,
    isJobWithdrawn?: boolean,
  ): Promise<boolean>;
  /** Marks a call as succeeded. */
  complete(accountId: string, call: PendingCall): Promise<void>;
  /**
   * Ends the time of a file that was stored for a request that was refused, deletes its call and reverses its charge. Returns
   * false if another call has used the file.
   */
  withdraw(file: StoredFile, call: RepeatableCall | undefined, now: number): Promise<boolean>;
  /** Takes over a call that ended before it succeeded. Returns false if it no longer is pending until `from`. */
  takeOver(accountId: string, call: PendingCall, from: number): Promise<boolean>;
  /** Records the format, size and hash of a presigned upload that has arrived. Returns false if it was deleted meanwhile. */
  finalize(file: ReadyFile): Promise<boolean>;
};

/** The dependencies of uploads. */
export type UploadDependencies = {
  readonly files: FileStore;
  readonly objects: ObjectStore;
  readonly formats: FormatDetector;
  /** Seconds after which a file expires. */
  readonly retentionSeconds: number;
  /**
   * Reports a file of a failed call that could not be refunded, and so stays charged, or whose bytes could not be deleted, which the
   * bucket's lifecycle does later.
   */
  onLeftover(error: unknown, file: Pick<StoredFile, 'fileId'>, what: 'refunded' | 'deleted'): void;
};

/** A file that was stored, and how to read it. */
export type StoredUpload = {
  readonly file: ReadyFile;
  readonly mimeType: string;
  /** Signed URL of the file. */
  readonly url: string;
  /** Whether an earlier call with the same idempotency key stored it. */
  readonly isRepeat: boolean;
};

/** A file in the body of a request, with its name as the client sent it. */
export type Upload = {
  readonly operation: Operation;
  readonly filename: string;
  readonly content: Content;
};

const callOf = ({ operation, filename, content }: Upload): RepeatableCall | undefined =>
  repeatableCall(operation, 'upload', [cleanFilename(filename), content.sha256]);

/**
 * Milliseconds for which an upload counts as under way: longer than its function runs (29 s), and than the upload service
 * takes to store 25 MB.
 */
const pendingMs = 60_000;

/** The call of an upload whose bytes are not stored yet; undefined if it has no idempotency key. */
export const pendingCallOf = (upload: Upload, now: number): PendingCall | undefined => {
  const call = callOf(upload);
  return call && { ...call, pendingUntil: now + pendingMs };
};

/** Stores the bytes of a file that has been charged. */
export const storeBytes = async (
  { accountId, fileId, format }: ReadyFile,
  { content }: Upload,
  call: PendingCall | undefined,
  { files, objects, formats }: UploadDependencies,
): Promise<void> => {
  await content.store(objects, fileObjectKey(accountId, fileId), formats.mimeTypeOf(format));
  if (call !== undefined) await files.complete(accountId, call);
};

/**
 * Refunds a file whose bytes could not be stored. One that a job uses stays, unless the job was withdrawn: the client repeats its call, which
 * stores the bytes.
 */
export const discardUpload = async (
  file: ReadyFile,
  call: PendingCall | undefined,
  { files, onLeftover }: UploadDependencies,
  now: number,
  isJobWithdrawn = false,
): Promise<void> => {
  // The reconciler deletes bytes that arrived all the same.
  await files
    .discard(file, call, now, isJobWithdrawn)
    .catch((fault: unknown) => onLeftover(fault, file, 'refunded'));
};

/** Stores the bytes of a file that has been charged, or refunds it. */
const storeOrDiscard = async (
  file: ReadyFile,
  upload: Upload,
  call: PendingCall | undefined,
  dependencies: UploadDependencies,
  now: number,
): Promise<void> => {
  try {
    await storeBytes(file, upload, call, dependencies);
  } catch (error) {
    await discardUpload(file, call, dependencies, now);
    throw error;
  }
};

/**
 * The file that the first call created. Stores its bytes if that call ended before it did.
 *
 * @throws ApiError `idempotency_mismatch`, `idempotency_in_flight`, `file_not_found`
 */
const repeatUpload = async (
  upload: Upload,
  recorded: RecordedCall,
  call: PendingCall,
  dependencies: UploadDependencies,
  now: number,
): Promise<ReadyFile> => {
  const { files } = dependencies;
  const { accountId } = upload.operation;
  const fileId = resourceOfFirstCall(recorded, call);
  const { pendingUntil } = recorded;
  if (pendingUntil !== undefined) {
    if (pendingUntil > now || !(await files.takeOver(accountId, call, pendingUntil))) throw callInFlight();
  }
  const file = await files.get(accountId, fileId);
  if (file === undefined || !isReady(file)) {
    throw new ApiError(
      'file_not_found',
      `Idempotency-Key: the file of the first request with this key, ${fileId}, was deleted. Use a new key to upload it again.`,
    );
  }
  if (pendingUntil !== undefined) await storeOrDiscard(file, upload, call, dependencies, now);
  return file;
};

/**
 * Checks an uploaded file and returns its record. Stores and charges nothing.
 *
 * @throws ApiError `empty_file`, `file_too_large`, `unsupported_file_type`
 */
export const inspectUpload = async (
  { operation: { accountId, limits }, content, ...upload }: Upload,
  { formats, retentionSeconds }: Pick<UploadDependencies, 'formats' | 'retentionSeconds'>,
  now: number,
): Promise<ReadyFile> => {
  const filename = cleanFilename(upload.filename);
  const facts = await inspectFile({ content, filename }, limits.maxFileBytes, formats);
  const fileId = newId('file', now);
  return { accountId, fileId, filename, ...facts, createdAt: now, expiresAt: now + retentionSeconds * 1000 };
};

/**
 * Stores an inspected file, once for all calls with the same idempotency key.
 *
 * @throws ApiError `idempotency_mismatch`, `idempotency_in_flight`, `file_not_found`; UsageLimitError
 */
export const storeInspected = async (
  upload: Upload,
  created: ReadyFile,
  dependencies: UploadDependencies,
  now: number,
): Promise<StoredUpload> => {
  const { files, objects, formats } = dependencies;
  const call = pendingCallOf(upload, now);
  // Charged first, so that an upload over the month's limit never reaches storage.
  const recorded = await files.create(created, call);
  const isRepeat = recorded !== undefined && call !== undefined;
  if (!isRepeat) await storeOrDiscard(created, upload, call, dependencies, now);
  const file = isRepeat ? await repeatUpload(upload, recorded, call, dependencies, now) : created;
  return {
    file,
    mimeType: formats.mimeTypeOf(file.format),
    url: await signFile(file, objects, now),
    isRepeat,
  };
};

/**
 * Inspects and stores an uploaded file.
 *
 * @throws ApiError as `inspectUpload` and `storeInspected`; UsageLimitError
 */
export const storeUpload = async (
  upload: Upload,
  dependencies: UploadDependencies,
  now: number,
): Promise<StoredUpload> =>
  storeInspected(upload, await inspectUpload(upload, dependencies, now), dependencies, now);

/** Withdraws the upload of a request that failed: reverses its charge, and ends its time unless a job or another call uses it. */
export const withdrawUpload = async (
  upload: Upload,
  file: ReadyFile,
  { files, onLeftover }: UploadDependencies,
  now: number,
): Promise<void> => {
  await files
    .withdraw(file, callOf(upload), now)
    .catch((error: unknown) => onLeftover(error, file, 'refunded'));
};
