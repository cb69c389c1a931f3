import { tocOptions } from '../../engine/options.ts';
import { documentWriter } from '../../engine/roles.ts';

/** Writes documents as one self-contained page, without scripts or external resources. */
export const htmlWriter = documentWriter({
  name: 'docforge-html-writer',
  to: ['html'],
  options: tocOptions,
  write: async (tree, request) => {
    const { writeHtml } = await import('./write-html.ts');
    return await writeHtml(tree, request);
  },
});
