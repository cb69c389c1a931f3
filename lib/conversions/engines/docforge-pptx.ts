import { zipLimits } from '../archive/open-zip.ts';
import { fileContent } from '../content.ts';
import { readOrRefuse } from '../documents/read-or-refuse.ts';
import type { Content, Engine, EngineOutput, EngineRequest } from '../engine.ts';
import { slidesOptions } from '../slides/options.ts';
import { readPptx } from '../slides/read-pptx.ts';

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
