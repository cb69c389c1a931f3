import * as z from 'zod';
import { fileContent } from '../../engine/content.ts';
import type { Content, Engine, EngineOutput, EngineRequest } from '../../engine/engine.ts';
import { readOrRefuse } from '../../engine/read-or-refuse.ts';
import { readRtf } from './read-rtf.ts';

async function convert(content: Content, request: EngineRequest): Promise<EngineOutput> {
  const { tree, warnings } = await readOrRefuse(() => readRtf(fileContent(content), request.target));
  return { content: tree, report: { pages: tree.pages, warnings } };
}

/** Documents in the Rich Text Format. */
export const docforgeRtf: Engine = {
  name: 'docforge-rtf',
  edges: [{ from: 'rtf', operation: 'read', to: 'document' }],
  options: z.strictObject({}),
  limits: {},
  convert,
};
