import { documentTitle, outlineOf } from '../../document/outline.ts';
import { isRightToLeft, languageOf } from '../../document/tree-language.ts';
import { documentContent } from '../../engine/content.ts';
import type { Content, Engine, EngineOutput, EngineRequest } from '../../engine/engine.ts';
import { tocOptions } from '../../engine/options.ts';
import { loadFormulas } from '../html/formulas.ts';
import { writeEpub } from './write-epub.ts';

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
