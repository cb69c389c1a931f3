import { documentReader } from '../../engine/roles.ts';
import { htmlReadOptions } from './options.ts';

/** Reads web pages saved as one file. */
export const htmlReader = documentReader({
  name: 'htmlparser2-html-reader',
  package: 'htmlparser2',
  from: ['html'],
  options: htmlReadOptions,
  read: async (bytes, request) => {
    const { readHtmlFile } = await import('./read-html-file.ts');
    return await readHtmlFile(bytes, request);
  },
  warm: async () => {
    await Promise.all([import('./read-html-file.ts'), import('htmlparser2')]);
  },
});
