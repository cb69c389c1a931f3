import { constants, gunzipSync } from 'node:zlib';
import { byteOrderMark, decodeText, detectEncoding } from '../base/decode-text.ts';
import { nameTable } from '../base/name-table.ts';
import { canBeReadAs, canonicalFormat, type Format, formatOfMediaType, officeVariants } from '../formats.ts';
import { detectCompoundFile } from '../shared/compound-file/detect-compound-file.ts';
import { detectArchive } from './detect-archive.ts';
import { detectTextFormat, isJsonValue } from './detect-text.ts';
import { signatureType } from './signature-type.ts';

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
  avif: 'avif',
  bmp: 'bmp',
  ico: 'ico',
  jp2: 'jp2',
  jpx: 'jp2',
  j2c: 'jp2',
  vtt: 'vtt',
  ...officeVariants,
});

// PDF 1.7 (ISO 32000-1), annex H.3.4.1: readers accept the header anywhere in the first 1024 bytes.
const PDF_HEADER_WITHIN = 1024;
const TEXT_SAMPLE_BYTES = 256 * 1024;

const RTF_HEADER_WITHIN = 256;

/**
 * Whether the file starts with a group that contains `\rtf`, or `\pard` as in fragments without a header. Accepts the
 * byte order mark and white space that some editors write before it.
 */
const hasRtfHeader = (bytes: Uint8Array): boolean =>
  /^(?:\xef\xbb\xbf)?\s*\{\s*\\(?:rtf|pard(?![a-z]))/.test(
    Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(RTF_HEADER_WITHIN, bytes.length)).toString('latin1'),
  );

/** Returns true if the file is a worksheet of Excel 2 to 4: it starts with a record `BOF` of that version, [MS-XLS] 2.4.21. */
const isWorksheetStream = ([type, version = 0xff, size = 0, highSize]: Uint8Array): boolean =>
  type === 0x09 && [0, 2, 4].includes(version) && (size === 4 || size === 6) && highSize === 0;

// Version bytes of dBase III and IV, FoxPro and Visual FoxPro, with and without memo fields.
const DBF_VERSIONS = [0x02, 0x03, 0x30, 0x31, 0x43, 0x63, 0x83, 0x8b, 0xcb, 0xf5];
const DBF_HEADER = 32;
const DBF_FIELDS_END = 0x0d;

/**
 * Returns true for a dBase table: a version, a date, and a header with 32 bytes for each field that ends at its stated length.
 * FoxPro adds 263 bytes.
 */
function isDatabaseTable(bytes: Uint8Array): boolean {
  const [version = 0, , month = 0, day = 0] = bytes;
  if (!DBF_VERSIONS.includes(version) || bytes.length < DBF_HEADER * 2) return false;
  if (month < 1 || month > 12 || day < 1 || day > 31) return false;
  const size = (bytes[8] ?? 0) + (bytes[9] ?? 0) * 256;
  const end = [size - 1, size - 264].find((at) => at > DBF_HEADER && at % DBF_HEADER === 0);
  return end !== undefined && bytes[end] === DBF_FIELDS_END;
}

// Maximum bytes of a gzip file that are unpacked for detection; they become at most 4 MB.
const PACKED_SAMPLE_BYTES = 4096;

/** Returns true if a gzip file contains an SVG. */
function isPackedDrawing(bytes: Uint8Array): boolean {
  try {
    const start = gunzipSync(bytes.subarray(0, PACKED_SAMPLE_BYTES), { finishFlush: constants.Z_SYNC_FLUSH });
    return detectTextFormat(decodeText(start, detectEncoding(start)).text, false) === 'svg';
  } catch {
    return false;
  }
}

/** Returns true for a text that starts like PostScript but with a TeX editor's comment, such as `%!TEX encoding`. */
const isTexComment = (bytes: Uint8Array): boolean =>
  /^%!\s?tex\b/i.test(Buffer.from(bytes.subarray(0, 8)).toString());

/** Returns true for a PDF header at the start, or for a later one if the rest is a PDF and not a text about PDF. */
function hasPdfHeader(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const at = file.subarray(0, PDF_HEADER_WITHIN + 5).indexOf('%PDF-');
  return (
    at === 0 || (at > 0 && /(?:^|\s)$/.test(file.toString('latin1', at - 1, at)) && file.includes(' obj'))
  );
}

