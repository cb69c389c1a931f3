import { textOptions } from '../../engine/options.ts';
import { documentReader } from '../../engine/roles.ts';

/** Reads reStructuredText documents, with the directives and roles of docutils and Sphinx. Includes no files. */
export const rstReader = documentReader({
  name: 'docforge-rst-reader',
  from: ['rst'],
  options: textOptions,
  read: async (bytes, request) => {
    const { readRst } = await import('./read-rst.ts');
    return await readRst(bytes, request);
  },
});
