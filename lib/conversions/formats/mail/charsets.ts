import { isAscii, isUtf8 } from 'node:buffer';
import { byteOrderMark, decodeText, detectEncoding } from '../../base/decode-text.ts';
import { codePageDecoder } from '../../shared/wordprocessing/code-pages.ts';
import { decodeUtf7, hasShifts, shiftedDecoder } from './seven-bit-charsets.ts';

type Decode = (bytes: Uint8Array) => string;

// Character set names in mail that the WHATWG Encoding Standard lacks, without separators.
const otherNames = new Map([
  ['eucjp', 'euc-jp'],
  ['euckr', 'euc-kr'],
  ['iso2022jp1', 'iso-2022-jp'],
  ['iso2022jp2', 'iso-2022-jp'],
  ['iso2022jpms', 'iso-2022-jp'],
  ['iso88598e', 'iso-8859-8'],
  ['iso88598i', 'iso-8859-8'],
  ['junet', 'iso-2022-jp'],
  ['mskanji', 'shift_jis'],
  ['shiftjis', 'shift_jis'],
  ['tis620', 'windows-874'],
  ['uhc', 'euc-kr'],
  ['utf8mb4', 'utf-8'],
  ['windows31j', 'shift_jis'],
]);

const CODE_PAGE = /^(?:cp|ibm|ms|dos|windows|codepage)?(\d{3,5})$/;

function standardDecoder(label: string): Decode | undefined {
  try {
    const decoder = new TextDecoder(label);
    return (bytes) => decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Decodes UTF-16 with the byte order of its byte order mark. */
const decodeUtf16: Decode = (bytes) =>
  new TextDecoder(byteOrderMark(bytes) === 'utf-16be' ? 'utf-16be' : 'utf-16le').decode(bytes);

function findDecoder(label: string): Decode | undefined {
  if (label === 'utf-16') return decodeUtf16;
  const bare = label.replace(/^(?:x-|cs)/, '').replaceAll(/[^a-z0-9]/g, '');
  if (bare === 'utf7' || bare === 'unicode11utf7') return decodeUtf7;
  const page = CODE_PAGE.exec(bare)?.[1];
  return (
    shiftedDecoder(bare) ??
    standardDecoder(label) ??
    standardDecoder(otherNames.get(bare) ?? bare) ??
    (page === undefined ? undefined : codePageDecoder(Number(page)))
  );
}

// Maximum cached names. Real mail uses few; further names are looked up each time.
const MAX_KNOWN = 200;
const known = new Map<string, Decode | undefined>();

/** Returns the decoder of a character set by its name in mail; undefined if the name is unknown. */
function decoderOf(name: string): Decode | undefined {
  const label = name.trim().toLowerCase();
  if (label === '' || label.length > 40) return undefined;
  if (known.has(label)) return known.get(label);
  const decoder = findDecoder(label);
  if (known.size < MAX_KNOWN) known.set(label, decoder);
  return decoder;
}

const ASCII_NAMES: ReadonlySet<string> = new Set(['us-ascii', 'ascii', 'ansi_x3.4-1968', '7bit', '8bit']);

// Maximum share of replacement characters among non-ASCII characters. With more, the declaration is wrong and not the text damaged.
const DAMAGED = 0.1;
// Control characters that no text contains. Decoding letters with the wrong single-byte encoding produces them.
const CONTROLS = /[\u0080-\u009f]/;

/** Returns true if the decoded text is plausible, so that the character set was probably right. */
function isPlausible(text: string): boolean {
  if (CONTROLS.test(text)) return false;
  if (!text.includes('\ufffd')) return true;
  let beyondAscii = 0;
  let replaced = 0;
  for (const character of text) {
    if (character < '\u0080') continue;
    beyondAscii += 1;
    if (character === '\ufffd') replaced += 1;
  }
  return replaced <= beyondAscii * DAMAGED;
}

/** Decodes bytes in a declared character set. Returns undefined if it is unknown or certainly wrong. */
function decodeAs(bytes: Uint8Array, charset: string): string | undefined {
  const label = charset.trim().toLowerCase();
  const decode = decoderOf(label);
  if (isAscii(bytes) && !hasShifts(bytes)) return decode?.(bytes);
  if (decode === undefined || ASCII_NAMES.has(label)) return undefined;
  const text = decode(bytes);
  // Text in another encoding is practically never valid UTF-8 by chance.
  const isWrong = isUtf8(bytes) && !/^(?:x-)?(?:utf|unicode|iso-2022|hz|csiso2022)/.test(label);
  return isWrong || !isPlausible(text) ? undefined : text;
}

function decodeDeclared({ bytes, charsets }: Sample): string | undefined {
  for (const charset of charsets) {
    const text = decodeAs(bytes, charset);
    if (text !== undefined) return text;
  }
  return undefined;
}

/** The character sets of a message: declared ones, and a common one for bytes without a declaration. */
export interface Charsets {
  /** Decodes bytes with the first plausible one of `charsets`, or with the message's own character set. */
  readonly decode: (bytes: Uint8Array, charsets?: readonly string[]) => string;
  /** Returns a warning if the encoding is an uncertain guess. */
  readonly warnings: () => string[];
}

/** Bytes of a message, and the names of their declared character sets. */
export interface Sample {
  readonly bytes: Uint8Array;
  readonly charsets: readonly string[];
}

// Maximum sample. A larger one does not improve the guess.
const SAMPLE_BYTES = 64 * 1024;

/**
 * Finds the character set of a message's undeclared bytes: the one that its text declares, if plausible, or otherwise the one
 * detected from all these bytes together.
 *
 * @param ofText character sets of the message's texts
 * @param samples texts and headers of the message
 */
export function createCharsets(ofText: readonly string[], samples: () => Iterable<Sample>): Charsets {
  let together: string | undefined;
  let warned: string | undefined;

  /** Detects the common encoding of all undeclared bytes. */
  function detectTogether(): string {
    const parts: Uint8Array[] = [];
    let length = 0;
    for (const { bytes, charsets } of samples()) {
      if (length >= SAMPLE_BYTES) break;
      if (isUtf8(bytes) || decodeDeclared({ bytes, charsets }) !== undefined) continue;
      parts.push(bytes.subarray(0, SAMPLE_BYTES - length), Buffer.from('\n'));
      length += bytes.length;
    }
    return detectEncoding(Buffer.concat(parts));
  }

  function decodeGuessed(bytes: Uint8Array): string {
    together ??= detectTogether();
    const text = decodeText(bytes, together);
    const { encoding, ...best } = text.damaged ? decodeText(bytes) : text;
    warned = encoding;
    return best.text;
  }

  return {
    decode: (bytes, charsets = []) => {
      const declared = decodeDeclared({ bytes, charsets });
      if (declared !== undefined) return declared;
      const encoding = detectEncoding(bytes);
      if (encoding === 'utf-8' || encoding === 'iso-2022-jp') return decodeText(bytes, encoding).text;
      const asText = decodeDeclared({ bytes, charsets: ofText });
      return asText ?? decodeGuessed(bytes);
    },
    warnings: () =>
      warned === undefined
        ? []
        : [
            `The message does not declare the encoding of its text, or declares it wrongly; it was read as ${warned}. Check names and words with accents.`,
          ],
  };
}
