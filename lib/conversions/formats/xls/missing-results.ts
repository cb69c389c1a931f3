import { byte, long, sheetOffsets, substream, word } from './biff-records.ts';
import { xlsbRecords } from './xlsb-records.ts';

// [MS-XLS] 2.4.127 and 2.4.215, 2.5.133.
const FORMULA = 0x06;
const RECALCULATED = 0x1c1;
const SPECIAL = 0xffff;
const BLANK = 3;
// [MS-XLSB] 2.4.324 and 2.4.693 to 2.4.696.
const CALCULATION = 157;
const [TEXT, NUMBER, BOOLEAN, ERROR] = [8, 9, 10, 11];

/** Counts the formulas of a workbook if none has another result than zero or an empty text. */
function countIfAll(areEmpty: Iterable<boolean>): number {
  let count = 0;
  for (const isEmpty of areEmpty) {
    if (!isEmpty) return 0;
    count += 1;
  }
  return count;
}

const isZero = (data: Buffer, at: number): boolean => long(data, at) === 0 && long(data, at + 4) === 0;

function* xlsResults(stream: Buffer): Generator<boolean> {
  const budget = { bytes: 2 * stream.length };
  for (const offset of sheetOffsets(stream))
    for (const { type, data } of substream(stream, offset, budget))
      if (type === FORMULA) yield isZero(data, 6) || (word(data, 12) === SPECIAL && byte(data, 6) === BLANK);
}

/** The number of formulas in a workbook stream if no program has calculated them, as POI writes them. */
export function missingXlsResults(stream: Buffer): number {
  for (const { type, data } of substream(stream, 0, { bytes: stream.length }))
    if (type === RECALCULATED && long(data, 4) !== 0) return 0;
  return countIfAll(xlsResults(stream));
}

function* xlsbResults(sheets: Iterable<Uint8Array>): Generator<boolean> {
  for (const sheet of sheets)
    for (const { type, data } of xlsbRecords(sheet)) {
      if (type === NUMBER) yield isZero(data, 8);
      else if (type === TEXT) yield long(data, 8) === 0;
      else if (type === BOOLEAN || type === ERROR) yield false;
    }
}

/** The same of the workbook part and the sheets of an xlsb package. */
export function missingXlsbResults(workbook: Uint8Array, sheets: Iterable<Uint8Array>): number {
  for (const { type, data } of xlsbRecords(workbook))
    if (type === CALCULATION && long(data, 0) !== 0) return 0;
  return countIfAll(xlsbResults(sheets));
}
