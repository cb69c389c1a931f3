import { documentTitle, outlineOf } from '../../document/outline.ts';
import { languageOf } from '../../document/tree-language.ts';
import { documentContent } from '../../engine/content.ts';
import type { Content, Engine, EngineOutput, EngineRequest } from '../../engine/engine.ts';
import { officePageOptions, pageSetup } from '../../engine/page-setup.ts';
import { writeDocx } from './write/write-docx.ts';

async function convert(content: Content, request: EngineRequest): Promise<EngineOutput> {
  const tree = documentContent(content);
  const options = officePageOptions.parse(request.options);
  const outline = outlineOf(tree);
  const { bytes, unshown } = writeDocx(tree, {
    page: pageSetup(options),
    outline,
    toc: options.toc,
    title: documentTitle(tree, outline, request.filename),
    language: await languageOf(tree),
    maxBytes: request.maxResultBytes,
  });
  const warnings =
    unshown > 0 ? [`Images in formats that Word does not show are their descriptions: ${unshown}.`] : [];
  return { content: bytes, report: { pages: tree.pages, warnings } };
}

/** Documents for Word. */
export const docxWriter: Engine = {
  name: 'docforge-docx-writer',
  edges: [{ from: 'document', operation: 'convert', to: 'docx' }],
  options: officePageOptions,
  limits: {},
  convert,
};
