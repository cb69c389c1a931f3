import { type DocFile, fib } from './doc-file.ts';

// Bytes of an entry before its name, which is UTF-16 and ends with zero.
const NAME_AT = 40;
const MAX_FONTS = 10_000;

/** The names of the fonts of a document by index. [MS-DOC] 2.9.286 (SttbfFfn) and 2.9.79 (FFN). */
export function fontNames({ structure }: Pick<DocFile, 'structure'>): readonly string[] {
  const table = structure(fib.fonts);
  if (table === undefined || table.length < 4) return [];
  const count = Math.min(MAX_FONTS, table.readUInt16LE(0));
  const names: string[] = [];
  let at = 4;
  while (names.length < count && at < table.length) {
    const bytes = table.readUInt8(at) + 1;
    const name = table.subarray(at + NAME_AT, at + bytes).toString('utf16le');
    names.push(name.split('\0')[0] ?? '');
    at += bytes;
  }
  return names;
}
