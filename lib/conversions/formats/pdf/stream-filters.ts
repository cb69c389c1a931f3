import { inflateSync } from 'node:zlib';

/** Maximum bytes of a file that are read, as a multiple of those there are: objects overlap only in files that are made for it. */
export const MAX_READ = 8;
/** Longer than the dictionary of any stream. */
export const DICTIONARY_BYTES = 2048;

/** A stream filter (ISO 32000-1, 7.4) that is not an image format. */
interface StreamFilter {
  readonly name: string;
  /** Maximum bytes that it returns for each byte. */
  readonly ratio: number;
  /** Decodes at most `maxBytes`; `too_long` if there are more, undefined if the data is damaged. */
  readonly decode: (bytes: Buffer, maxBytes: number) => Buffer | 'too_long' | undefined;
}

function inflate(bytes: Buffer, maxBytes: number): Buffer | 'too_long' | undefined {
  try {
    return inflateSync(bytes, { maxOutputLength: maxBytes });
  } catch (error) {
    return error instanceof RangeError ? 'too_long' : undefined;
  }
}

const END_OF_RUNS = 128;

/** A length up to 127 precedes as many bytes and one; a greater one repeats the next byte (7.4.5). */
function expandRuns(bytes: Buffer, maxBytes: number): Buffer | 'too_long' {
  const parts: Buffer[] = [];
  let total = 0;
  for (let at = 0; at < bytes.length; ) {
    const length = bytes[at] ?? END_OF_RUNS;
    if (length === END_OF_RUNS) break;
    const isRun = length > END_OF_RUNS;
    const part = isRun
      ? Buffer.alloc(257 - length, bytes[at + 1] ?? 0)
      : bytes.subarray(at + 1, at + 2 + length);
    at += isRun ? 2 : 2 + length;
    total += part.length;
    if (total > maxBytes) return 'too_long';
    parts.push(part);
  }
  return Buffer.concat(parts);
}

const CLEAR = 256;
const END_OF_CODES = 257;
const MAX_CODE_BITS = 12;

/** Codes of 9 to 12 bits, the first of them for single bytes; each adds the one before it and its own first byte (7.4.4). */
function expandCodes(bytes: Buffer, maxBytes: number): Buffer | 'too_long' {
  const parts: Buffer[] = [];
  let total = 0;
  let table: Buffer[] = [];
  let previous: Buffer | undefined;
  let [bits, held, width] = [0, 0, 9];
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xff_ffff;
    bits += 8;
    if (bits < width) continue;
    bits -= width;
    const code = (held >> bits) & ((1 << width) - 1);
    if (code === END_OF_CODES) break;
    if (code === CLEAR) {
      table = [];
      previous = undefined;
      width = 9;
      continue;
    }
    const known = code < CLEAR ? Buffer.from([code]) : table[code - END_OF_CODES - 1];
    const next = known ?? (previous && Buffer.concat([previous, previous.subarray(0, 1)]));
    if (next === undefined) break;
    total += next.length;
    if (total > maxBytes) return 'too_long';
    parts.push(next);
    if (previous !== undefined && table.length < 2 ** MAX_CODE_BITS - END_OF_CODES - 1)
      table.push(Buffer.concat([previous, next.subarray(0, 1)]));
    previous = next;
    // One code early, as most programs write them.
    const codes = table.length + END_OF_CODES + 2;
    width = codes >= 2048 ? 12 : codes >= 1024 ? 11 : codes >= 512 ? 10 : 9;
  }
  return Buffer.concat(parts);
}

/** Two hexadecimal digits for each byte, up to `>` (7.4.2). */
const readHex = (bytes: Buffer): Buffer =>
  Buffer.from(bytes.toString('latin1').replace(/>.*$/s, '').replaceAll(/\s/g, ''), 'hex');

/** Five characters for four bytes, `z` for four zeros, up to `~>` (7.4.3). */
function readBase85(bytes: Buffer): Buffer {
  const result = Buffer.alloc(bytes.length * 4);
  let [length, count, value] = [0, 0, 0];
  const add = (used: number): void => {
    const word = Buffer.alloc(4);
    word.writeUInt32BE(value % 2 ** 32);
    word.copy(result, length, 0, used);
    length += used;
    [count, value] = [0, 0];
  };
  for (const byte of bytes) {
    if (byte === 0x7e) break;
    if (byte === 0x7a && count === 0) add(4);
    if (byte < 0x21 || byte > 0x75) continue;
    value = value * 85 + byte - 0x21;
    count += 1;
    if (count === 5) add(4);
  }
  if (count > 1) {
    const used = count - 1;
    for (; count < 5; count += 1) value = value * 85 + 84;
    add(used);
  }
  return result.subarray(0, length);
}

const flate: StreamFilter = { name: 'FlateDecode', ratio: 1032, decode: inflate };
const runs: StreamFilter = { name: 'RunLengthDecode', ratio: 64, decode: expandRuns };
// 4096 bytes for 12 bits.
const codes: StreamFilter = { name: 'LZWDecode', ratio: 2731, decode: expandCodes };
const hex: StreamFilter = { name: 'ASCIIHexDecode', ratio: 1, decode: readHex };
// For `z`.
const base85: StreamFilter = { name: 'ASCII85Decode', ratio: 4, decode: readBase85 };

/** Filters by their names and their abbreviations. */
const filters: ReadonlyMap<string, StreamFilter> = new Map([
  ['FlateDecode', flate],
  ['Fl', flate],
  ['RunLengthDecode', runs],
  ['RL', runs],
  ['LZWDecode', codes],
  ['LZW', codes],
  ['ASCIIHexDecode', hex],
  ['AHx', hex],
  ['ASCII85Decode', base85],
  ['A85', base85],
]);

/** Returns the filters in a stream's dictionary, in the order of decoding. */
export const filtersIn = (dictionary: string): StreamFilter[] =>
  [...dictionary.matchAll(/\/(\w+)/g)].flatMap(([, name = '']) => filters.get(name) ?? []);

/** Whether a filter can return more than it reads. Base 85 does so for zeros only, which no program relies on. */
export const expands = ({ ratio }: StreamFilter): boolean => ratio > 4;
