import { shapeNames } from '../../shared/opendocument/frames.ts';
import { XML_CLOSE, XML_EMPTY, XML_END, XML_OPEN } from '../../shared/xml/tag-kinds.ts';
import type { XmlCursor } from '../../shared/xml/xml-cursor.ts';

/** A name without its prefix. */
export const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Element names for the cursor. They must come first, in this order. */
export const textNames = [
  'p',
  's',
  'c',
  'tab',
  'line-break',
  'a',
  'href',
  'annotation',
  ...shapeNames.map(localName),
  'control',
  'ruby-text',
  'note',
];
const [P, S, C, TAB, LINE_BREAK, A, HREF, FIRST_SKIPPED] = [0, 1, 2, 3, 4, 5, 6, 7];

// ODF 1.3 part 3, 6.1.3: a single `text:s` element with a huge count could exhaust memory.
const MAX_BLANKS = 10_000;

const LAST_DRAWN = FIRST_SKIPPED + shapeNames.length;

/** Whether the name at an index is that of a comment or a drawing. */
export const isDrawnName = (name: number): boolean => name >= FIRST_SKIPPED && name <= LAST_DRAWN;

/**
 * Returns the text of a cell, one line per paragraph, without comments and drawings. Collapses white space as in ODF 1.3
 * part 3, 6.1.2. The cursor must be on the opening tag and ends on the closing tag.
 *
 * @param onLink receives the address of each link
 * @param readDrawn reads a comment or a drawing, whose start tag the cursor is on, to its end; default: skips it
 */
export function readCellText(
  cursor: XmlCursor,
  onLink: (href: string | undefined) => void,
  readDrawn: () => void = cursor.skip,
): string {
  const outside = cursor.depth() - 1;
  let text = '';
  let paragraphDepth = 0;
  let paragraphs = 0;

  function addText(): void {
    if (paragraphDepth === 0) return;
    const collapsed = cursor.text().replaceAll(/[\t\n\r ]+/g, ' ');
    const isAfterSpace = text === '' || text.endsWith('\n') || text.endsWith(' ');
    text += isAfterSpace ? collapsed.replace(/^ /, '') : collapsed;
  }

  while (cursor.depth() > outside) {
    const token = cursor.next();
    if (token === XML_END) break;
    const name = cursor.name();
    if (token === XML_OPEN && name === A) onLink(cursor.attribute(HREF));
    if (token === XML_OPEN && isDrawnName(name)) readDrawn();
    else if (token === XML_OPEN && name > LAST_DRAWN && name < textNames.length) cursor.skip();
    else if (name === P && token === XML_CLOSE) paragraphDepth = 0;
    else if (name === P) {
      if (paragraphs > 0) text += '\n';
      paragraphs += 1;
      if (token === XML_OPEN) paragraphDepth = cursor.depth();
    } else if (token === XML_CLOSE || paragraphDepth === 0) {
      // The end of a span, or an element outside a paragraph.
    } else if (name === S) text += ' '.repeat(Math.min(MAX_BLANKS, Math.abs(cursor.integer(C))));
    else if (name === TAB) text += '\t';
    else if (name === LINE_BREAK) text += '\n';
    if (token !== XML_EMPTY || paragraphDepth > 0) addText();
  }
  return text;
}
