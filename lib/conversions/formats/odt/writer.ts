import { documentTitle, outlineOf } from '../../document/outline.ts';
import { languageOf } from '../../document/tree-language.ts';
import { documentContent } from '../../engine/content.ts';
import type { Content, Engine, EngineOutput, EngineRequest } from '../../engine/engine.ts';
import { officePageOptions, pageSetup } from '../../engine/page-setup.ts';
import { writeOdt } from './write-odt.ts';

async function convert(content: Content, request: EngineRequest): Promise<EngineOutput> {
  const tree = documentContent(content);
  const options = officePageOptions.parse(request.options);
  const outline = outlineOf(tree);
  const bytes = writeOdt(tree, {
    page: pageSetup(options),
    outline,
    toc: options.toc,
    title: documentTitle(tree, outline, request.filename),
    language: await languageOf(tree),
    maxBytes: request.maxResultBytes,
  });
  return { content: bytes, report: { pages: tree.pages } };
}

/** Documents for LibreOffice and others that read OpenDocument. */
export const odtWriter: Engine = {
  name: 'docforge-odt-writer',
  edges: [{ from: 'document', operation: 'convert', to: 'odt' }],
  options: officePageOptions,
  limits: {},
  convert,
};
