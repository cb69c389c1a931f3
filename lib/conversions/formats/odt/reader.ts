import * as z from 'zod';
import { fileContent } from '../../engine/content.ts';
import type { Content, Engine, EngineOutput, EngineRequest } from '../../engine/engine.ts';
import { readOrRefuse } from '../../engine/read-or-refuse.ts';
import { zipLimits } from '../../shared/zip/open-zip.ts';
import { readOdt } from './read-odt.ts';

async function convert(content: Content, request: EngineRequest): Promise<EngineOutput> {
  const { tree, warnings } = await readOrRefuse(() => readOdt(fileContent(content), request.target));
  return { content: tree, report: { pages: tree.pages, warnings } };
}

/** Texts of OpenDocument, such as those of LibreOffice Writer. */
export const docforgeOdt: Engine = {
  name: 'docforge-odt',
  package: 'saxes',
  edges: [{ from: 'odt', operation: 'read', to: 'document' }],
  options: z.strictObject({}),
  limits: { maxUnpackedBytes: zipLimits.maxUnpackedBytes },
  convert,
};
