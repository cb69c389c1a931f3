import type { Span } from '../../workbook/workbook.ts';
import { BOF, long, substream, word } from './biff-records.ts';
import { xlsbRecords } from './xlsb-records.ts';

// [MS-XLS] 2.4.28 and 2.4.53; [MS-XLSB] 2.4.323.
const BOUND_SHEET = 0x85;
const XLS_COLUMNS = 0x7d;
const XLSB_COLUMNS = 60;
const HIDDEN = 1;

/** The hidden columns of a workbook of Excel 5 or later, by the index of the sheet. */
export function hiddenXlsColumns(stream: Buffer): readonly (readonly Span[])[] {
  if (word(stream, 0) !== BOF) return [];
  const budget = { bytes: 2 * stream.length };
  return [...substream(stream, 0, { bytes: stream.length })]
    .filter(({ type }) => type === BOUND_SHEET)
    .map(({ data }) =>
      [...substream(stream, long(data, 0), budget)]
        .filter(({ type, data: columns }) => type === XLS_COLUMNS && (word(columns, 8) & HIDDEN) !== 0)
        .map(({ data: columns }) => ({ first: word(columns, 0), last: word(columns, 2) })),
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
