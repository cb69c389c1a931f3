import { noOptions } from '../../engine/options.ts';
import { documentReader } from '../../engine/roles.ts';
import { zipLimits } from '../../shared/zip/limits.ts';
import { MAX_CHARACTERS } from './limits.ts';

/** Reads EPUB 2 and 3 books. */
export const epubReader = documentReader({
  name: 'docforge-epub-reader',
  from: ['epub'],
  options: noOptions,
  limits: { maxUnpackedBytes: zipLimits.maxUnpackedBytes, maxCharacters: MAX_CHARACTERS },
  read: async (bytes, { needs }) => {
    const { readEpub } = await import('./read-epub.ts');
    return await readEpub(bytes, needs);
  },
  warm: async () => {
    await Promise.all([import('./read-epub.ts'), import('htmlparser2')]);
  },
});
