import { parse as parsePath } from 'node:path';
import { noInfo } from '../../document/document-info.ts';
import type { ReadRequest } from '../../engine/role.ts';
import type { WorkbookResult } from '../../engine/roles.ts';
import { ConversionError } from '../../errors.ts';
import { readTextFile } from '../../shared/text/read-text-file.ts';
import { createCellBudget, spendRow } from '../../workbook/cell-budget.ts';
import { createFormatList } from '../../workbook/format-list.ts';
import { createTableValues, type TableValues } from '../../workbook/table-values.ts';
import type { CellValue, Sheet } from '../../workbook/workbook.ts';
import { type CsvDamage, detectDelimiter, readCsvRecords } from './csv-records.ts';
import type { csvReadOptions, Delimited } from './options.ts';

// Excel's separator hint in the first line.
const SEPARATOR_LINE = /^"?sep=([^"\n])"?\n/i;
const emptyRow: readonly CellValue[] = [];

/** Converts the texts of rows to values in place, and returns the number formats of each row. */
function typeRows(rows: (readonly CellValue[])[], values: TableValues): (readonly number[])[] {
  for (const row of rows)
    for (const [column, text] of row.entries()) if (typeof text === 'string') values.observe(text, column);
  const formats: (readonly number[])[] = [];
  for (const [index, row] of rows.entries()) {
    const ofRow: number[] = [];
    rows[index] = row.map((text, column) => {
      if (typeof text !== 'string') return text;
      const { value, format } = values.typedOf(text, column);
      if (format > 0) {
        while (ofRow.length < column) ofRow.push(0);
        ofRow[column] = format;
      }
      return value;
    });
    if (ofRow.length > 0) formats[index] = ofRow;
  }
  return formats;
}

const textRow = (fields: readonly string[]): CellValue[] => fields.map((text) => (text === '' ? null : text));

function warningsAbout({ strayQuote, openQuote }: CsvDamage): string[] {
  const warnings = [];
  if (openQuote !== undefined) {
    warnings.push(
      `The quotation mark in record ${openQuote} is never closed. Quotation marks after it were read as text.`,
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
    needs,
    filename = '',
  }: ReadRequest<typeof csvReadOptions, Delimited>,
  from: Delimited,
): Promise<WorkbookResult> {
  const file = readTextFile(bytes, encoding);
  const hint = SEPARATOR_LINE.exec(file.text);
  const text = hint === null ? file.text : file.text.slice(hint[0].length);
  const delimiter = requested ?? hint?.[1] ?? (from === 'tsv' ? '\t' : detectDelimiter(text));
  const isTyped = infer_types && needs.cells === 'typed';
  const rows: (readonly CellValue[])[] = [];
  const budget = createCellBudget();
  const damage = readCsvRecords(text, delimiter, (fields) => {
    spendRow(budget, fields.length, fields.length);
    const isEmpty = fields.length === 1 && fields[0] === '';
    rows.push(isEmpty ? emptyRow : textRow(fields));
    return true;
  });
  while (rows.at(-1)?.length === 0) rows.pop();
  if (rows.length === 0)
    throw new ConversionError(
      'empty_document',
      `The ${from} file contains no values. Send a file with at least one value.`,
    );
  const list = createFormatList();
  const formats = isTyped ? typeRows(rows, createTableValues(undefined, list)) : [];
  const sheet: Sheet = {
    name: parsePath(filename).name || 'Sheet1',
    rows,
    ...(formats.length > 0 ? { formats } : {}),
  };
  return {
    workbook: {
      hub: 'workbook',
      format: from,
      metadata: { ...noInfo, encoding: file.encoding },
      sheets: [sheet],
      numberFormats: list.numberFormats,
    },
    warnings: [...file.warnings, ...warningsAbout(damage)],
  };
}
