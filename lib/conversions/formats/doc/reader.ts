import * as z from 'zod';
import { fileContent } from '../../engine/content.ts';
import type { Content, Engine, EngineOutput, EngineRequest } from '../../engine/engine.ts';
import { readOrRefuse } from '../../engine/read-or-refuse.ts';
import { readDoc } from './read-doc.ts';

async function convert(content: Content, request: EngineRequest): Promise<EngineOutput> {
  const { tree, warnings } = await readOrRefuse(() => readDoc(fileContent(content), request.target));
  return { content: tree, report: { pages: tree.pages, warnings } };
}

/** Documents of Word 97 to 2003. */
export const docforgeDoc: Engine = {
  name: 'docforge-doc',
  // LibreOffice keeps more of it, where it is installed.
  edges: [{ from: 'doc', operation: 'read', to: 'document', loss: 2 }],
  options: z.strictObject({}),
  limits: {},
  convert,
};
