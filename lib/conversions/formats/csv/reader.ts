import { parse as parsePath } from 'node:path';
import * as z from 'zod';
import { ConversionError } from '../../../errors.ts';
import { noInfo } from '../../document/document.ts';
import { fileContent } from '../../engine/content.ts';
import type { Content, Engine, EngineOutput, EngineRequest } from '../../engine/engine.ts';
import { textOptions } from '../../engine/options.ts';
import { MAX_CELLS, newBudget, spendRow } from '../../workbook/cell-budget.ts';
import { inferredFormats, inferValue } from '../../workbook/infer-value.ts';
import { delimiterOption } from '../../workbook/sheet-options.ts';
import type { CellValue, Sheet } from '../../workbook/workbook.ts';
import { readTextFile } from '../text/read-text-file.ts';
import { type CsvDamage, detectDelimiter, readCsvRecords } from './csv-records.ts';

const options = z.strictObject({
  ...textOptions.shape,
  delimiter: delimiterOption.optional().describe('Character between fields. Detected where left out.'),
  infer_types: z
    .boolean()
    .default(true)
    .describe(
      'Takes plain numbers, ISO 8601 dates, true and false for what they are where the target has such values.',
    ),
});

// Excel's own hint, in a first line of its own.
const SEPARATOR_LINE = /^"?sep=([^"\n])"?\n/i;
const emptyRow: readonly CellValue[] = [];

/** Values and formats of a record. */
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
      `A quotation mark in record ${openQuote} is never closed; from there on such marks were read as text.`,
    );
  }
  if (strayQuote !== undefined) {
    warnings.push(
      `Record ${strayQuote} has a quotation mark inside a field; what follows may stand in the wrong column.`,
    );
  }
  return warnings;
}

async function convert(content: Content, request: EngineRequest): Promise<EngineOutput> {
  const { encoding: declared, delimiter: given, infer_types } = options.parse(request.options);
  const file = readTextFile(fileContent(content), declared);
  const hint = SEPARATOR_LINE.exec(file.text);
  const text = hint === null ? file.text : file.text.slice(hint[0].length);
  const delimiter = given ?? hint?.[1] ?? detectDelimiter(text);
  const to = request.target?.to;
  const isTyped = infer_types && (to === 'xlsx' || to === 'json');
  const rows: (readonly CellValue[])[] = [];
  const formats: (readonly number[])[] = [];
  const budget = newBudget();
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
    throw new ConversionError('empty_document', 'The csv file holds no values. Check the file.');
  const sheet: Sheet = {
    name: parsePath(request.filename ?? '').name || 'Sheet1',
    rows,
    ...(formats.length > 0 ? { formats } : {}),
  };
  return {
    content: {
      hub: 'workbook',
      fileType: 'csv',
      info: { ...noInfo, encoding: file.encoding },
      sheets: [sheet],
      numberFormats: inferredFormats,
    },
    report: { warnings: [...file.warnings, ...warningsAbout(damage)] },
  };
}

/**
 * Reader of csv: RFC 4180 and what else goes by that name. Of the project's own: libraries note each stray quote of a damaged
 * file, which takes gigabytes for a file of 25 MB.
 */
export const csvReader: Engine = {
  name: 'docforge-csv-reader',
  edges: [{ from: 'csv', operation: 'read', to: 'workbook' }],
  options,
  limits: { maxCells: MAX_CELLS },
  convert,
};
