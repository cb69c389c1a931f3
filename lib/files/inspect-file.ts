import { createHash } from 'node:crypto';
import { maxFileBytes } from '../api/limits.ts';
import { ApiError } from '../errors.ts';

/** Detects and describes the formats that the service reads. */
export type FormatDetector = {
  /** The canonical format of the bytes; `filename` decides between formats that the bytes cannot tell apart. */
  detect(bytes: Uint8Array, filename: string): Promise<string | undefined>;
  /** Characters of a text file other than white space; undefined for other formats. */
  charactersOf(bytes: Uint8Array, format: string): number | undefined;
  mimeTypeOf(format: string): string;
};

/** What the bytes of a file are. */
export type FileFacts = {
  readonly format: string;
  readonly sizeBytes: number;
  readonly sha256: string;
};

/** The error for a file over the limit. */
export const fileTooLarge = (): ApiError =>
  new ApiError(
    'file_too_large',
    `The file is over 25 MB (${maxFileBytes} bytes); split it or make it smaller`,
  );

/**
 * Checks the size of a file, detects its format and hashes it.
 *
 * @throws ApiError `empty_file`, `file_too_large`, `unsupported_file_type`
 */
export const inspectFile = async (
  { bytes, filename }: { readonly bytes: Uint8Array; readonly filename: string },
  formats: FormatDetector,
): Promise<FileFacts> => {
  if (bytes.length === 0) throw new ApiError('empty_file', `${JSON.stringify(filename)} has no bytes`);
  if (bytes.length > maxFileBytes) throw fileTooLarge();
  const format = await formats.detect(bytes, filename);
  if (format === undefined) {
    throw new ApiError(
      'unsupported_file_type',
      `The bytes of ${JSON.stringify(filename)} are of no type the service reads; GET /formats lists those it does`,
    );
  }
  return { format, sizeBytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
};
