import { zipLimits } from '../archive/open-zip.ts';
import { fileContent } from '../content.ts';
import { readOrRefuse } from '../documents/read-or-refuse.ts';
import type { Content, Engine, EngineOutput, EngineRequest } from '../engine.ts';
import { slidesOptions } from '../slides/options.ts';
import { readOdp } from '../slides/read-odp.ts';

async function convert(content: Content, request: EngineRequest): Promise<EngineOutput> {
  const { notes } = slidesOptions.parse(request.options);
  const { tree, warnings } = await readOrRefuse(() =>
    readOdp(fileContent(content), { notes, target: request.target }),
  );
  return { content: tree, report: { pages: tree.pages, warnings } };
}

/** Presentations of OpenDocument, such as those of LibreOffice Impress. */
export const docforgeOdp: Engine = {
  name: 'docforge-odp',
  package: 'saxes',
  edges: [{ from: 'odp', operation: 'read', to: 'document' }],
  options: slidesOptions,
  limits: { maxUnpackedBytes: zipLimits.maxUnpackedBytes },
  convert,
};
