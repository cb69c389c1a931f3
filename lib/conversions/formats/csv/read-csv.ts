import { parse as parsePath } from 'node:path';
import { ConversionError } from '../../../errors.ts';
import { noInfo } from '../../document/document-info.ts';
import type { ReadRequest } from '../../engine/role.ts';
import type { WorkbookResult } from '../../engine/roles.ts';
import { readTextFile } from '../../shared/text/read-text-file.ts';
import { createCellBudget, spendRow } from '../../workbook/cell-budget.ts';
import { inferredFormats, inferValue } from '../../workbook/infer-value.ts';
import type { CellValue, Sheet } from '../../workbook/workbook.ts';
import { type CsvDamage, detectDelimiter, readCsvRecords } from './csv-records.ts';
import type { csvReadOptions, Delimited } from './options.ts';

// Excel's separator hint in the first line.
const SEPARATOR_LINE = /^"?sep=([^"\n])"?\n/i;
const emptyRow: readonly CellValue[] = [];

/** Infers the values and number formats of a record. */
function typedRow(fields: readonly string[]): { row: CellValue[]; formats: number[] } {
  const formats: number[] = [];
  const row = fields.map((text, column) => {
    if (text === '') return null;
    const { value, format } = inferValue(text);
    if (format > 0) {
      while (formats.length < column) formats.push(0);
      formats[column] = format;
    }
    return value;
  });
  return { row, formats };
}

const textRow = (fields: readonly string[]): CellValue[] => fields.map((text) => (text === '' ? null : text));

function warningsAbout({ strayQuote, openQuote }: CsvDamage): string[] {
  const warnings = [];
  if (openQuote !== undefined) {
    warnings.push(
      `The quotation mark in record ${openQuote} is never closed; from there on, quotation marks were read as text.`,
    );
  }
  if (strayQuote !== undefined) {
    warnings.push(
      `Record ${strayQuote} has an unescaped quotation mark inside a field; later values may be in the wrong column.`,
    );
  }
  return warnings;
}

/** Reads delimited text into a workbook with one sheet. Throws ConversionError `empty_document` if it has no values. */
export async function readCsv(
  bytes: Uint8Array,
  {
    options: { encoding, delimiter: requested, infer_types },
    target,
    filename = '',
  }: ReadRequest<typeof csvReadOptions, Delimited>,
  from: Delimited,
): Promise<WorkbookResult> {
  const file = readTextFile(bytes, encoding);
  const hint = SEPARATOR_LINE.exec(file.text);
  const text = hint === null ? file.text : file.text.slice(hint[0].length);
  const delimiter = requested ?? hint?.[1] ?? (from === 'tsv' ? '\t' : detectDelimiter(text));
  const isTyped = infer_types && (target?.to === 'xlsx' || target?.to === 'json');
  const rows: (readonly CellValue[])[] = [];
  const formats: (readonly number[])[] = [];
  const budget = createCellBudget();
  const damage = readCsvRecords(text, delimiter, (fields) => {
    spendRow(budget, fields.length, fields.length);
    const isEmpty = fields.length === 1 && fields[0] === '';
    if (isEmpty || !isTyped) {
      rows.push(isEmpty ? emptyRow : textRow(fields));
      return true;
    }
    const typed = typedRow(fields);
    if (typed.formats.length > 0) formats[rows.length] = typed.formats;
    rows.push(typed.row);
    return true;
  });
  while (rows.at(-1)?.length === 0) rows.pop();
  if (rows.length === 0)
    throw new ConversionError(
      'empty_document',
      `The ${from} file contains no values. Send a file with at least one value.`,
    );
  const sheet: Sheet = {
    name: parsePath(filename).name || 'Sheet1',
    rows,
    ...(formats.length > 0 ? { formats } : {}),
  };
  return {
    workbook: {
      hub: 'workbook',
      fileType: from,
      info: { ...noInfo, encoding: file.encoding },
      sheets: [sheet],
      numberFormats: inferredFormats,
    },
    warnings: [...file.warnings, ...warningsAbout(damage)],
  };
}
