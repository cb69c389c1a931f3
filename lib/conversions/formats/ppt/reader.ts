import { fileContent } from '../../engine/content.ts';
import type { Content, Engine, EngineOutput, EngineRequest } from '../../engine/engine.ts';
import { readOrRefuse } from '../../engine/read-or-refuse.ts';
import { slidesOptions } from '../../shared/slides/options.ts';
import { readPpt } from './read-ppt.ts';

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
