import { byteOrderMark, type DecodedText, decodeText, detectEncoding } from '../../base/decode-text.ts';

// WHATWG HTML 13.2.3.2 scans 1024 bytes, but the declaration is often further in.
const SCAN_BYTES = 8_192;

const IN_DECLARATION = /^\s*<\?xml[^<>]*?encoding\s*=\s*["']([\w.:-]{1,40})/i;
const IN_META = /<meta[^<>]*?charset\s*=\s*(?:["']\s*)?([\w.:-]{1,40})/i;

/** The encoding that a page declares, by its WHATWG name; undefined if it declares none. */
export function declaredEncoding(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, SCAN_BYTES)).toString('latin1');
  const label = (IN_DECLARATION.exec(start) ?? IN_META.exec(start))?.[1];
  if (label === undefined) return undefined;
  try {
    const { encoding } = new TextDecoder(label);
    // The declaration was read as ASCII, so the page is not in UTF-16.
    return encoding.startsWith('utf-16') ? 'utf-8' : encoding;
  } catch {
    return undefined;
  }
}

/** Decodes a page. The encoding is `encoding`, or else the byte order mark, the page's declaration, or detected. */
export function decodeHtml(bytes: Uint8Array, encoding: string | undefined): DecodedText {
  if (encoding !== undefined) return decodeText(bytes, encoding);
  const detected = byteOrderMark(bytes) ?? declaredEncoding(bytes) ?? detectEncoding(bytes);
  const decoded = decodeText(bytes, detected);
  // Declared encodings are often wrong: fall back to detection.
  if (decoded.damaged && detected === 'utf-8') {
    const other = decodeText(bytes);
    if (!other.damaged) return other;
  }
  return decoded;
}
