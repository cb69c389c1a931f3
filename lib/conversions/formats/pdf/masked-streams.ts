import { DICTIONARY_BYTES } from './stream-filters.ts';

const MASK = /\/S?Mask\s{0,9}[[\d]/g;
const STREAM = 'stream';
// Images that are compared; with more, each is decoded to find out.
const MAX_COMPARED = 10_000;
const [RETURN, NEWLINE] = [13, 10];

/**
 * Finds the images of a PDF file whose dictionary has a mask (ISO 32000-1, 8.9.6) and returns whether a stream's bytes
 * may be those of one of them: any stream's, if the file is encrypted or has more than 10,000.
 */
export function maskedStreams(file: Uint8Array): (raw: Uint8Array) => boolean {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (bytes.includes('/Encrypt')) return () => true;
  const starts = new Set<number>();
  for (const { index } of bytes.toString('latin1').matchAll(MASK)) {
    const at = bytes.subarray(index, index + DICTIONARY_BYTES).indexOf(STREAM);
    if (at < 0) continue;
    let start = index + at + STREAM.length;
    if (bytes[start] === RETURN) start += 1;
    if (bytes[start] === NEWLINE) start += 1;
    starts.add(start);
  }
  if (starts.size > MAX_COMPARED) return () => true;
  return (raw) => [...starts].some((start) => bytes.subarray(start, start + raw.length).equals(raw));
}
