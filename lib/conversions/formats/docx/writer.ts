import { documentTitle, outlineOf } from '../../document/outline.ts';
import { languageOf } from '../../document/tree-language.ts';
import { officePageOptions, pageSetup } from '../../engine/page-setup.ts';
import { documentWriter } from '../../engine/roles.ts';
import { writeDocx } from './write/write-docx.ts';

/** Writes Word documents. */
export const docxWriter = documentWriter({
  name: 'docforge-docx-writer',
  to: ['docx'],
  options: officePageOptions,
  write: async (tree, { options, filename, maxResultBytes }) => {
    const outline = outlineOf(tree);
    const { bytes, unshown } = writeDocx(tree, {
      page: pageSetup(options),
      outline,
      toc: options.toc,
      title: documentTitle(tree, outline, filename),
      language: await languageOf(tree),
      maxBytes: maxResultBytes,
    });
    const warnings =
      unshown > 0
        ? [
            `${unshown} ${unshown === 1 ? 'image was' : 'images were'} replaced by alternative text because Word does not support the format.`,
          ]
        : [];
    return { bytes, warnings };
  },
});
