import type { Recognition } from '../conversions/engine/recognition.ts';
import type { JobErrorCode } from '../conversions/errors.ts';
import type { StoredFile } from '../files/file.ts';
import type { ObjectMetadata } from '../files/objects.ts';
import type { Job, JobDelivery, JobMessage } from './job.ts';
import type { JobStep } from './job-steps.ts';
import type { Lease } from './job-store.ts';
import type { ScanResult } from './scan-tag.ts';

/** A result that is too large for memory: a file, which `discard` removes. */
export type LargeResult = {
  readonly path: string;
  readonly length: number;
  readonly sha256: string;
  discard(): Promise<void>;
};

/** The result of an engine and its report. */
export type EngineOutcome = {
  readonly bytes: Uint8Array | LargeResult;
  readonly mimeType: string;
  readonly extension: string;
  readonly report: Readonly<Record<string, unknown>>;
};

/** The documents of a step: the first or only one, and `further` ones of a step with several. */
export type Source = {
  readonly bytes: Uint8Array;
  readonly further: readonly Uint8Array[];
  readonly filename: string;
  readonly from: string;
};

/** A step's part in a text recognition that several calls share. Recognized pages are files that these calls wrote. */
export type RecognitionWork =
  | Exclude<Recognition, { role: 'assemble' }>
  | {
      readonly role: 'assemble';
      readonly files: readonly Uint8Array[];
      /** The pages that could not be recognized, and why the first of them could not. */
      readonly failed: readonly number[];
      readonly failure?: JobErrorCode | undefined;
    };

/** The dependencies of a worker other than the database. */
export type Effects = {
  /** Reads the documents of the current step. Stops when the signal is aborted. Throws ConversionError. */
  fetchSource(job: Job, files: readonly (StoredFile | undefined)[], signal: AbortSignal): Promise<Source>;
  /**
   * Runs the engine for the current step. Stops when the signal is aborted. Throws ConversionError, and PagesToRecognize if
   * other calls are to recognize pages.
   */
  convert(
    task: Source & { job: Job; recognition?: RecognitionWork | undefined },
    on: { progress(progress: NonNullable<Job['progress']>): void; signal: AbortSignal },
  ): Promise<EngineOutcome>;
  /** Reads the recognized pages of a part. Throws if they are missing. */
  fetchPages(objectKey: string): Promise<Uint8Array>;
  /** Stores a result. Stops when the signal is aborted, so that no result arrives after those of a cancelled job are deleted. */
  storeResult(
    objectKey: string,
    bytes: Uint8Array,
    metadata: ObjectMetadata,
    signal: AbortSignal,
  ): Promise<void>;
  /** Streams a result from its file. */
  storeLargeResult(
    objectKey: string,
    result: LargeResult,
    metadata: ObjectMetadata,
    signal: AbortSignal,
  ): Promise<void>;
  /** Sends a stored result to the address of the request. Throws only if the signal is aborted. */
  deliver(
    address: string,
    result: Pick<EngineOutcome, 'bytes' | 'mimeType'>,
    signal: AbortSignal,
  ): Promise<JobDelivery>;
  /** Returns what the malware scan found in an object; undefined if the deployment scans no files. */
  readonly scanResult?: ((objectKey: string) => Promise<ScanResult>) | undefined;
  /**
   * Sends the message of the next step to its worker, which receives it after `delaySeconds`, by default at once. If it is lost, the
   * reconciler sends it again.
   */
  send(message: JobMessage, worker: JobStep['worker'], delaySeconds?: number): Promise<void>;
  /** Reports a lease that could not be renewed. The renewal is retried until the lease expires. */
  onRenewalError(error: unknown, lease: Lease): void;
  readonly leaseSeconds: number;
  readonly retentionSeconds: number;
  clock(): number;
  newOwner(): string;
};
