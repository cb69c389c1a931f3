import { columnIndex } from '../../workbook/cell-names.ts';

// LibreOffice lays out every row, column and page of a table, empty or not, and keeps a model of every sheet and slide, so a few
// bytes can occupy it until the deadline. These checks match undecoded XML before LibreOffice opens it. Our own readers have limits.

/** Maximum column span of a table cell. Word has 63 columns, LibreOffice 16,384. */
const MAX_SPAN = 1000;
/** Maximum cells of the used range: all rows of a worksheet in 400 columns. */
const MAX_EXTENT = 420_000_000;
/** Maximum cells with content, and maximum characters added by repeating them, as in our own readers. */
const MAX_REPEATED_CELLS = 5_000_000;
const MAX_REPEATED_CHARACTERS = 64_000_000;

/** Maximum sheets. LibreOffice as WebAssembly hangs on 1000 sheets, and needs 2 GB for 2000. */
const MAX_SHEETS = 500;

/** Maximum spaces added by `text:s` in an OpenDocument file. */
const MAX_SPACES = 1_000_000;

const SPAN = /\bgridSpan\s(?:\w{1,20}:)?val\s?=\s?["'](\d{1,20})/g;
const CELL = /\br\s?=\s?["']([A-Z]{1,3})(\d{1,7})["']/g;
const TAG = /<\/?table:(table-row|table-cell)\b([^<>]{0,2000})>/g;

function extentOf(xml: string): number {
  let [rows, columns] = [0, 0];
  for (const [, letters = '', row] of xml.matchAll(CELL)) {
    rows = Math.max(rows, Number(row));
    columns = Math.max(columns, columnIndex(letters) + 1);
  }
  return rows * columns;
}

const ROWS = /\bnumber-rows-repeated\s?=\s?["'](\d{1,9})/;
const COLUMNS = /\bnumber-columns-repeated\s?=\s?["'](\d{1,9})/;

const repetition = (attributes: string, pattern: RegExp): number =>
  Number(pattern.exec(attributes)?.[1] ?? 1);

function hasManyRepetitions(xml: string): boolean {
  if (!xml.includes('-repeated')) return false;
  let [cells, characters, rows] = [0, 0, 1];
  /** The cell whose content ends at the next tag. */
  let open = { count: 0, from: 0 };
  for (const { 0: tag, 1: name, 2: attributes = '', index: at } of xml.matchAll(TAG)) {
    characters += open.count * (at - open.from);
    open = { count: 0, from: 0 };
    if (characters > MAX_REPEATED_CHARACTERS) return true;
    if (tag.startsWith('</')) continue;
    if (name === 'table-row') rows = repetition(attributes, ROWS);
    // An empty cell needs no memory.
    else if (name === 'table-cell' && (!attributes.endsWith('/') || /\bvalue/.test(attributes))) {
      const count = rows * repetition(attributes, COLUMNS);
      cells += count;
      if (!attributes.endsWith('/')) open = { count: count - 1, from: at + tag.length };
    }
    if (cells > MAX_REPEATED_CELLS) return true;
  }
  return false;
}

const hasVastTable = (xml: string): boolean =>
  Array.from(xml.matchAll(SPAN), ([, span]) => Number(span)).some((span) => span > MAX_SPAN) ||
  extentOf(xml) > MAX_EXTENT ||
  hasManyRepetitions(xml);

const SPACES = /\btext:c\s?=\s?["'](\d{1,20})/g;

const spacesIn = (xml: string): number =>
  Array.from(xml.matchAll(SPACES), ([, count]) => Number(count)).reduce((sum, count) => sum + count, 0);

const SHEETS = /<(?:\w{1,20}:)?sheet\s/g;
const TABLES = /<table:table\s/g;
const SLIDES = /<(?:\w{1,20}:)?sldId\s/g;

const countOf = (xml: string, pattern: RegExp): number => xml.match(pattern)?.length ?? 0;

/** Returns the reason to refuse this number of sheets; undefined if LibreOffice can open it. */
export const tooManySheets = (sheets: number): string | undefined =>
  sheets > MAX_SHEETS ? `The document has more than ${MAX_SHEETS} sheets. Split it.` : undefined;

const BINARY = /\\bin(\d{1,10})/g;

/** Returns the reason to refuse rtf that states more binary data than the file has: LibreOffice reads past the end of the file. */
export const vastBinary = (rtf: string): string | undefined =>
  Array.from(rtf.matchAll(BINARY), ([, length]) => Number(length)).reduce((sum, length) => sum + length, 0) >
  rtf.length
    ? 'The document states more binary data than the file has. Save it again.'
    : undefined;

// Tables of a text document are not sheets.
const sheetsIn = (xml: string): number => countOf(xml, xml.includes('<office:spreadsheet') ? TABLES : SHEETS);

/**
 * Returns the reason to refuse a part of an office document that LibreOffice would not finish; undefined if there is none.
 *
 * @param parts number of parts of the document; each is at most one slide
 */
export function vastContent(xml: string, parts: number): string | undefined {
  if (hasVastTable(xml))
    return 'A table of the document spans or repeats more cells than can be laid out. Delete the unused rows and columns.';
  if (spacesIn(xml) > MAX_SPACES)
    return `The document has more than ${MAX_SPACES} repeated spaces. Delete the unused ones.`;
  const sheets = tooManySheets(sheetsIn(xml));
  if (sheets !== undefined) return sheets;
  if (countOf(xml, SLIDES) > parts)
    return 'The document lists a slide more than once. Delete the repeated slides.';
  return undefined;
}
