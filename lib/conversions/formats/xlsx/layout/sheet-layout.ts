import { isOn } from '../../../shared/ooxml/on-off.ts';
import {
  type CollectedLayout,
  createCollectedLayout,
  DEFAULT_MARGINS,
  DEFAULT_ROW_HEIGHT,
  type PrintRanges,
  sheetLayout,
} from '../../../shared/sheets/collected-layout.ts';
import { digitWidth, storedLength } from '../../../shared/sheets/digit-width.ts';
import { paperSize } from '../../../shared/sheets/paper-sizes.ts';
import { XML_CLOSE, XML_END, XML_OPEN } from '../../../shared/xml/tag-kinds.ts';
import { type XmlCursor, xmlCursor } from '../../../shared/xml/xml-cursor.ts';
import { MAX_COLUMNS, MAX_ROWS } from '../../../workbook/cell-budget.ts';
import type { SheetLayoutOnPages } from '../../../workbook/workbook.ts';

const tags = [
  'row',
  'c',
  'col',
  'sheetFormatPr',
  'pageSetUpPr',
  'printOptions',
  'pageMargins',
  'pageSetup',
  'rowBreaks',
  'colBreaks',
  'brk',
  'customSheetViews',
] as const;
const attributes = [
  'r',
  's',
  'ht',
  'hidden',
  'min',
  'max',
  'width',
  'baseColWidth',
  'defaultColWidth',
  'defaultRowHeight',
  'zeroHeight',
  'fitToPage',
  'gridLines',
  'horizontalCentered',
  'verticalCentered',
  'left',
  'right',
  'top',
  'bottom',
  'paperSize',
  'orientation',
  'scale',
  'fitToWidth',
  'fitToHeight',
  'pageOrder',
  'id',
] as const;
type Tag = (typeof tags)[number];
type Attribute = (typeof attributes)[number];
type Name = Tag | Attribute;
const names: readonly string[] = [...tags, ...attributes];
const indexes = new Map(names.map((name, index) => [name, index]));
const at = (name: Name): number => indexes.get(name) ?? -1;

/** The parts of a workbook that the layout of a sheet depends on. */
export interface LayoutContext {
  /** The font of the default style, which column widths are measured in. */
  readonly font: string;
  readonly size: number;
}

const DEFAULT_CHARACTERS = 8.5;
// Space beside the digits of a default column: 5 pixels.
const COLUMN_PADDING = 3.75;
const MAX_BREAKS = 10_000;
// Excel's limits (ECMA-376 18.3.1.13 and 18.3.1.73).
const MAX_CHARACTERS = 255;
const MAX_HEIGHT = 409.5;
const MAX_MARGIN = 50;

interface Collected extends CollectedLayout {
  /** The breaks that are being read. */
  breaks: number[];
  /** The last row and column. */
  row: number;
  column: number;
}

const numberOf = (cursor: XmlCursor, name: Attribute, least: number, most: number): number | undefined => {
  const text = cursor.attribute(at(name));
  const value = text === undefined || text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) ? Math.min(most, Math.max(least, value)) : undefined;
};

type ReadTag = (cursor: XmlCursor, sheet: Collected, digit: number) => void;

