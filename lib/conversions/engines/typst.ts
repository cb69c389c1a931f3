import type { Engine } from '../engine.ts';
import { pageOptions } from '../options.ts';

/** Placeholder. */
export const typst: Engine = {
  name: 'typst',
  package: '@myriaddreamin/typst-ts-node-compiler',
  edges: [{ from: 'text', operation: 'convert', to: 'pdf' }],
  options: pageOptions,
  limits: {},
  convert: async () => {
    throw new Error('The engine typst is not connected.');
  },
};
