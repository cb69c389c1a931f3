import { isRightToLeftLanguage } from '../../base/right-to-left.ts';
import { documentTitle, outlineOf } from '../../document/outline.ts';
import { languageOf } from '../../document/tree-language.ts';
import { tocOptions } from '../../engine/options.ts';
import { documentWriter } from '../../engine/roles.ts';
import { loadFormulas } from '../../shared/math/load-formulas.ts';

/** Writes documents as EPUB 3 books. */
export const epubWriter = documentWriter({
  name: 'docforge-epub-writer',
  to: ['epub'],
  options: tocOptions,
  write: async (tree, { options: { toc }, filename, maxResultBytes }) => {
    const { writeEpub } = await import('./write-epub.ts');
    const outline = outlineOf(tree);
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
  },
});
