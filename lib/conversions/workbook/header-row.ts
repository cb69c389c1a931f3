import type { CellValue, Sheet } from './workbook.ts';

const isEmpty = (value: CellValue | undefined): boolean =>
  value === undefined || value === null || value === '';

/** Whether the first row looks like column names: text in every cell, and rows below it. */
export function looksLikeHeader(sheet: Sheet): boolean {
  const [first, ...others] = sheet.rows.slice(0, 2);
  if (first === undefined || others.length === 0 || first.length === 0) return false;
  return first.every((value) => typeof value === 'string' && !isEmpty(value));
}
