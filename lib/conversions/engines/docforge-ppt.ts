import { fileContent } from '../content.ts';
import { readOrRefuse } from '../documents/read-or-refuse.ts';
import type { Content, Engine, EngineOutput, EngineRequest } from '../engine.ts';
import { readPpt } from '../ole/read-ppt.ts';
import { slidesOptions } from '../slides/options.ts';

async function convert(content: Content, request: EngineRequest): Promise<EngineOutput> {
  const { notes } = slidesOptions.parse(request.options);
  const { tree, warnings } = await readOrRefuse(() => readPpt(fileContent(content), { notes }));
  return { content: tree, report: { pages: tree.pages, warnings } };
}

/** Presentations of PowerPoint 97 to 2003. */
export const docforgePpt: Engine = {
  name: 'docforge-ppt',
  // LibreOffice keeps more of it, where it is installed.
  edges: [{ from: 'ppt', operation: 'read', to: 'document', loss: 2 }],
  options: slidesOptions,
  limits: {},
  convert,
};
