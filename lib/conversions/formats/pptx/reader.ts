import { fileContent } from '../../engine/content.ts';
import type { Content, Engine, EngineOutput, EngineRequest } from '../../engine/engine.ts';
import { readOrRefuse } from '../../engine/read-or-refuse.ts';
import { slidesOptions } from '../../shared/slides/options.ts';
import { zipLimits } from '../../shared/zip/open-zip.ts';
import { readPptx } from './read-pptx.ts';

async function convert(content: Content, request: EngineRequest): Promise<EngineOutput> {
  const { notes } = slidesOptions.parse(request.options);
  const { tree, warnings } = await readOrRefuse(() =>
    readPptx(fileContent(content), { notes, target: request.target }),
  );
  return { content: tree, report: { pages: tree.pages, warnings } };
}

/** Presentations of PowerPoint since 2007. */
export const docforgePptx: Engine = {
  name: 'docforge-pptx',
  package: 'saxes',
  edges: [{ from: 'pptx', operation: 'read', to: 'document' }],
  options: slidesOptions,
  limits: { maxUnpackedBytes: zipLimits.maxUnpackedBytes },
  convert,
};
