import type { Engine } from '../engine.ts';
import { pdfOptions } from '../options.ts';

/** Placeholder. */
export const pdfParse: Engine = {
  name: 'pdf-parse',
  package: 'pdf-parse',
  edges: [
    { from: 'pdf', operation: 'convert', to: 'text' },
    { from: 'pdf', operation: 'extract', to: 'text' },
    { from: 'pdf', operation: 'extract', to: 'structured' },
    { from: 'pdf', operation: 'extract', to: 'chunks' },
    { from: 'pdf', operation: 'extract', to: 'metadata' },
  ],
  options: pdfOptions,
  limits: {},
  convert: async () => {
    throw new Error('The engine pdf-parse is not connected.');
  },
};
