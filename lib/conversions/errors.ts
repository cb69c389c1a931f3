/** An error code of failed jobs, as the documentation describes it (`cure` is Markdown). */
type JobErrorInfo = {
  /** Another attempt may succeed. */
  readonly retryable: boolean;
  /** The service is at fault, so the operation is refunded. A timeout is not, because that would make computing time free. */
  readonly serviceFault: boolean;
  readonly meaning: string;
  readonly cure: string;
  /** The message of one such error. */
  readonly example: string;
};

/** The error codes of failed jobs. */
export const jobErrors = {
  encrypted_document: {
    retryable: false,
    serviceFault: false,
    meaning: 'The document needs a password, or the password is wrong.',
    cure: 'Pass the option `password`, or remove the password. A book with DRM cannot be converted.',
    example: 'The PDF is password-protected. Remove the password, or pass it in the "password" option.',
  },
  corrupt_document: {
    retryable: false,
    serviceFault: false,
    meaning: 'The file is damaged, incomplete, or does not follow its format.',
    cure: 'Open the file in its program and save it again. If that works, check that the upload sent every byte.',
    example: 'The document is truncated: the ZIP central directory is missing. Upload the complete file.',
  },
  empty_document: {
    retryable: false,
    serviceFault: false,
    meaning: 'The document has nothing of what was asked for, such as text, tables or images.',
    cure: 'Choose another target. For scanned pages that were skipped, pass `ocr: "always"`.',
    example: 'The document contains no tables. Extract "text" instead.',
  },
  unsupported_content: {
    retryable: false,
    serviceFault: false,
    meaning: 'The document has content that no engine for this conversion can process.',
    cure: 'Change what the message names, or convert to another format.',
    example: 'The encryption of the document is not supported. Save it without a password.',
  },
  too_complex: {
    retryable: false,
    serviceFault: false,
    meaning: 'The document or its result exceeds a limit, which the message names.',
    cure: 'Split the document, or choose fewer pages or sheets.',
    example: 'The PDF has 7312 pages; the limit for one job is 5000. Select fewer with the "pages" option.',
  },
  conversion_timeout: {
    retryable: true,
    serviceFault: false,
    meaning: 'The conversion took longer than a job may.',
    cure: 'Split the document, or choose fewer pages. The operation counts.',
    example:
      'The document took longer than 120 seconds, the limit for one job. Split it or choose fewer pages.',
  },
  out_of_memory: {
    retryable: false,
    serviceFault: false,
    meaning: 'The conversion needed more memory than a job may.',
    cure: 'Split the document, or choose fewer pages, a lower `dpi` or smaller images. The operation counts.',
    example:
      'The document needs more than 2147 MB of memory, the limit for one job. Split it or choose fewer pages.',
  },
  source_unreachable: {
    retryable: false,
    serviceFault: false,
    meaning:
      'The file of the job could not be read: the download of `file_url` failed, or the file was deleted.',
    cure: 'Check that the address is public and responds with the file itself, or upload the file.',
    example: 'The file was deleted before the job read it. Upload it again.',
  },
  malware_found: {
    retryable: false,
    serviceFault: false,
    meaning:
      'The malware scan of the service found a threat in the uploaded file, which is blocked until it is deleted.',
    cure: 'Do not upload the file again. Scan the computer that it comes from.',
    example: 'The malware scan found a threat in the uploaded file. The file is blocked.',
  },
  internal_error: {
    retryable: true,
    serviceFault: true,
    meaning: 'The service failed. The operation is refunded.',
    cure: 'Submit the job again. If it fails again, contact support with the `job_id`.',
    example: 'The document could not be processed because of an internal error. Try again.',
  },
} as const satisfies Record<string, JobErrorInfo>;

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
