import { XML_CLOSE, XML_END, XML_OPEN } from '../../shared/xml/tag-kinds.ts';
import type { XmlCursor } from '../../shared/xml/xml-cursor.ts';

/** Elements of headers and footers. */
export const textNames = [
  'p',
  's',
  'region-left',
  'region-center',
  'region-right',
  'sheet-name',
  'page-number',
  'page-count',
] as const;

type Piece = string | { readonly field: 'sheet-name' | 'page-number' | 'page-count' };
type Region = 'left' | 'center' | 'right';

/** The lines of a header or footer in each region. */
export type PagePart = Readonly<Record<Region, readonly (readonly Piece[])[]>>;

const MAX_LINES = 100;
const MAX_PIECES = 1000;

/** Reads a header or footer, with the cursor on its start tag. Text outside of regions is centered, as in LibreOffice. */
export function readPagePart(cursor: XmlCursor, names: readonly string[]): PagePart {
  const part: Record<Region, Piece[][]> = { left: [], center: [], right: [] };
  const outside = cursor.depth() - 1;
  let lines = part.center;
  let isInParagraph = false;
  while (cursor.depth() > outside) {
    const token = cursor.next();
    if (token === XML_END) break;
    const name = names[cursor.name()];
    if (name === 'p') {
      if (token !== XML_CLOSE && lines.length < MAX_LINES) lines.push([]);
      isInParagraph = token === XML_OPEN;
    } else if (token === XML_OPEN && name?.startsWith('region-') === true) {
      lines = part[name.slice('region-'.length) as Region];
    }
    if (!isInParagraph) continue;
    const line = lines.at(-1) ?? [];
    if (name === 'sheet-name' || name === 'page-number' || name === 'page-count') {
      if (token !== XML_CLOSE && line.length < MAX_PIECES) line.push({ field: name });
      if (token === XML_OPEN) cursor.skip();
    } else if (name === 's' && token !== XML_CLOSE) line.push(' ');
    const text = cursor.text().replaceAll(/\s+/g, ' ');
    if (text !== '' && line.length < MAX_PIECES) line.push(text);
  }
  return part;
}

/** A number of pages with up to two words, such as `Page 1 of 9`. */
const isPageNumber = (line: readonly Piece[]): boolean => {
  const text = line.filter((piece) => typeof piece === 'string').join(' ');
  const words = text.split(' ').filter((word) => /[\p{L}\p{N}]/u.test(word));
  const hasNumber = line.some((piece) => typeof piece !== 'string' && piece.field !== 'sheet-name');
  return hasNumber && words.length <= 2;
};

/** The text of a header or footer, without page numbers; undefined if it has no text but the name of the sheet. */
export function partText(part: PagePart, sheet: string): string | undefined {
  const lines = [...part.left, ...part.center, ...part.right].filter((line) => !isPageNumber(line));
  if (!lines.some((line) => line.some((piece) => typeof piece === 'string' && /[\p{L}\p{N}]/u.test(piece))))
    return undefined;
  return lines
    .map((line) =>
      line
        .map((piece) => (typeof piece === 'string' ? piece : piece.field === 'sheet-name' ? sheet : ''))
        .join('')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    )
    .filter((line) => line !== '')
    .join(' ');
}
