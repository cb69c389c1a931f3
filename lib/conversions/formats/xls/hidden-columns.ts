import type { Span } from '../../workbook/workbook.ts';
import { long, sheetOffsets, substream, word } from './biff-records.ts';
import { xlsbRecords } from './xlsb-records.ts';

// [MS-XLS] 2.4.53; [MS-XLSB] 2.4.323.
const XLS_COLUMNS = 0x7d;
const XLSB_COLUMNS = 60;
const HIDDEN = 1;

/** The hidden columns of a workbook of Excel 5 or later, by the index of the sheet. */
export function hiddenXlsColumns(stream: Buffer): readonly (readonly Span[])[] {
  const budget = { bytes: 2 * stream.length };
  return sheetOffsets(stream).map((offset) =>
    [...substream(stream, offset, budget)]
      .filter(({ type, data }) => type === XLS_COLUMNS && (word(data, 8) & HIDDEN) !== 0)
      .map(({ data }) => ({ first: word(data, 0), last: word(data, 2) })),
  );
}

/** The hidden columns of a sheet part of an xlsb package. */
export function hiddenXlsbColumns(part: Uint8Array): readonly Span[] {
  const spans: Span[] = [];
  for (const { type, data } of xlsbRecords(part))
    if (type === XLSB_COLUMNS && (word(data, 16) & HIDDEN) !== 0)
      spans.push({ first: long(data, 0), last: long(data, 4) });
  return spans;
}
