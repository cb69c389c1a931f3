import { isAscii, isUtf8 } from 'node:buffer';
import { analyse } from 'chardet';
import { declaredEncodings } from './declared-encoding.ts';
import { shortEastAsianEncoding } from './east-asian-encoding.ts';
import { nameTable } from './name-table.ts';

/** A decoded text file. */
export interface DecodedText {
  /** Text without a byte order mark; line ends are `\n`. */
  readonly text: string;
  /** WHATWG name of the file's encoding. */
  readonly encoding: string;
  /** Whether any bytes were replaced by U+FFFD. */
  readonly damaged: boolean;
}

// A larger sample does not improve the guess, which is the slow part.
const SAMPLE_BYTES = 64 * 1024;

/** Returns the encoding that a byte order mark identifies (Unicode 16.0, section 23.8). */
export function byteOrderMark(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' | undefined {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  return undefined;
}

/**
 * Detects UTF-16 without a byte order mark. ASCII characters (spaces, line ends, digits, Latin letters) have one zero
 * byte per pair, always on the same side. Requires 15 % of such pairs: spaces and line ends alone reach that in any
 * script.
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

// As in the WHATWG Encoding Standard: windows-1252 has quotes and dashes where ISO-8859-1 has control characters.
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

/** Whether all bytes are characters of an encoding; a sample may end in the middle of one. */
const isIn = (encoding: string, sample: Uint8Array): boolean =>
  !new TextDecoder(encoding).decode(sample, { stream: true }).includes('\ufffd');

/** The first encoding that a text declares and its bytes are in. */
function declaredEncoding(sample: Uint8Array): string | undefined {
  const text = Buffer.from(sample.buffer, sample.byteOffset, sample.length).toString('latin1');
  for (const encoding of new Set(declaredEncodings(text))) if (isIn(encoding, sample)) return encoding;
  return undefined;
}

// Below these thresholds (percent), windows-1252, the most common encoding, is the better guess.
const ENOUGH_CONFIDENCE = 30;
const CLEARLY_BETTER = 5;
// Fewer non-ASCII bytes are too little evidence.
const ENOUGH_BYTES = 3;
// Non-ASCII bytes from which the statistics of Chinese, Japanese and Korean are reliable.
const SHORT_BYTES = 400;

function guess(sample: Uint8Array): string {
  const beyondAscii = sample.reduce((count, byte) => count + (byte >= 0x80 ? 1 : 0), 0);
  if (beyondAscii < ENOUGH_BYTES) return 'windows-1252';
  const short = beyondAscii <= SHORT_BYTES ? shortEastAsianEncoding(sample) : undefined;
  if (short !== undefined) return short;
  const guesses = analyse(sample).map(({ name, confidence }) => ({
    encoding: aliases[name.toLowerCase()] ?? name.toLowerCase(),
    confidence,
  }));
  const best = guesses.find(
    ({ encoding }) => !encoding.startsWith('utf-') && isDecodable(encoding) && isIn(encoding, sample),
  );
  if (best === undefined) return 'windows-1252';
  // Text in Latin script is mostly ASCII. Mostly non-ASCII bytes mean another script, so any guess beats windows-1252.
  if (beyondAscii > sample.length / 2 && best.confidence > 0) return best.encoding;
  const common = guesses.find(({ encoding }) => encoding === 'windows-1252')?.confidence ?? 0;
  const isSure = best.confidence >= Math.max(ENOUGH_CONFIDENCE, common + CLEARLY_BETTER);
  return isSure ? best.encoding : 'windows-1252';
}

const ESCAPE = 0x1b;
// The sequences of ISO-2022-JP (RFC 1468) after which characters are Japanese.
const TO_JAPANESE = ['\u001b$B', '\u001b$@'];

/** Whether bytes of ASCII are Japanese text in ISO-2022-JP. */
function isShiftedJapanese(sample: Uint8Array): boolean {
  if (!sample.includes(ESCAPE) || !isAscii(sample)) return false;
  const text = Buffer.from(sample).toString('latin1');
  return TO_JAPANESE.some((sequence) => text.includes(sequence)) && isIn('iso-2022-jp', sample);
}

/**
 * Returns a text's WHATWG encoding: from its byte order mark, UTF-16 by zero bytes, ISO-2022-JP by escape sequences, UTF-8
 * if valid, else the encoding that it declares or the best guess.
 */
export function detectEncoding(bytes: Uint8Array): string {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const marked = byteOrderMark(bytes) ?? unmarkedUtf16(sample);
  if (marked !== undefined) return marked;
  if (isShiftedJapanese(sample)) return 'iso-2022-jp';
  return isUtf8(bytes) ? 'utf-8' : (declaredEncoding(sample) ?? guess(sample));
}

/**
 * Decodes a text file. `encoding` is a WHATWG name; it is detected by default. Never throws for invalid bytes: they
 * become U+FFFD and set `damaged`.
 */
export function decodeText(bytes: Uint8Array, encoding: string = detectEncoding(bytes)): DecodedText {
  const text = new TextDecoder(encoding).decode(bytes).replaceAll(/\r\n?/g, '\n');
  return { text, encoding, damaged: text.includes('\uFFFD') };
}

const CHUNK_BYTES = 64 * 1024;

/** Decodes a text file in chunks, so that memory does not depend on its size. Line ends stay as they are. */
export function* decodeChunks(bytes: Uint8Array): Generator<string> {
  const decoder = new TextDecoder(detectEncoding(bytes));
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    yield decoder.decode(bytes.subarray(at, at + CHUNK_BYTES), { stream: true });
  }
  yield decoder.decode();
}
