import { createBudget } from '../../base/budget.ts';
import { DICTIONARY_BYTES, expands, filtersIn, MAX_READ } from './stream-filters.ts';

const MB = 1024 * 1024;
// Page content and fonts. The largest maps have 50 MB; PDFium needs many times as much memory to render them.
const MAX_STREAM_BYTES = 64 * MB;
const MAX_STREAMS_BYTES = 1024 * MB;
// No program compresses three times.
const MAX_LAYERS = 2;

const limitsOf = (maxStreamBytes: number, maxStreamsBytes: number, fileBytes: number) => ({
  packed: {
    max: fileBytes * MAX_READ,
    message: 'Many streams of the PDF have no end. Export or download it again.',
  },
  stream: {
    max: maxStreamBytes,
    message: `A page or font of the PDF decompresses to more than ${maxStreamBytes / MB} MB. Print it to a new PDF, or split it.`,
  },
  streams: {
    max: maxStreamsBytes,
    message: `The pages and fonts of the PDF decompress to more than ${maxStreamsBytes / MB} MB. Split it.`,
  },
  layers: {
    max: MAX_LAYERS,
    message: `The PDF compresses data in more than ${MAX_LAYERS} layers. Print it to a new PDF.`,
  },
});

/** The dictionary before a `stream` keyword, from the last known start. */
export function dictionaryBefore(bytes: Buffer, keyword: number): string {
  const before = bytes.toString('latin1', Math.max(0, keyword - DICTIONARY_BYTES), keyword);
  return before.slice(before.lastIndexOf(' obj') + 1);
}

/**
 * Limits the decompressed size of a PDF's streams before an engine reads them: 1 KB in three layers can be 1 GB.
 * Skips images, which have a pixel limit, and encrypted streams, which cannot be checked. Throws ConversionError
 * `too_complex`. ISO 32000-1, 7.3.8 and 7.4.4.
 */
export function checkPdfStreams(
  input: Uint8Array,
  maxStreamBytes: number = MAX_STREAM_BYTES,
  maxStreamsBytes: number = MAX_STREAMS_BYTES,
): void {
  const bytes = Buffer.from(input.buffer, input.byteOffset, input.byteLength);
  const limits = limitsOf(maxStreamBytes, maxStreamsBytes, bytes.length);
  const { spend } = createBudget(limits);
  // One end can be that of many keywords, and a damaged file has none.
  let end = 0;
  for (let at = bytes.indexOf('stream'); at >= 0; at = bytes.indexOf('stream', at + 6)) {
    if (bytes.toString('latin1', at - 3, at) === 'end') continue;
    const dictionary = dictionaryBefore(bytes, at);
    const filters = filtersIn(dictionary);
    const layers = filters.filter(expands).length;
    if (layers === 0 || (layers === 1 && /\/Subtype\s*\/Image\b/.test(dictionary))) continue;
    createBudget(limits).spend('layers', layers);
    const from = at + (bytes[at + 6] === 0x0d ? 8 : 7);
    if (end >= 0 && end < from) end = bytes.indexOf('endstream', from);
    const packed = bytes.subarray(from, end < 0 ? bytes.length : end);
    const ratio = filters.reduce((product, filter) => product * filter.ratio, 1);
    if (layers === 1 && packed.length < maxStreamBytes / ratio) continue;
    spend('packed', packed.length);
    let layer: Buffer | 'too_long' | undefined = packed;
    for (const { decode } of filters) if (Buffer.isBuffer(layer)) layer = decode(layer, maxStreamBytes);
    if (layer === 'too_long') spend('stream', maxStreamBytes + 1);
    else spend('streams', layer?.length ?? 0);
    at = Math.max(at, end);
  }
}
