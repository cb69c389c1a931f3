/**
 * The error codes of failed jobs.
 *
 * `retryable`: another attempt may succeed. `serviceFault`: the service is at fault, so the operation is refunded. A timeout is not
 * refunded, because that would make computing time free.
 */
export const jobErrors = {
  encrypted_document: { retryable: false, serviceFault: false },
  corrupt_document: { retryable: false, serviceFault: false },
  empty_document: { retryable: false, serviceFault: false },
  unsupported_content: { retryable: false, serviceFault: false },
  too_complex: { retryable: false, serviceFault: false },
  conversion_timeout: { retryable: true, serviceFault: false },
  out_of_memory: { retryable: false, serviceFault: false },
  source_unreachable: { retryable: false, serviceFault: false },
  internal_error: { retryable: true, serviceFault: true },
} as const satisfies Record<string, { retryable: boolean; serviceFault: boolean }>;

/** A job's `error.code`. */
export type JobErrorCode = keyof typeof jobErrors;

/**
 * A document that cannot be converted.
 *
 * `message` is for the client: what is wrong with the document and what to do. `cause` contains the engine's own error,
 * which may quote the document and so is never logged.
 */
export class ConversionError extends Error {
  readonly code: JobErrorCode;

  constructor(code: JobErrorCode, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'ConversionError';
    this.code = code;
  }
}
