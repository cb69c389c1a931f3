import type { Engine } from '../engine.ts';
import { pageOptions } from '../options.ts';

/** Placeholder. */
export const pdfkit: Engine = {
  name: 'pdfkit',
  package: 'pdfkit',
  edges: [{ from: 'text', operation: 'convert', to: 'pdf' }],
  options: pageOptions,
  limits: {},
  convert: async () => {
    throw new Error('The engine pdfkit is not connected.');
  },
};
