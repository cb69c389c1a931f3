/** Receives the tokens of an RTF file in order. RTF 1.9.1, "Conventions of an RTF Reader". */
interface RtfHandler {
  readonly open: () => void;
  readonly close: () => void;
  /** A control word and its numeric parameter, if it has one. */
  readonly word: (name: string, parameter: number | undefined) => void;
  /** A control symbol, such as `~` or `*`. */
  readonly symbol: (character: string) => void;
  /** A byte of text written as two hexadecimal digits. */
  readonly hex: (byte: number) => void;
  /** Bytes of text without line ends, which have no meaning in RTF. */
  readonly text: (bytes: Uint8Array) => void;
  readonly binary: (bytes: Uint8Array) => void;
}

const BACKSLASH = 0x5c;
const OPEN = 0x7b;
const CLOSE = 0x7d;
const SPACE = 0x20;
const MINUS = 0x2d;
const QUOTE = 0x27;
// "A control word cannot be longer than 32 letters"; numbers have at most 10 digits and a sign.
const MAX_WORD = 32;
const MAX_DIGITS = 11;

const isLetter = (byte: number | undefined): boolean =>
  byte !== undefined && ((byte >= 0x61 && byte <= 0x7a) || (byte >= 0x41 && byte <= 0x5a));
const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x30 && byte <= 0x39;
const isLineEnd = (byte: number | undefined): boolean => byte === 0x0a || byte === 0x0d || byte === 0;

function hexDigit(byte: number | undefined): number {
  if (byte === undefined) return -1;
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x61 + 10 : -1;
}

/** Decodes pairs of hexadecimal digits. Skips white space and stops at any other character. */
export function fromHex(bytes: Uint8Array): Uint8Array {
  const out = new Uint8Array(bytes.length >> 1);
  let length = 0;
  let high = -1;
  for (const byte of bytes) {
    const digit = hexDigit(byte);
    if (digit < 0) {
      if (byte > SPACE) break;
      continue;
    }
    if (high < 0) high = digit;
    else {
      out[length] = high * 16 + digit;
      length += 1;
      high = -1;
    }
  }
  return out.subarray(0, length);
}

function readWord(file: Buffer, from: number, handler: RtfHandler): number {
  let at = from;
  while (at - from < MAX_WORD && isLetter(file[at])) at += 1;
  const name = file.toString('latin1', from, at);
  const sign = file[at] === MINUS && isDigit(file[at + 1]) ? 1 : 0;
  const digits = at + sign;
  let end = digits;
  while (end - digits < MAX_DIGITS && isDigit(file[end])) end += 1;
  const parameter = end > digits ? Number(file.toString('latin1', at, end)) : undefined;
  // One space after a word is part of it.
  const next = file[end] === SPACE ? end + 1 : end;
  if (name === 'bin' && parameter !== undefined && parameter >= 0) {
    const last = Math.min(file.length, next + parameter);
    handler.binary(file.subarray(next, last));
    return last;
  }
  handler.word(name, parameter);
  return next;
}

function readControl(file: Buffer, from: number, handler: RtfHandler): number {
  const byte = file[from];
  if (byte === undefined) return from;
  if (isLetter(byte)) return readWord(file, from, handler);
  if (byte === QUOTE) {
    const [high, low] = [hexDigit(file[from + 1]), hexDigit(file[from + 2])];
    if (high < 0 || low < 0) return from + 1;
    handler.hex(high * 16 + low);
    return from + 3;
  }
  // A backslash before a line end is `\par`.
  if (byte === 0x0a || byte === 0x0d) handler.word('par', undefined);
  else handler.symbol(String.fromCharCode(byte));
  return from + 1;
}

/** Splits an RTF file into tokens. Skips damaged ones. */
export function readTokens(bytes: Uint8Array, handler: RtfHandler): void {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  while (at < file.length) {
    const byte = file[at];
    if (byte === OPEN) {
      handler.open();
      at += 1;
    } else if (byte === CLOSE) {
      handler.close();
      at += 1;
    } else if (byte === BACKSLASH) at = readControl(file, at + 1, handler);
    else if (isLineEnd(byte)) at += 1;
    else {
      const from = at;
      for (let next = file[at]; next !== undefined; next = file[at]) {
        if (next === BACKSLASH || next === OPEN || next === CLOSE || isLineEnd(next)) break;
        at += 1;
      }
      handler.text(file.subarray(from, at));
    }
  }
}
