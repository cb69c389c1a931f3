import type { Furniture } from '../../document/document-model.ts';
import { createFurnitureList } from '../../document/furniture-list.ts';
import { masterElements } from '../../shared/opendocument/master-elements.ts';
import { childOf, elementsOf, type XmlElement, type XmlNode } from '../../shared/xml/element.ts';

/** The headers and footers of a sheet by its name and that of its master page. */
type SheetFurniture = (sheet: string, masterPage: string | undefined) => Furniture[];

const SHEET_NAME = 'text:sheet-name';
const numbers: readonly string[] = ['text:page-number', 'text:page-count'];

/** Pieces of a line: text, and fields by their names. */
type Line = readonly (string | { readonly field: string })[];

const DEFAULT_MASTER = 'Default';
// The usual ones first.
const parts = ['header', 'footer', 'header-left', 'header-first', 'footer-left', 'footer-first'] as const;
const MAX_LINES = 100;
const MAX_PIECES = 1000;

function piecesOf(node: XmlNode): Line {
  if (typeof node === 'string') return [node.replaceAll(/\s+/g, ' ')];
  if (node.name === SHEET_NAME || numbers.includes(node.name)) return [{ field: node.name }];
  return node.name === 'text:s' ? [' '] : node.children.flatMap(piecesOf);
}

/** The lines of a header or footer from left to right. Text outside of regions is centered, as in LibreOffice. */
function linesOf(part: XmlElement): Line[] {
  const [left, center, right] = ['left', 'center', 'right'].map((side) =>
    childOf(part, `style:region-${side}`),
  );
  return [left, part, center, right]
    .flatMap((region) => [...elementsOf(region)].filter(({ name }) => name === 'text:p'))
    .slice(0, MAX_LINES)
    .map((line) => piecesOf(line).slice(0, MAX_PIECES));
}

const hasLetters = (piece: Line[number]): boolean => typeof piece === 'string' && /[\p{L}\p{N}]/u.test(piece);

/** A number of pages with up to two words, such as `Page 1 of 9`. */
function isPageNumber(line: Line): boolean {
  const text = line.filter((piece) => typeof piece === 'string').join(' ');
  const words = text.split(' ').filter(hasLetters);
  return words.length <= 2 && line.some((piece) => typeof piece !== 'string' && piece.field !== SHEET_NAME);
}

/** The text of a header or footer, without page numbers; undefined if it has no text but the name of the sheet. */
function textOf(all: readonly Line[], sheet: string): string | undefined {
  const lines = all.filter((line) => !isPageNumber(line));
  if (!lines.some((line) => line.some(hasLetters))) return undefined;
  const textIn = (piece: Line[number]): string =>
    typeof piece === 'string' ? piece : piece.field === SHEET_NAME ? sheet : '';
  return lines
    .map((line) => line.map(textIn).join('').replaceAll(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join(' ');
}

/** Reads the headers and footers of the master pages in `styles.xml`, each text once (OpenDocument 1.3 part 3, 16.9). */
export function readSheetFurniture(styles: XmlElement | undefined): SheetFurniture {
  const masters = new Map(
    [...masterElements(styles)].map(([name, { master }]) => [
      name,
      parts.flatMap((part) => {
        const element = childOf(master, `style:${part}`);
        const isShown = element !== undefined && element.attributes['style:display'] !== 'false';
        return isShown
          ? [{ kind: part.startsWith('header') ? 'header' : 'footer', lines: linesOf(element) } as const]
          : [];
      }),
    ]),
  );
  return (sheet, masterPage = DEFAULT_MASTER) => {
    const furniture = createFurnitureList();
    for (const { kind, lines } of masters.get(masterPage) ?? masters.get(DEFAULT_MASTER) ?? [])
      furniture.add(kind, textOf(lines, sheet));
    return furniture.list();
  };
}
