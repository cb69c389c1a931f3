import { documentContent } from '../content.ts';
import { documentTitle, outlineOf } from '../documents/outline.ts';
import { toDataUri } from '../documents/tree-images.ts';
import { isRightToLeft, languageOf } from '../documents/tree-language.ts';
import type { Content, Engine, EngineOutput, EngineRequest } from '../engine.ts';
import { loadFormulas } from '../html/formulas.ts';
import { type HtmlPage, writeContents, writeHtmlPage } from '../html/page.ts';
import { writeHtmlBlocks, writeHtmlNotes } from '../html/write-blocks.ts';
import type { HtmlPlaces } from '../html/write-inline.ts';
import { tocOptions } from '../options.ts';
import { createResultBudget, createTextSink } from '../result-size.ts';

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
