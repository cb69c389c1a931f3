import { byteOrderMark, type DecodedText, decodeText, detectEncoding } from '../decode-text.ts';

// WHATWG HTML 13.2.3.2 looks at 1024 bytes; pages with much before their head are common.
const HEAD_BYTES = 8_192;

const DECLARED =
  /<meta[^>]{0,500}?charset\s*=\s*["']?\s*([\w.:-]{1,40})|^\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{1,40})/i;

function declaredEncoding(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(HEAD_BYTES, bytes.byteLength));
  const match = DECLARED.exec(head.toString('latin1'));
  const label = match?.[1] ?? match?.[2];
  if (label === undefined) return undefined;
  try {
    const { encoding } = new TextDecoder(label);
    // The declaration was read as ASCII, so the page is not in UTF-16.
    return encoding.startsWith('utf-16') ? 'utf-8' : encoding;
  } catch {
    return undefined;
  }
}

/** Reads a page's bytes: as `encoding` says, else its byte order mark, its own declaration, or its bytes. */
export function decodeHtml(bytes: Uint8Array, encoding: string | undefined): DecodedText {
  if (encoding !== undefined) return decodeText(bytes, encoding);
  const detected = byteOrderMark(bytes) ?? declaredEncoding(bytes) ?? detectEncoding(bytes);
  const decoded = decodeText(bytes, detected);
  // Pages that declare one encoding and have another are common; their bytes tell.
  if (decoded.damaged && detected === 'utf-8') {
    const other = decodeText(bytes);
    if (!other.damaged) return other;
  }
  return decoded;
}
