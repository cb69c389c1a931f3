import { tocOptions } from '../../engine/options.ts';
import { documentWriter } from '../../engine/roles.ts';

/** Writes documents as EPUB 3 books. */
export const epubWriter = documentWriter({
  name: 'docforge-epub-writer',
  to: ['epub'],
  options: tocOptions,
  write: async (tree, request) => {
    const { writeBook } = await import('./write-book.ts');
    return await writeBook(tree, request);
  },
});
