import type { Furniture } from '../../document/document-model.ts';
import { createFurnitureList } from '../../document/furniture-list.ts';
import { printedText } from '../../shared/sheets/printed-text.ts';
import { XML_END, XML_OPEN } from '../../shared/xml/tag-kinds.ts';
import { xmlCursor } from '../../shared/xml/xml-cursor.ts';

const parts = ['oddHeader', 'evenHeader', 'firstHeader', 'oddFooter', 'evenFooter', 'firstFooter'] as const;

const START = '<headerFooter';
const END = '</headerFooter>';
// Each part has at most 255 characters (ECMA-376 part 1, 18.3.1.46); the rest is markup.
const MAX_BYTES = 16 * 1024;

/** The headers and footers of a worksheet part when it is printed, each text once. ECMA-376 part 1, 18.3.1.46. */
export function sheetFurniture(part: Uint8Array, sheet: string): Furniture[] {
  const bytes = Buffer.from(part.buffer, part.byteOffset, part.byteLength);
  const from = bytes.lastIndexOf(START);
  const to = from < 0 ? -1 : bytes.indexOf(END, from);
  if (to < 0 || to - from > MAX_BYTES) return [];
  const cursor = xmlCursor(bytes.subarray(from, to + END.length), parts);
  const codes = new Map<string | undefined, string>();
  for (let token = cursor.next(); token !== XML_END; token = cursor.next())
    if (token === XML_OPEN) codes.set(parts[cursor.name()], cursor.text().trim());
  const furniture = createFurnitureList();
  for (const name of parts)
    furniture.add(name.endsWith('Header') ? 'header' : 'footer', printedText(codes.get(name) ?? '', sheet));
  return furniture.list();
}
