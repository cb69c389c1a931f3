import type { Engine } from '../engine.ts';
import { textOptions } from '../options.ts';

/** Placeholder. */
export const plainText: Engine = {
  name: 'plain-text',
  package: 'chardet',
  edges: [
    { from: 'text', operation: 'extract', to: 'text' },
    { from: 'text', operation: 'extract', to: 'structured' },
    { from: 'text', operation: 'extract', to: 'chunks' },
    { from: 'text', operation: 'extract', to: 'metadata' },
  ],
  options: textOptions,
  limits: {},
  convert: async () => {
    throw new Error('The engine plain-text is not connected.');
  },
};