const readTag: Readonly<Partial<Record<Tag, ReadTag>>> = {
  sheetFormatPr: (cursor, sheet, digit) => {
    const base = numberOf(cursor, 'baseColWidth', 0, MAX_CHARACTERS) ?? 8;
    const own = numberOf(cursor, 'defaultColWidth', 0, MAX_CHARACTERS) ?? 0;
    sheet.columnWidth = storedLength(own > 0 ? own * digit : base * digit + COLUMN_PADDING);
    const height = numberOf(cursor, 'defaultRowHeight', 0, MAX_HEIGHT);
    if (height !== undefined && height > 0) sheet.rowHeight = storedLength(height);
    if (isOn(cursor.attribute(at('zeroHeight')))) sheet.rowHeight = 0;
  },
  col: (cursor, sheet, digit) => {
    const first = cursor.integer(at('min')) - 1;
    const last = Math.min(cursor.integer(at('max')), MAX_COLUMNS) - 1;
    const width = numberOf(cursor, 'width', 0, MAX_CHARACTERS);
    const size = isOn(cursor.attribute(at('hidden')))
      ? 0
      : width === undefined
        ? sheet.columnWidth
        : storedLength(width * digit);
    if (first >= 0) sheet.columns.add(first, last, size);
  },
  row: (cursor, sheet) => {
    const reference = cursor.integer(at('r'));
    sheet.row = reference > 0 && reference <= MAX_ROWS ? reference - 1 : sheet.row + 1;
    sheet.column = -1;
    const height = numberOf(cursor, 'ht', 0, MAX_HEIGHT);
    if (isOn(cursor.attribute(at('hidden')))) sheet.rows.add(sheet.row, sheet.row, 0);
    else if (height !== undefined) sheet.rows.add(sheet.row, sheet.row, storedLength(height));
    // Rows in the file are visible even if the default is hidden.
    else if (sheet.rowHeight === 0) sheet.rows.add(sheet.row, sheet.row, DEFAULT_ROW_HEIGHT);
  },
  c: (cursor, sheet) => {
    const reference = cursor.column(at('r'));
    sheet.column = reference >= 0 ? reference : sheet.column + 1;
    sheet.styles.add(sheet.row, sheet.column, sheet.column, cursor.integer(at('s')));
  },
  pageSetUpPr: (cursor, sheet) => {
    sheet.isFit = isOn(cursor.attribute(at('fitToPage')));
  },
  printOptions: (cursor, sheet) => {
    sheet.gridLines = isOn(cursor.attribute(at('gridLines')));
    sheet.centered = {
      horizontal: isOn(cursor.attribute(at('horizontalCentered'))),
      vertical: isOn(cursor.attribute(at('verticalCentered'))),
    };
  },
  pageMargins: (cursor, sheet) => {
    const side = (name: 'left' | 'right' | 'top' | 'bottom'): number =>
      numberOf(cursor, name, 0, MAX_MARGIN) ?? DEFAULT_MARGINS[name];
    sheet.margins = { left: side('left'), right: side('right'), top: side('top'), bottom: side('bottom') };
  },
  pageSetup: (cursor, sheet) => {
    const number = cursor.integer(at('paperSize'));
    sheet.paper = paperSize(number >= 0 ? number : 1, cursor.attribute(at('orientation')) === 'landscape');
    const percent = cursor.integer(at('scale'));
    sheet.scale = (percent > 0 ? Math.min(400, Math.max(10, percent)) : 100) / 100;
    sheet.wide = numberOf(cursor, 'fitToWidth', 0, MAX_BREAKS) ?? 1;
    sheet.high = numberOf(cursor, 'fitToHeight', 0, MAX_BREAKS) ?? 1;
    sheet.overThenDown = cursor.attribute(at('pageOrder')) === 'overThenDown';
  },
  rowBreaks: (_, sheet) => {
    sheet.breaks = sheet.rowBreaks;
  },
  colBreaks: (_, sheet) => {
    sheet.breaks = sheet.columnBreaks;
  },
  brk: (cursor, sheet) => {
    const id = cursor.integer(at('id'));
    if (id > 0 && sheet.breaks.length < MAX_BREAKS) sheet.breaks.push(id);
  },
};
const readerOf = new Map(tags.map((tag) => [at(tag), readTag[tag]]));

/** Reads how a worksheet is printed (ECMA-376 18.3.1.99). */
export function readSheetLayout(
  part: Uint8Array,
  { font, size }: LayoutContext,
  ranges: PrintRanges,
): SheetLayoutOnPages {
  const digit = digitWidth(font, size);
  const layout = createCollectedLayout(storedLength(DEFAULT_CHARACTERS * digit));
  const sheet: Collected = { ...layout, breaks: layout.rowBreaks, row: -1, column: -1 };
  const cursor = xmlCursor(part, names);
  for (let token = cursor.next(); token !== XML_END; token = cursor.next()) {
    if (token === XML_CLOSE) continue;
    const name = cursor.name();
    // Views of other users repeat the page settings.
    if (name === at('customSheetViews') && token === XML_OPEN) cursor.skip();
    else readerOf.get(name)?.(cursor, sheet, digit);
  }
  return sheetLayout(sheet, ranges);
}
