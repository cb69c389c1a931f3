// Character sets of mail that consist of ASCII bytes only: UTF-7 (RFC 2152), HZ (RFC 1843) and ISO-2022-KR (RFC 1557).

const SHIFTED_UTF7 = /\+([A-Za-z0-9+/]*)-?/g;

/** Decodes UTF-7, in which `+` and `-` enclose UTF-16 in Base64. */
export function decodeUtf7(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString('latin1')
    .replaceAll(SHIFTED_UTF7, (_, encoded: string) => {
      if (encoded === '') return '+';
      const units = Buffer.from(encoded, 'base64');
      return new TextDecoder('utf-16be').decode(units.subarray(0, units.length - (units.length % 2)));
    });
}

const ESCAPE = 0x1b;
const SHIFT_OUT = 0x0e;

/** Whether bytes have the escape sequences of a character set of ASCII bytes. */
export const hasShifts = (bytes: Uint8Array): boolean => bytes.includes(ESCAPE) || bytes.includes(SHIFT_OUT);

const HIGH_BIT = 0x80;
const LF = 0x0a;

/** Decodes text in which bytes between two marks stand for those with a high bit, at most to the end of the line. */
function decodeShifted(bytes: Uint8Array, open: string, close: string, label: string): string {
  const file = Buffer.from(bytes);
  const [start, end] = [Buffer.from(open), Buffer.from(close)];
  const text: Buffer[] = [];
  for (let at = 0; at < file.length; ) {
    const opened = file.indexOf(start, at);
    if (opened < 0) {
      text.push(file.subarray(at));
      break;
    }
    text.push(file.subarray(at, opened));
    const from = opened + start.length;
    const line = file.indexOf(LF, from);
    const lineEnd = line < 0 ? file.length : line;
    const found = file.subarray(from, lineEnd).indexOf(end);
    const to = found < 0 ? lineEnd : from + found;
    text.push(Buffer.from(file.subarray(from, to).map((byte) => byte | HIGH_BIT)));
    at = found < 0 ? to : to + end.length;
  }
  return new TextDecoder(label).decode(Buffer.concat(text));
}

const KOREAN_DESIGNATION = '\u001b$)C';

/** The decoder of a character set that shifts between ASCII and another encoding; undefined for any other name. */
export function shiftedDecoder(name: string): ((bytes: Uint8Array) => string) | undefined {
  if (name === 'hzgb2312' || name === 'hz') return (bytes) => decodeShifted(bytes, '~{', '~}', 'gb18030');
  if (name === 'iso2022kr')
    return (bytes) => decodeShifted(bytes, '\u000e', '\u000f', 'euc-kr').replaceAll(KOREAN_DESIGNATION, '');
  return undefined;
}
