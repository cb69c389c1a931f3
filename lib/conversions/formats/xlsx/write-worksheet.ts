import { createTextSink, type ResultBudget } from '../../base/result-size.ts';
import { ConversionError } from '../../errors.ts';
import { MAX_COLUMNS, MAX_ROWS } from '../../workbook/cell-budget.ts';
import { columnName, rangeName } from '../../workbook/cell-names.ts';
import { validMerges } from '../../workbook/merged-cells.ts';
import { dateSerial, isTimeOnly } from '../../workbook/serial-date.ts';
import { type CellValue, columnCount, type Sheet, type Workbook } from '../../workbook/workbook.ts';
import { escapeXml, type StringTable } from './write-strings.ts';
import type { StyleTable } from './write-styles.ts';

/** State shared by all sheets of a file. */
interface WriteContext {
  readonly strings: StringTable;
  readonly styles: StyleTable;
  readonly budget: ResultBudget;
}

// Rows sampled for column widths, which are in characters (ECMA-376 18.3.1.13).
const WIDTH_ROWS = 1000;
const MIN_WIDTH = 8;
const MAX_WIDTH = 60;
const WIDE = /[\u1100-\u115f\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]/g;

function textWidth(value: CellValue, code: string | undefined): number {
  if (value === null) return 0;
  if (value instanceof Date) return Math.max(10, Math.min(24, code?.length ?? 0));
  if (typeof value !== 'string') return Math.max(String(value).length, Math.min(16, code?.length ?? 0));
  const longest = value.split('\n').reduce((most, line) => (line.length > most.length ? line : most), '');
  const visible = longest.slice(0, MAX_WIDTH);
  return visible.length + (visible.match(WIDE)?.length ?? 0);
}

function columnWidths(workbook: Workbook, sheet: Sheet): string {
  const widths: number[] = [];
  for (const [index, row] of sheet.rows.slice(0, WIDTH_ROWS).entries()) {
    const formats = sheet.formats?.[index];
    for (const [column, value] of row.entries()) {
      const width = textWidth(value, workbook.numberFormats?.[formats?.[column] ?? 0]?.code);
      if (width > (widths[column] ?? 0)) widths[column] = width;
    }
  }
  const columns = [...widths].map((width = 0, index) => {
    const fitting = Math.max(MIN_WIDTH, Math.min(MAX_WIDTH, width)) + 2;
    return `<col min="${index + 1}" max="${index + 1}" width="${fitting}" customWidth="1"/>`;
  });
  return columns.length === 0 ? '' : `<cols>${columns.join('')}</cols>`;
}

// Not all programs compute row heights. The maximum is 409 points (ECMA-376 18.3.1.73).
const LINE_POINTS = 15;
const MAX_LINES = 27;

/** The default number format of a date. */
function dateCode(date: Date): string {
  if (isTimeOnly(date)) return 'hh:mm:ss';
  return date.getTime() % 86_400_000 === 0 ? 'yyyy-mm-dd' : 'yyyy-mm-dd hh:mm:ss';
}

/** The links of a sheet; the relationship of the nth has the id `rId` and n from 1. */
const writtenLinks = (sheet: Sheet): { readonly cell: string; readonly href: string }[] =>
  (sheet.links ?? []).map(({ row, column, href }) => ({ cell: `${columnName(column)}${row + 1}`, href }));

/** The relationships part of a sheet, for its links; undefined if it has none that leave the workbook. */
export function linksXml(sheet: Sheet): string | undefined {
  const outside = writtenLinks(sheet).flatMap(({ href }, index) =>
    href.startsWith('#')
      ? []
      : `<Relationship Id="rId${index + 1}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink" Target="${escapeXml(href)}" TargetMode="External"/>`,
  );
  if (outside.length === 0) return undefined;
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${outside.join('')}</Relationships>`;
}

/**
 * Writes a worksheet (ECMA-376 18.3.1.99). Strings are written as strings, never as formulas. Throws ConversionError
 * `too_complex` if the sheet exceeds the limits of xlsx.
 */
export function worksheetXml(
  workbook: Workbook,
  sheet: Sheet,
  hasHeader: boolean,
  { strings, styles, budget }: WriteContext,
): Buffer {
  const width = columnCount(sheet);
  if (sheet.rows.length > MAX_ROWS || width > MAX_COLUMNS) {
    const message = `The sheet has ${sheet.rows.length} rows and ${width} columns; xlsx allows ${MAX_ROWS} rows and ${MAX_COLUMNS} columns. Split it or convert to csv.`;
    throw new ConversionError('too_complex', message);
  }
  const letters = Array.from({ length: width }, (_, column) => columnName(column));

  let lines = 1;

  function cell(value: CellValue, name: string, code: string | undefined, isBold: boolean): string {
    if (value === null || value === '') return '';
    const isDate = value instanceof Date;
    const isWrapped = typeof value === 'string' && value.includes('\n');
    if (isWrapped) lines = Math.max(lines, value.split('\n').length);
    const style = styles.indexOf(code ?? (isDate ? dateCode(value) : 'General'), isBold, isWrapped);
    const opening = style === 0 ? `<c r="${name}"` : `<c r="${name}" s="${style}"`;
    if (isDate) return `${opening}><v>${dateSerial(value)}</v></c>`;
    if (typeof value === 'boolean') return `${opening} t="b"><v>${value ? 1 : 0}</v></c>`;
    if (typeof value === 'number' && Number.isFinite(value)) return `${opening}><v>${value}</v></c>`;
    return `${opening} t="s"><v>${strings.indexOf(String(value))}</v></c>`;
  }

  const sink = createTextSink(budget);
  const view = hasHeader
    ? '<sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView>'
    : '<sheetView workbookViewId="0"/>';
  sink.push(
    `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheetViews>${view}</sheetViews>${columnWidths(workbook, sheet)}<sheetData>`,
  );
  for (const [index, row] of sheet.rows.entries()) {
    if (row.length === 0) continue;
    const number = index + 1;
    const formats = sheet.formats?.[index];
    const isBold = hasHeader && index === 0;
    let cells = '';
    lines = 1;
    for (let column = 0; column < row.length; column += 1) {
      const format = formats?.[column] ?? 0;
      const code = format === 0 ? undefined : workbook.numberFormats?.[format]?.code;
      cells += cell(row[column] ?? null, `${letters[column]}${number}`, code, isBold);
    }
    const height = lines > 1 ? ` ht="${Math.min(lines, MAX_LINES) * LINE_POINTS}" customHeight="1"` : '';
    sink.push(`<row r="${number}"${height}>${cells}</row>`);
  }
  sink.push('</sheetData>');
  const merges = validMerges(sheet).map((range) => `<mergeCell ref="${rangeName(range)}"/>`);
  if (merges.length > 0) sink.push(`<mergeCells count="${merges.length}">${merges.join('')}</mergeCells>`);
  const links = writtenLinks(sheet);
  if (links.length > 0) {
    const elements = links.map(({ cell: ref, href }, index) =>
      href.startsWith('#')
        ? `<hyperlink ref="${ref}" location="${escapeXml(href.slice(1))}"/>`
        : `<hyperlink ref="${ref}" r:id="rId${index + 1}"/>`,
    );
    sink.push(`<hyperlinks>${elements.join('')}</hyperlinks>`);
  }
  sink.push('</worksheet>');
  return sink.bytes();
}
