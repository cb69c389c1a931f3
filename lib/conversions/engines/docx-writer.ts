import { documentContent } from '../content.ts';
import { documentTitle, outlineOf } from '../documents/outline.ts';
import { officePageOptions, pageSetup } from '../documents/page-setup.ts';
import { languageOf } from '../documents/tree-language.ts';
import { writeDocx } from '../docx/write-docx.ts';
import type { Content, Engine, EngineOutput, EngineRequest } from '../engine.ts';

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
