import { createResultBudget, createTextSink } from '../../base/result-size.ts';
import { isRightToLeftLanguage } from '../../base/right-to-left.ts';
import { blockIds } from '../../document/anchors.ts';
import type { DocumentTree } from '../../document/document-tree.ts';
import { documentTitle, isNoteAnchor, outlineOf } from '../../document/outline.ts';
import { toDataUri } from '../../document/tree-images.ts';
import { languageOf } from '../../document/tree-language.ts';
import { walkDocument } from '../../document/walk-blocks.ts';
import type { tocOptions } from '../../engine/options.ts';
import type { FileResult, WriteRequest } from '../../engine/role.ts';
import { loadFormulas } from '../../shared/math/load-formulas.ts';
import { type HtmlPage, writeContents, writeHtmlPage } from './page.ts';
import { writeHtmlBlocks, writeHtmlNotes } from './write-blocks.ts';
import type { HtmlPlaces } from './write-inline.ts';

/** Writes a document as one self-contained page. */
export async function writeHtml(
  tree: DocumentTree,
  { options: { toc }, filename, maxResultBytes }: WriteRequest<typeof tocOptions, 'html'>,
): Promise<FileResult> {
  const outline = outlineOf(tree, isNoteAnchor);
  const ids = new Map(outline.map(({ block, id }) => [block, id]));
  const names = new Set([...ids.values(), ...blockIds(walkDocument(tree))]);
  const parseFormula = await loadFormulas(tree);
  const places: HtmlPlaces = {
    imageAddress: (index) => {
      const image = tree.images[index];
      return image === undefined ? undefined : toDataUri(image);
    },
    headingId: (block) => (block.kind === 'heading' ? ids.get(block) : undefined),
    localAddress: (name) => (names.has(name) ? `#${name}` : undefined),
    allowsRelative: true,
    noteAddress: (note) => `#note-${note + 1}`,
    formula: (tex, isDisplay) => parseFormula(tex, isDisplay)?.toMarkup(),
  };
  const language = await languageOf(tree);
  const out = createTextSink(createResultBudget(maxResultBytes));
  const page: HtmlPage = {
    title: documentTitle(tree, outline, filename) ?? 'Document',
    author: tree.metadata.author,
    description: tree.metadata.subject,
    language,
    isRightToLeft: isRightToLeftLanguage(language),
    contents: toc ? writeContents(outline, ({ id }) => `#${id}`) : '',
  };
  writeHtmlPage(page, out, () => {
    writeHtmlBlocks(tree, tree.blocks, places, out);
    writeHtmlNotes(tree, places, (note) => `#ref-${note + 1}`, out);
  });
  return { bytes: out.bytes() };
}
