import { textOptions } from '../../engine/options.ts';
import { documentReader } from '../../engine/roles.ts';

/** Reads LaTeX documents. Files that they include are left out, and nothing in them is run. */
export const latexReader = documentReader({
  name: 'unified-latex-reader',
  package: '@unified-latex/unified-latex-to-hast',
  from: ['latex'],
  options: textOptions,
  read: async (bytes, request) => {
    const { readLatex } = await import('./read-latex.ts');
    return await readLatex(bytes, request);
  },
});
