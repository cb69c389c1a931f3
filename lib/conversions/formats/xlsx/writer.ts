import * as z from 'zod';
import { workbookContent } from '../../engine/content.ts';
import type { Content, Engine, EngineOutput, EngineRequest } from '../../engine/engine.ts';
import { chooseSheets, headerRowOptions, sheetOptions } from '../../workbook/sheet-options.ts';
import { writeXlsx } from './write-xlsx.ts';

const options = z.strictObject({ ...sheetOptions.shape, ...headerRowOptions.shape });

async function convert(content: Content, request: EngineRequest): Promise<EngineOutput> {
  const workbook = workbookContent(content);
  const { sheet, header_row: header } = options.parse(request.options);
  const sheets = chooseSheets(workbook, sheet);
  const { bytes, warnings } = writeXlsx(workbook, sheets, header, request.maxResultBytes);
  return { content: bytes, report: { warnings } };
}

/** Workbook to xlsx, with the formats of its numbers. */
export const xlsxWriter: Engine = {
  name: 'docforge-xlsx-writer',
  edges: [{ from: 'workbook', operation: 'convert', to: 'xlsx' }],
  options,
  limits: {},
  convert,
};
