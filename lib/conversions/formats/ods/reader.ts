import * as z from 'zod';
import { fileContent } from '../../engine/content.ts';
import type { Content, Engine, EngineOutput, EngineRequest } from '../../engine/engine.ts';
import { MAX_CELLS } from '../../workbook/cell-budget.ts';
import { readOds } from './read-ods.ts';

const withValues: readonly string[] = ['csv', 'json', 'xlsx'];

async function convert(content: Content, { target }: EngineRequest): Promise<EngineOutput> {
  const isTyped = target === undefined || withValues.includes(target.to);
  const { workbook, warnings } = readOds(fileContent(content), isTyped);
  return { content: workbook, report: { warnings } };
}

/** Reader of ods, by ODF 1.3. Of the project's own: cells that are repeated cost what they hold, and documents show what they show. */
export const odsReader: Engine = {
  name: 'docforge-ods',
  edges: [{ from: 'ods', operation: 'read', to: 'workbook' }],
  options: z.strictObject({}),
  limits: { maxCells: MAX_CELLS },
  convert,
};
