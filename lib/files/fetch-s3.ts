import { parseS3Address, type S3Address } from '../api/s3-address.ts';
import { byteSize } from '../byte-size.ts';
import { ConversionError } from '../conversions/errors.ts';
import { cleanFilename } from './file.ts';

/** An object of the operator: its bytes, or why there are none. `refused` has the error code of S3. */
type BucketObject =
  | { readonly bytes: Uint8Array }
  | { readonly problem: 'too_large' }
  | { readonly problem: 'refused'; readonly code: string };

/** Reads objects of the operator's buckets. Other faults than a refusal are thrown. */
export type BucketReader = (
  address: S3Address,
  limits: { readonly maxBytes: number; readonly signal: AbortSignal },
) => Promise<BucketObject>;

const unreachable = (message: string): ConversionError =>
  new ConversionError('source_unreachable', `file_url: ${message}`);

/**
 * Reads a document from a bucket of the operator. The address was checked when the job was submitted.
 *
 * @throws ConversionError `source_unreachable`, `empty_document`; the reason of the signal if that is aborted
 */
export const fetchS3 = async (
  address: string,
  read: BucketReader,
  limits: { readonly maxBytes: number; readonly timeoutSeconds: number; readonly signal: AbortSignal },
): Promise<{ bytes: Uint8Array; filename: string }> => {
  const parsed = parseS3Address(address);
  if (parsed === undefined) throw unreachable('the s3 address is malformed.');
  const deadline = AbortSignal.timeout(limits.timeoutSeconds * 1000);
  const signal = AbortSignal.any([deadline, limits.signal]);
  const found = await read(parsed, { maxBytes: limits.maxBytes, signal }).catch((error: unknown) => {
    if (deadline.aborted && !limits.signal.aborted)
      throw unreachable(`S3 did not send the object within ${limits.timeoutSeconds} seconds.`);
    throw error;
  });
  if ('bytes' in found) {
    if (found.bytes.length === 0)
      throw new ConversionError('empty_document', 'file_url: the document is empty.');
    return { bytes: found.bytes, filename: cleanFilename(parsed.key) };
  }
  if (found.problem === 'too_large')
    throw unreachable(
      `the document is larger than the limit of ${byteSize(limits.maxBytes)}. Reduce its size.`,
    );
  throw unreachable(
    `S3 refused the object (${found.code}). Check that it exists and that the bucket lets the service read it.`,
  );
};
