import {
  type CollectedLayout,
  createCollectedLayout,
  sheetLayout,
} from '../../../shared/sheets/collected-layout.ts';
import { digitTwips } from '../../../shared/sheets/digit-width.ts';
import { paperSize } from '../../../shared/sheets/paper-sizes.ts';
import type { SheetLayoutOnPages } from '../../../workbook/workbook.ts';
import { type BiffRecord, word } from './biff-records.ts';
import type { PrintNames } from './print-names.ts';

/** The font of the default style, which column widths are measured in. */
export interface DefaultFont {
  readonly font: string;
  readonly size: number;
}

const LAST_ROW = 65_535;
const LAST_COLUMN = 255;
const TWIPS = 20;
const CHARACTER = 256;
const DEFAULT_CHARACTERS = 8;
const MAX_MARGIN = 50;
const MAX_SCALE = 400;
const MAX_FIT = 10_000;

const sides = ['left', 'right', 'top', 'bottom'] as const;
const FIRST_MARGIN = 0x26;

interface Collected extends CollectedLayout {
  /** Width of a number of characters. */
  readonly widthOf: (characters: number) => number;
  hasStandardWidth: boolean;
}

type ReadRecord = (data: Buffer, sheet: Collected) => void;

/** The space that spreadsheet programs add to a default column, in 256ths of a character. */
const defaultPadding = (size: number): number => 40_960 / Math.max(size * TWIPS - 15, 60) + 50;

function readBreaks(data: Buffer, breaks: number[]): void {
  for (let index = 0; index < word(data, 0); index += 1) {
    const at = word(data, 2 + index * 6);
    if (at > 0) breaks.push(at);
  }
}

const readCell: ReadRecord = (data, { styles }) => {
  styles.add(word(data, 0), word(data, 2), word(data, 2), word(data, 4));
};

// [MS-XLS] 2.3.
const readers = new Map<number, ReadRecord>([
  [
    0x0055,
    (data, sheet) => {
      if (!sheet.hasStandardWidth) sheet.columnWidth = sheet.widthOf(word(data, 0));
    },
  ],
  [
    0x0099,
    (data, sheet) => {
      sheet.hasStandardWidth = true;
      sheet.columnWidth = sheet.widthOf(word(data, 0) / CHARACTER);
    },
  ],
  [
    0x007d,
    (data, sheet) => {
      const isHidden = (word(data, 8) & 1) !== 0;
      const last = Math.min(LAST_COLUMN, word(data, 2));
      sheet.columns.add(word(data, 0), last, isHidden ? 0 : sheet.widthOf(word(data, 4) / CHARACTER));
    },
  ],
  [
    0x0225,
    (data, sheet) => {
      sheet.rowHeight = (word(data, 0) & 2) !== 0 ? 0 : word(data, 2) / TWIPS;
    },
  ],
  [
    0x0208,
    (data, sheet) => {
      const row = word(data, 0);
      const height = word(data, 6);
      const isHidden = (word(data, 12) & 0x20) !== 0;
      if (isHidden) sheet.rows.add(row, row, 0);
      else if ((height & 0x8000) === 0) sheet.rows.add(row, row, height / TWIPS);
    },
  ],
  ...sides.map((side, index): [number, ReadRecord] => [
    FIRST_MARGIN + index,
    (data, { margins }) => {
      const inches = data.length >= 8 ? data.readDoubleLE(0) : Number.NaN;
      if (inches >= 0 && inches <= MAX_MARGIN) margins[side] = inches;
    },
  ]),
  [
    0x00a1,
    (data, sheet) => {
      const flags = word(data, 10);
      sheet.wide = Math.min(MAX_FIT, word(data, 6));
      sheet.high = Math.min(MAX_FIT, word(data, 8));
      sheet.overThenDown = (flags & 1) !== 0;
      // The printer's settings are not valid.
      if ((flags & 4) !== 0) return;
      sheet.paper = paperSize(word(data, 0), (flags & 2) === 0);
      const percent = word(data, 2);
      if (percent > 0) sheet.scale = Math.min(MAX_SCALE, Math.max(10, percent)) / 100;
    },
  ],
  [
    0x0081,
    (data, sheet) => {
      sheet.isFit = (word(data, 0) & 0x100) !== 0;
    },
  ],
  [0x001b, (data, { rowBreaks }) => readBreaks(data, rowBreaks)],
  [0x001a, (data, { columnBreaks }) => readBreaks(data, columnBreaks)],
  [
    0x002b,
    (data, sheet) => {
      sheet.gridLines = word(data, 0) !== 0;
    },
  ],
  [
    0x0083,
    (data, sheet) => {
      sheet.centered.horizontal = word(data, 0) !== 0;
    },
  ],
  [
    0x0084,
    (data, sheet) => {
      sheet.centered.vertical = word(data, 0) !== 0;
    },
  ],
  // Formula, blank, number, text, Boolean, RK number, shared string.
  ...[0x0006, 0x0201, 0x0203, 0x0204, 0x0205, 0x00d6, 0x027e, 0x00fd].map((type): [number, ReadRecord] => [
    type,
    readCell,
  ]),
  // Several blanks.
  [
    0x00be,
    (data, { styles }) => {
      for (let at = 4, column = word(data, 2); at + 2 < data.length; at += 2, column += 1)
        styles.add(word(data, 0), column, column, word(data, at));
    },
  ],
  // Several numbers.
  [
    0x00bd,
    (data, { styles }) => {
      for (let at = 4, column = word(data, 2); at + 6 < data.length; at += 6, column += 1)
        styles.add(word(data, 0), column, column, word(data, at));
    },
  ],
]);

/** Reads how a sheet is printed from the records of its substream. */
export function readSheetLayout(
  records: Iterable<BiffRecord>,
  { font, size }: DefaultFont,
  { areas, titles = [] }: PrintNames,
): SheetLayoutOnPages {
  const digit = digitTwips(font, size);
  const widthOf = (characters: number): number => Math.max(0, Math.round(characters * digit - 0.5)) / TWIPS;
  const sheet: Collected = {
    ...createCollectedLayout(widthOf(DEFAULT_CHARACTERS + defaultPadding(size) / CHARACTER)),
    widthOf,
    hasStandardWidth: false,
  };
  for (const { type, data } of records) readers.get(type)?.(data, sheet);
  const rows = titles.find(({ firstColumn, lastColumn }) => firstColumn === 0 && lastColumn === LAST_COLUMN);
  const columns = titles.find(({ firstRow, lastRow }) => firstRow === 0 && lastRow === LAST_ROW);
  return sheetLayout(sheet, {
    areas,
    repeatedColumns: columns && { first: columns.firstColumn, last: columns.lastColumn },
    repeatedRows: rows && { first: rows.firstRow, last: rows.lastRow },
  });
}
