import { tocOptions } from '../../engine/options.ts';
import { documentWriter } from '../../engine/roles.ts';

/** Writes documents as EPUB 3 books. */
export const epubWriter = documentWriter({
  name: 'docforge-epub-writer',
  to: ['epub'],
  options: tocOptions,
  write: async (tree, request) => {
    const { writeEpub } = await import('./write-epub.ts');
    return await writeEpub(tree, request);
  },
});
