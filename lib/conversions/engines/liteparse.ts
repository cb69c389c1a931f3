import type { Engine } from '../engine.ts';
import { pdfOptions } from '../options.ts';

/** Placeholder. */
export const liteparse: Engine = {
  name: 'liteparse',
  package: '@llamaindex/liteparse',
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
    throw new Error('The engine liteparse is not connected.');
  },
};
