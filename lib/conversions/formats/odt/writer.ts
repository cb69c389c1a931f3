import { documentTitle, outlineOf } from '../../document/outline.ts';
import { languageOf } from '../../document/tree-language.ts';
import { officePageOptions, pageSetup } from '../../engine/page-setup.ts';
import { documentWriter } from '../../engine/roles.ts';
import { writeOdt } from './write-odt.ts';

/** Writes OpenDocument text documents. */
export const odtWriter = documentWriter({
  name: 'docforge-odt-writer',
  to: ['odt'],
  options: officePageOptions,
  write: async (tree, { options, filename, maxResultBytes }) => {
    const outline = outlineOf(tree);
    const bytes = writeOdt(tree, {
      page: pageSetup(options),
      outline,
      toc: options.toc,
      title: documentTitle(tree, outline, filename),
      language: await languageOf(tree),
      maxBytes: maxResultBytes,
    });
    return { bytes };
  },
});
