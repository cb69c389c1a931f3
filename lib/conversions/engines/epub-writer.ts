import { documentContent } from '../content.ts';
import { documentTitle, outlineOf } from '../documents/outline.ts';
import { isRightToLeft, languageOf } from '../documents/tree-language.ts';
import type { Content, Engine, EngineOutput, EngineRequest } from '../engine.ts';
import { writeEpub } from '../epub/write-epub.ts';
import { loadFormulas } from '../html/formulas.ts';
import { tocOptions } from '../options.ts';

async function convert(content: Content, request: EngineRequest): Promise<EngineOutput> {
  const tree = documentContent(content);
  const { toc } = tocOptions.parse(request.options);
  const outline = outlineOf(tree);
  const language = await languageOf(tree);
  const bytes = writeEpub(tree, {
    outline,
    toc,
    title: documentTitle(tree, outline, request.filename) ?? 'Document',
    language,
    isRightToLeft: isRightToLeft(language),
    formula: await loadFormulas(tree),
    maxBytes: request.maxResultBytes,
  });
  return { content: bytes, report: { pages: tree.pages } };
}

/** Documents as books. */
export const epubWriter: Engine = {
  name: 'docforge-epub',
  edges: [{ from: 'document', operation: 'convert', to: 'epub' }],
  options: tocOptions,
  limits: {},
  convert,
};
