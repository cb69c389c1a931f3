import * as z from 'zod';
import { fileContent } from '../../engine/content.ts';
import type { Content, Engine, EngineOutput, EngineRequest } from '../../engine/engine.ts';
import { readOrRefuse } from '../../engine/read-or-refuse.ts';
import { zipLimits } from '../../shared/zip/open-zip.ts';
import { readDocx } from './read/read-docx.ts';

async function convert(content: Content, request: EngineRequest): Promise<EngineOutput> {
  const { tree, warnings } = await readOrRefuse(() => readDocx(fileContent(content), request.target));
  return { content: tree, report: { pages: tree.pages, warnings } };
}

/** Documents of Word since 2007, read in one pass over their XML. */
export const docforgeDocx: Engine = {
  name: 'docforge-docx',
  package: 'saxes',
  edges: [{ from: 'docx', operation: 'read', to: 'document' }],
  options: z.strictObject({}),
  limits: { maxUnpackedBytes: zipLimits.maxUnpackedBytes },
  convert,
};
