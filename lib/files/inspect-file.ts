import { ApiError } from '../api-errors.ts';
import { byteSize } from '../byte-size.ts';
import type { Content } from './content.ts';

/** Detects and describes the formats that the service reads. */
export type FormatDetector = {
  /** The canonical format of the bytes; where they leave it open, that of the file's name, or else of its media type. */
  detect(bytes: Uint8Array, filename: string, mediaType?: string): Promise<string | undefined>;
  /** What a file without a format is, such as `an Outlook message, which is not supported`. */
  describeUnsupported(bytes: Uint8Array): Promise<string>;
  /** Characters of a text file other than white space; undefined for other formats. */
  charactersOf(bytes: Uint8Array, format: string): number | undefined;
  /** Whether the file opens only with a password; undefined if only reading the document can tell. */
  needsPassword(bytes: Uint8Array, format: string): boolean | undefined;
  mimeTypeOf(format: string): string;
};

/** What the bytes of a file are. */
export type FileFacts = {
  readonly format: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  /** As `FormatDetector.charactersOf` counts them. */
  readonly characters: number | undefined;
  /** As `FormatDetector.needsPassword`. */
  readonly needsPassword: boolean | undefined;
};

/** The error of a file over the limit. `sizeBytes` is undefined if the file was not read to its end. */
export const fileTooLarge = (sizeBytes: number | undefined, maxBytes: number): ApiError => {
  const limit = `${maxBytes} bytes (${byteSize(maxBytes)})`;
  return new ApiError(
    'file_too_large',
    sizeBytes === undefined
      ? `The file is larger than the limit of ${limit}. Split it or reduce its size.`
      : `The file has ${sizeBytes} bytes; the limit is ${limit}. Split it or reduce its size.`,
  );
};

/**
 * Checks the size of a file and detects its format.
 *
 * @throws ApiError `empty_file`, `file_too_large`, `unsupported_file_type`
 */
export const inspectFile = async (
  { content, filename }: { readonly content: Content; readonly filename: string },
  maxBytes: number,
  formats: FormatDetector,
): Promise<FileFacts> => {
  const { sizeBytes, sha256 } = content;
  if (sizeBytes === 0)
    throw new ApiError('empty_file', `${JSON.stringify(filename)} is empty. Upload a file with content.`);
  if (sizeBytes > maxBytes) throw fileTooLarge(sizeBytes, maxBytes);
  return content.inspect(async (bytes) => {
    const format = await formats.detect(bytes, filename, content.mediaType);
    if (format === undefined) {
      throw new ApiError(
        'unsupported_file_type',
        `${JSON.stringify(filename)} is ${await formats.describeUnsupported(bytes)}. GET /formats lists the formats that are supported.`,
      );
    }
    return {
      format,
      sizeBytes,
      sha256,
      characters: formats.charactersOf(bytes, format),
      needsPassword: formats.needsPassword(bytes, format),
    };
  });
};
