import { returnedBytes } from '../api/limits.ts';

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Whether a result may be the response to a request itself: a small text. */
export const isReturnable = (mimeType: string, sizeBytes: number): boolean =>
  sizeBytes <= returnedBytes && mimeType.startsWith('text/');

/** A returnable result as a string; undefined if it is large, of another type or not UTF-8. */
export const returnableText = (bytes: Uint8Array, mimeType: string): string | undefined => {
  if (!isReturnable(mimeType, bytes.length)) return undefined;
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
};
