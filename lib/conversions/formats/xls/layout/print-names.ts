import type { CellRange } from '../../../document/printed-sheet.ts';
import { type BiffRecord, byte, word } from './biff-records.ts';

/** What a workbook's names say about printing a sheet. */
export interface PrintNames {
  readonly areas?: readonly CellRange[] | undefined;
  readonly titles?: readonly CellRange[] | undefined;
}

const NAME = 0x0018;
const BUILT_IN = 0x20;
const PRINT_AREA = 6;
const PRINT_TITLES = 7;
const FORMULA_FROM = 14;
const MAX_RANGES = 1000;

/** The ranges of a formula that consists of references to cells ([MS-XLS] 2.5.198). */
function rangesOf(formula: Buffer): CellRange[] {
  const ranges: CellRange[] = [];
  for (let at = 0; at < formula.length && ranges.length < MAX_RANGES; ) {
    const token = byte(formula, at) & 0x1f;
    if (token === 0x1b) {
      ranges.push({
        firstRow: word(formula, at + 3),
        lastRow: word(formula, at + 5),
        firstColumn: word(formula, at + 7) & 0xff,
        lastColumn: word(formula, at + 9) & 0xff,
      });
      at += 11;
    } else if (token === 0x1a) {
      const row = word(formula, at + 3);
      const column = word(formula, at + 5) & 0xff;
      ranges.push({ firstRow: row, lastRow: row, firstColumn: column, lastColumn: column });
      at += 7;
    } else if (token === 0x09) at += 3;
    else if (token === 0x10) at += 1;
    else break;
  }
  return ranges.filter((range) => range.firstRow <= range.lastRow && range.firstColumn <= range.lastColumn);
}

/** Reads print areas and print titles ([MS-XLS] 2.4.150) by the index of their sheet. */
export function readPrintNames(records: readonly BiffRecord[]): ReadonlyMap<number, PrintNames> {
  const found = new Map<number, PrintNames>();
  for (const { type, data } of records) {
    if (type !== NAME || (word(data, 0) & BUILT_IN) === 0) continue;
    const sheet = word(data, 8) - 1;
    const kind = byte(data, FORMULA_FROM + 1);
    if (sheet < 0 || (kind !== PRINT_AREA && kind !== PRINT_TITLES)) continue;
    const isWide = (byte(data, FORMULA_FROM) & 1) === 1;
    const from = FORMULA_FROM + 1 + byte(data, 3) * (isWide ? 2 : 1);
    const ranges = rangesOf(data.subarray(from, from + word(data, 4)));
    if (ranges.length === 0) continue;
    found.set(sheet, { ...found.get(sheet), [kind === PRINT_AREA ? 'areas' : 'titles']: ranges });
  }
  return found;
}
