const EQUALS = 0x3d;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const NO_DIGIT = 64;
const digits = new Uint8Array(256).fill(NO_DIGIT);
for (const [value, character] of [...ALPHABET].entries()) digits[character.charCodeAt(0)] = value;

/** Decodes Base64 (RFC 2045, 6.8), also if programs pad each of its lines. Other characters are skipped. */
export function decodeBase64(text: Buffer): Buffer {
  const bytes = Buffer.alloc(Math.ceil((text.length * 3) / 4));
  let length = 0;
  let value = 0;
  let bits = 0;
  for (const byte of text) {
    if (byte === EQUALS) bits = 0;
    const digit = digits[byte] ?? NO_DIGIT;
    if (digit === NO_DIGIT) continue;
    value = ((value << 6) | digit) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[length] = (value >> bits) & 0xff;
    length += 1;
  }
  return bytes.subarray(0, length);
}

/** The value of a hexadecimal digit; -1 for any other byte. */
function digitOf(byte: number | undefined): number {
  if (byte === undefined) return -1;
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

const LF = 0x0a;
const isBlank = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x09 || byte === 0x0d;

/** Decodes quoted-printable (RFC 2045, 6.7). Signs that are no escape stay as they are. */
export function decodeQuotedPrintable(bytes: Uint8Array): Buffer {
  const text = Buffer.alloc(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === EQUALS) {
      const [high, low] = [digitOf(bytes[at + 1]), digitOf(bytes[at + 2])];
      if (high >= 0 && low >= 0) {
        text[length] = (high << 4) | low;
        length += 1;
        at += 2;
        continue;
      }
      // A line break after it is not part of the text, nor are blanks between them.
      let next = at + 1;
      while (isBlank(bytes[next])) next += 1;
      if (next >= bytes.length || bytes[next] === LF) {
        at = next;
        continue;
      }
    }
    text[length] = byte;
    length += 1;
  }
  return text.subarray(0, length);
}

// The line that starts uuencoded data names its file.
const UU_START = /^begin(?:-base64)? [0-7]{3,4} [^\n]*\n/;

/** Decodes the lines of uuencode, each of which starts with the number of its bytes. */
function decodeUu(text: string): Buffer {
  const bytes: number[] = [];
  for (const line of text.replace(UU_START, '').split(/\r?\n/)) {
    const count = (line.charCodeAt(0) - 0x20) & 63;
    if (line === 'end' || line === '' || count === 0) break;
    const start = bytes.length;
    for (let at = 1; at < line.length && bytes.length - start < count; at += 4) {
      const [a = 0, b = 0, c = 0, d = 0] = [0, 1, 2, 3].map(
        (place) => (line.charCodeAt(at + place) - 0x20) & 63,
      );
      bytes.push((a << 2) | (b >> 4), ((b & 15) << 4) | (c >> 2), ((c & 3) << 6) | d);
    }
    bytes.length = Math.min(bytes.length, start + count);
  }
  return Buffer.from(bytes.map((byte) => byte & 255));
}

/** Decodes the content of a part (RFC 2045, 6). Any other encoding leaves it as it is. */
export function decodeTransfer(bytes: Buffer, encoding: string): Uint8Array {
  if (encoding === 'base64') return decodeBase64(bytes);
  if (encoding === 'quoted-printable') return decodeQuotedPrintable(bytes);
  if (/^(?:x-)?uu(?:encode)?$/.test(encoding)) return decodeUu(bytes.toString('latin1').trimStart());
  return bytes;
}
