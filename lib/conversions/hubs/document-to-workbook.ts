import * as z from 'zod';
import { ConversionError } from '../../errors.ts';
import { documentContent } from '../engine/content.ts';
import type { Content, Engine, EngineOutput, EngineRequest } from '../engine/engine.ts';
import { MAX_CELLS } from '../workbook/cell-budget.ts';
import { tableSheets } from './table-sheets.ts';

async function convert(content: Content, request: EngineRequest): Promise<EngineOutput> {
  const tree = documentContent(content);
  const to = request.target?.to;
  const workbook = tableSheets(tree, to === 'xlsx' || to === 'json');
  if (workbook.sheets.length === 0) {
    const message = 'No table was found in the document, and only tables can become a spreadsheet.';
    throw new ConversionError('empty_document', message);
  }
  return { content: workbook, report: { pages: tree.pages } };
}

/** Tables of a document as sheets; its text is lost. */
export const documentSheets: Engine = {
  name: 'docforge-table-sheets',
  edges: [{ from: 'document', operation: 'read', to: 'workbook', loss: 3 }],
  options: z.strictObject({}),
  limits: { maxCells: MAX_CELLS },
  convert,
};