/**
 * Control characters that text files do not contain; allows tab, line ends, form feed, escape and DOS end-of-file
 * (0x1A).
 */
function isBinaryControl(code: number): boolean {
  if (code > 0x1f) return code === 0x7f;
  return code < 0x09 || code === 0x0b || (code > 0x0d && code !== 0x1a && code !== 0x1b);
}

/**
 * Whether the decoded bytes look like text: few control characters, few invalid bytes. Latin-1 decodes any byte, so
 * 0x80 to 0x9F count as invalid there; random bytes contain many of them.
 */
function looksLikeText(sample: string): boolean {
  let controls = 0;
  let invalid = 0;
  for (let at = 0; at < sample.length; at += 1) {
    const code = sample.charCodeAt(at);
    if (isBinaryControl(code)) controls += 1;
    else if ((code >= 0x80 && code <= 0x9f) || code >= 0xfffd) invalid += 1;
  }
  return controls <= sample.length / 1000 && invalid <= sample.length / 100;
}

/** Returns a sample that does not end inside a character, cut at the last line end if possible. */
function sampleOf(bytes: Uint8Array): Uint8Array {
  if (bytes.length <= TEXT_SAMPLE_BYTES) return bytes;
  const cut = bytes.lastIndexOf(0x0a, TEXT_SAMPLE_BYTES);
  const end = cut > TEXT_SAMPLE_BYTES / 2 ? cut : TEXT_SAMPLE_BYTES;
  return bytes.subarray(0, end - (end % 2));
}

const PAGE_ROOT = /^\s*<(?:!doctype|html|\?xml)/i;

/** Returns a text's format: from its bytes or, if they leave it open, from its name or otherwise its media type. */
function openFormat(
  text: string,
  isWhole: boolean,
  name: string | undefined,
  mediaType: string | undefined,
): Format {
  const detected = detectTextFormat(text, isWhole);
  // Part of a page may be the start of Markdown.
  const isOpenPage = detected === 'html' && !PAGE_ROOT.test(text);
  const named = [canonicalFormat(name?.split('.').at(-1) ?? ''), formatOfMediaType(mediaType ?? '')];
  const chosen = named.find((format) => {
    if (format === undefined || format === 'text') return false;
    // A lone number or string.
    if (format === 'json') return detected === 'text' && isJsonValue(text);
    return canBeReadAs(detected, format) || (isOpenPage && format === 'markdown');
  });
  return chosen ?? detected;
}

/**
 * Detects a file's format from its bytes; undefined if it is unknown. If the bytes do not decide between text formats, the name
 * does, or otherwise the media type. `name`, a file name or format, also identifies an encrypted docx, xlsx, xlsb or pptx.
 *
 * Templates, slide shows and files with macros have the format of the documents they contain, such as docx for docm.
 *
 * A text is `text` unless it is clearly of another format. A damaged file has the format of its start, so that the conversion can
 * report the damage.
 */
export async function detectFormat(
  bytes: Uint8Array,
  name?: string,
  mediaType?: string,
): Promise<Format | undefined> {
  if (bytes.length === 0) return undefined;
  if (hasPdfHeader(bytes)) return 'pdf';
  if (hasRtfHeader(bytes)) return 'rtf';
  const compound = detectCompoundFile(bytes, name);
  if (compound !== 'none') return compound;
  if (isWorksheetStream(bytes)) return 'xls';
  if (isDatabaseTable(bytes)) return 'dbf';
  const known = await signatureType(bytes);
  const marked = byteOrderMark(bytes) !== undefined;
  if (known !== undefined && known.ext !== 'xml' && !marked && !isTexComment(bytes)) {
    if (known.ext === 'zip') return detectArchive(bytes);
    if (known.ext === 'gz') return isPackedDrawing(bytes) ? 'svgz' : undefined;
    return byExtension[known.ext];
  }
  // Detect the encoding from all bytes: the sample may end inside a character and not be valid UTF-8.
  const { text } = decodeText(sampleOf(bytes), detectEncoding(bytes));
  if (!looksLikeText(text)) return undefined;
  return openFormat(text, bytes.length <= TEXT_SAMPLE_BYTES, name, mediaType);
}
