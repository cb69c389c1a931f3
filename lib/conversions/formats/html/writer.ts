import { createResultBudget, createTextSink } from '../../base/result-size.ts';
import { documentTitle, outlineOf } from '../../document/outline.ts';
import { toDataUri } from '../../document/tree-images.ts';
import { isRightToLeft, languageOf } from '../../document/tree-language.ts';
import { documentContent } from '../../engine/content.ts';
import type { Content, Engine, EngineOutput, EngineRequest } from '../../engine/engine.ts';
import { tocOptions } from '../../engine/options.ts';
import { loadFormulas } from './formulas.ts';
import { type HtmlPage, writeContents, writeHtmlPage } from './page.ts';
import { writeHtmlBlocks, writeHtmlNotes } from './write-blocks.ts';
import type { HtmlPlaces } from './write-inline.ts';

async function convert(content: Content, request: EngineRequest): Promise<EngineOutput> {
  const tree = documentContent(content);
  const { toc } = tocOptions.parse(request.options);
  const outline = outlineOf(tree);
  const ids = new Map(outline.map(({ block, id }) => [block, id]));
  const names = new Set(ids.values());
  const places: HtmlPlaces = {
    imageAddress: (index) => {
      const image = tree.images[index];
      return image === undefined ? undefined : toDataUri(image);
    },
    headingId: (block) => (block.kind === 'heading' ? ids.get(block) : undefined),
    localAddress: (name) => (names.has(name) ? `#${name}` : undefined),
    noteAddress: (note) => `#note-${note + 1}`,
    formula: await loadFormulas(tree),
  };
  const language = await languageOf(tree);
  const out = createTextSink(createResultBudget(request.maxResultBytes));
  const page: HtmlPage = {
    title: documentTitle(tree, outline, request.filename) ?? 'Document',
    author: tree.info.author,
    description: tree.info.subject,
    language,
    isRightToLeft: isRightToLeft(language),
    contents: toc ? writeContents(outline, ({ id }) => `#${id}`) : '',
  };
  writeHtmlPage(page, out, () => {
    writeHtmlBlocks(tree, tree.blocks, places, out);
    writeHtmlNotes(tree, places, (note) => `#ref-${note + 1}`, out);
  });
  return { content: out.bytes(), report: { pages: tree.pages } };
}

/** Documents as a page that holds all of itself: no script, nothing loaded. */
export const htmlWriter: Engine = {
  name: 'docforge-html',
  edges: [{ from: 'document', operation: 'convert', to: 'html' }],
  options: tocOptions,
  limits: {},
  convert,
};
