import { analyse } from 'chardet';
import { nameTable } from './name-table.ts';

/** A text file in Unicode. */
export interface DecodedText {
  /** Without a byte order mark; line ends are `\n`. */
  readonly text: string;
  /** WHATWG name of the encoding it was read with. */
  readonly encoding: string;
  /** Whether bytes had to be replaced by U+FFFD. */
  readonly damaged: boolean;
}

// What a guess is made from: more does not make it better, and the guess is the slow part.
const SAMPLE_BYTES = 64 * 1024;

/** The encoding a byte order mark names. Unicode 16.0, section 23.8. */
export function byteOrderMark(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' | undefined {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  return undefined;
}

/**
 * UTF-16 without a mark: one byte of each pair is zero for ASCII (spaces, line ends, digits and Latin letters), the
 * other almost never. Needs 15 % of such pairs, which text of any script has in its spaces and line ends.
 */
function unmarkedUtf16(sample: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const pairs = Math.floor(sample.length / 2);
  if (pairs < 2) return undefined;
  let evenZeros = 0;
  let oddZeros = 0;
  for (let at = 0; at + 1 < sample.length; at += 2) {
    if (sample[at] === 0 && sample[at + 1] === 0) return undefined;
    if (sample[at] === 0) evenZeros += 1;
    if (sample[at + 1] === 0) oddZeros += 1;
  }
  const needed = Math.max(2, pairs * 0.15);
  if (oddZeros >= needed && evenZeros === 0) return 'utf-16le';
  if (evenZeros >= needed && oddZeros === 0) return 'utf-16be';
  return undefined;
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

// ISO-8859-1 as the web reads it (WHATWG Encoding): the quotes and dashes of windows-1252 in place of controls.
const aliases: Readonly<Record<string, string>> = nameTable({
  'iso-8859-1': 'windows-1252',
  ascii: 'windows-1252',
  'iso-8859-9': 'windows-1254',
});

function isDecodable(encoding: string): boolean {
  try {
    new TextDecoder(encoding);
    return true;
  } catch {
    return false;
  }
}

// A weak guess of a rare encoding, or one hardly better than the most common, is worse than the most common.
const ENOUGH_CONFIDENCE = 30;
const CLEARLY_BETTER = 5;
// With fewer bytes beyond ASCII there is nothing to tell encodings by.
const ENOUGH_BYTES = 3;

function guess(sample: Uint8Array): string {
  const beyondAscii = sample.reduce((count, byte) => count + (byte >= 0x80 ? 1 : 0), 0);
  if (beyondAscii < ENOUGH_BYTES) return 'windows-1252';
  const guesses = analyse(sample).map(({ name, confidence }) => ({
    encoding: aliases[name.toLowerCase()] ?? name.toLowerCase(),
    confidence,
  }));
  const [best] = guesses.filter(({ encoding }) => !encoding.startsWith('utf-') && isDecodable(encoding));
  if (best === undefined) return 'windows-1252';
  // Languages in Latin letters are mostly ASCII; what is not is of another script, and any guess beats Latin.
  if (beyondAscii > sample.length / 2 && best.confidence > 0) return best.encoding;
  const common = guesses.find(({ encoding }) => encoding === 'windows-1252')?.confidence ?? 0;
  const isSure = best.confidence >= Math.max(ENOUGH_CONFIDENCE, common + CLEARLY_BETTER);
  return isSure ? best.encoding : 'windows-1252';
}

/** The WHATWG name of a text's encoding: a byte order mark, UTF-16 by its zeros, UTF-8 if valid, else the best guess. */
export function detectEncoding(bytes: Uint8Array): string {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const marked = byteOrderMark(bytes) ?? unmarkedUtf16(sample);
  if (marked !== undefined) return marked;
  return isUtf8(bytes) ? 'utf-8' : guess(sample);
}

/**
 * Reads a text file. `encoding` is a WHATWG name; where it is left out, it is detected. Never throws for what the bytes
 * are: bytes that do not fit become U+FFFD and `damaged` is set.
 */
export function decodeText(bytes: Uint8Array, encoding: string = detectEncoding(bytes)): DecodedText {
  const text = new TextDecoder(encoding).decode(bytes).replaceAll(/\r\n?/g, '\n');
  return { text, encoding, damaged: text.includes('\uFFFD') };
}
