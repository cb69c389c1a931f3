import { XML_CLOSE, XML_END, XML_OPEN } from '../../shared/xml/tag-kinds.ts';
import { type XmlCursor, xmlCursor } from '../../shared/xml/xml-cursor.ts';

/** Decodes escapes such as `_x000D_` of characters that XML cannot represent (ST_Xstring, ECMA-376 22.9.2.19). */
export function unescapeXstring(text: string): string {
  if (!text.includes('_x')) return text;
  return text
    .replaceAll(/_x([\da-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll(/\r\n?/g, '\n');
}

/**
 * Returns the text of all runs of a string item, without phonetic readings. The cursor must be on its opening tag and ends
 * on its closing tag.
 */
export function readStringItem(cursor: XmlCursor, textName: number, readingName: number): string {
  const outside = cursor.depth() - 1;
  let text = '';
  while (cursor.depth() > outside) {
    const token = cursor.next();
    if (token === XML_END) break;
    if (token !== XML_OPEN) continue;
    if (cursor.name() === textName) text += cursor.text();
    else if (cursor.name() === readingName) cursor.skip();
  }
  return unescapeXstring(text);
}

const names = ['si', 't', 'rPh'];
const [SI, T, READING] = [0, 1, 2];

/** Reads the shared string table (ECMA-376 18.4.9). */
export function readSharedStrings(part: Uint8Array | undefined): string[] {
  const strings: string[] = [];
  if (part === undefined) return strings;
  const cursor = xmlCursor(part, names);
  for (let token = cursor.next(); token !== XML_END; token = cursor.next()) {
    if (token === XML_CLOSE || cursor.name() !== SI) continue;
    strings.push(token === XML_OPEN ? readStringItem(cursor, T, READING) : '');
  }
  return strings;
}
