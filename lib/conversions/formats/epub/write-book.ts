import { isRightToLeftLanguage } from '../../base/right-to-left.ts';
import type { DocumentTree } from '../../document/document-tree.ts';
import { documentTitle, isNoteAnchor, outlineOf } from '../../document/outline.ts';
import { languageOf } from '../../document/tree-language.ts';
import type { tocOptions } from '../../engine/options.ts';
import type { FileResult, WriteRequest } from '../../engine/role.ts';
import { loadFormulas } from '../../shared/math/load-formulas.ts';
import { writeEpub } from './write-epub.ts';

/** Writes a document as a book with an outline. */
export async function writeBook(
  tree: DocumentTree,
  { options: { toc }, filename, maxResultBytes }: WriteRequest<typeof tocOptions, 'epub'>,
): Promise<FileResult> {
  const outline = outlineOf(tree, isNoteAnchor);
  const language = await languageOf(tree);
  const parseFormula = await loadFormulas(tree);
  const bytes = writeEpub(tree, {
    outline,
    toc,
    title: documentTitle(tree, outline, filename) ?? 'Document',
    language,
    isRightToLeft: isRightToLeftLanguage(language),
    formula: (tex, isDisplay) => parseFormula(tex, isDisplay)?.toMarkup(),
    maxBytes: maxResultBytes,
  });
  return { bytes };
}
