import { noOptions } from '../../engine/options.ts';
import { documentReader } from '../../engine/roles.ts';

/** Reads Jupyter notebooks (nbformat 4): text, code, and of each output what shows it best. */
export const ipynbReader = documentReader({
  name: 'docforge-ipynb-reader',
  from: ['ipynb'],
  options: noOptions,
  read: async (bytes, { needs }) => {
    const { readNotebook } = await import('./read-notebook.ts');
    return await readNotebook(bytes, needs);
  },
});
