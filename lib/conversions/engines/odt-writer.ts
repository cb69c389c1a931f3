import { documentContent } from '../content.ts';
import { documentTitle, outlineOf } from '../documents/outline.ts';
import { officePageOptions, pageSetup } from '../documents/page-setup.ts';
import { languageOf } from '../documents/tree-language.ts';
import type { Content, Engine, EngineOutput, EngineRequest } from '../engine.ts';
import { writeOdt } from '../odt/write-odt.ts';

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
