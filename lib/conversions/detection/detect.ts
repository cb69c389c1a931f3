import { fileTypeFromBuffer } from 'file-type';
import { byteOrderMark, decodeText, detectEncoding } from '../base/decode-text.ts';
import { nameTable } from '../base/name-table.ts';
import type { Format } from '../formats.ts';
import { detectCompoundFile } from '../shared/compound-file/detect-compound-file.ts';
import { detectTextFormat } from './detect-text.ts';

const byExtension: Readonly<Record<string, Format>> = nameTable({
  pdf: 'pdf',
  docx: 'docx',
  odt: 'odt',
  rtf: 'rtf',
  epub: 'epub',
  xlsx: 'xlsx',
  ods: 'ods',
  pptx: 'pptx',
  odp: 'odp',
  png: 'png',
  jpg: 'jpeg',
  webp: 'webp',
  tif: 'tiff',
  gif: 'gif',
});

// PDF 1.7 (ISO 32000-1), annex H.3.4.1: readers accept the header anywhere in the first 1024 bytes.
const PDF_HEADER_WITHIN = 1024;
const TEXT_SAMPLE_BYTES = 256 * 1024;

// What file-type asks for to recognize nearly all of its types. More would let nested headers, such as ID3 tags or gzip
// streams, choose how much work detection does.
const SIGNATURE_BYTES = 4100;

const RTF_HEAD_WITHIN = 256;

/**
 * A group that begins with RTF's own word, or, as fragments without a head do, with one for a paragraph; a byte order
 * mark and spaces may stand before, which editors leave there.
 */
const hasRtfHead = (bytes: Uint8Array): boolean =>
  /^(?:\xef\xbb\xbf)?\s*\{\s*\\(?:rtf|pard(?![a-z]))/.test(
    Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(RTF_HEAD_WITHIN, bytes.length)).toString('latin1'),
  );

/** A header at the very beginning, or further in where the rest speaks for a pdf and not for a text about one. */
function hasPdfHeader(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const at = file.subarray(0, PDF_HEADER_WITHIN + 5).indexOf('%PDF-');
  return (
    at === 0 || (at > 0 && /(?:^|\s)$/.test(file.toString('latin1', at - 1, at)) && file.includes(' obj'))
  );
}

/** Controls that no text file holds. Tab, line ends, form feed, escape and the old end mark 0x1A may stand in one. */
function isBinaryControl(code: number): boolean {
  if (code > 0x1f) return code === 0x7f;
  return code < 0x09 || code === 0x0b || (code > 0x0d && code !== 0x1a && code !== 0x1b);
}

/**
 * Whether decoded bytes read as text: hardly a control, hardly a byte that does not fit. Latin-1 takes any byte, so
 * there 0x80 to 0x9F count too: random bytes are full of them.
 */
function readsAsText(sample: string): boolean {
  let controls = 0;
  let misfits = 0;
  for (let at = 0; at < sample.length; at += 1) {
    const code = sample.charCodeAt(at);
    if (isBinaryControl(code)) controls += 1;
    else if ((code >= 0x80 && code <= 0x9f) || code >= 0xfffd) misfits += 1;
  }
  return controls <= sample.length / 1000 && misfits <= sample.length / 100;
}

/** A sample that ends between two characters, not inside one: cut at the last line end where there is one. */
function sampleOf(bytes: Uint8Array): Uint8Array {
  if (bytes.length <= TEXT_SAMPLE_BYTES) return bytes;
  const cut = bytes.lastIndexOf(0x0a, TEXT_SAMPLE_BYTES);
  const end = cut > TEXT_SAMPLE_BYTES / 2 ? cut : TEXT_SAMPLE_BYTES;
  return bytes.subarray(0, end - (end % 2));
}

// Formats whose signature is followed by a structure that decides what they are. file-type bounds its work in each: 1024
// entries and 1 MB of data descriptors in ZIP, 512 chunks in PNG, 512 tags in TIFF.
const STRUCTURED = ['PK', '\x89PNG', 'II', 'MM'];

/** The bytes that file-type may look at. */
function signatureBytes(bytes: Uint8Array): Uint8Array {
  const start = Buffer.from(bytes.subarray(0, 4)).toString('latin1');
  return STRUCTURED.some((signature) => start.startsWith(signature))
    ? bytes
    : bytes.subarray(0, SIGNATURE_BYTES);
}

/**
 * The format of a file, decided by its bytes; undefined when it is none that is known. `name`, a file name or a format,
 * counts only where the bytes cannot tell: for an encrypted docx, xlsx or pptx.
 *
 * A text that is not surely csv, html, json or markdown is `text`. Damaged files count as what they begin as, so a
 * conversion can say what is wrong with them.
 */
export async function detectFormat(bytes: Uint8Array, name?: string): Promise<Format | undefined> {
  if (bytes.length === 0) return undefined;
  if (hasPdfHeader(bytes)) return 'pdf';
  if (hasRtfHead(bytes)) return 'rtf';
  const compound = detectCompoundFile(bytes, name);
  if (compound !== 'none') return compound;
  const known = await fileTypeFromBuffer(signatureBytes(bytes)).catch(() => undefined);
  const marked = byteOrderMark(bytes) !== undefined;
  if (known !== undefined && known.ext !== 'xml' && !marked) return byExtension[known.ext];
  // The whole tells the encoding: a sample may end inside a character, which no valid UTF-8 does.
  const { text } = decodeText(sampleOf(bytes), detectEncoding(bytes));
  return readsAsText(text) ? detectTextFormat(text, bytes.length <= TEXT_SAMPLE_BYTES) : undefined;
}
