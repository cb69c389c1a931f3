import { xmlEntities } from './xml-entities.ts';

const MAX_CODE_POINT = 0x10ffff;

/** A UTF-8 view of a part; one that starts with a UTF-16 byte order mark is transcoded. */
export function toUtf8(part: Uint8Array): Buffer {
  const bytes = Buffer.from(part.buffer, part.byteOffset, part.byteLength);
  const mark = bytes.length >= 2 ? bytes.readUInt16BE(0) : 0;
  if (mark === 0xfffe) return Buffer.from(new TextDecoder('utf-16le').decode(bytes));
  if (mark === 0xfeff) return Buffer.from(new TextDecoder('utf-16be').decode(bytes));
  return bytes;
}

function decodeEntity(reference: string, name: string): string {
  if (!name.startsWith('#')) return xmlEntities[name] ?? reference;
  const code = name[1] === 'x' ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10);
  return code > 0 && code <= MAX_CODE_POINT ? String.fromCodePoint(code) : '\uFFFD';
}

/** Resolves XML's own entities, leaves all others unchanged, and normalizes line ends (XML 1.0, 2.11 and 4.6). */
export function decodeEntities(text: string): string {
  const lines = text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text;
  return lines.includes('&')
    ? lines.replaceAll(/&(#x[\da-f]{1,6}|#\d{1,7}|\w{1,8});/gi, decodeEntity)
    : lines;
}
