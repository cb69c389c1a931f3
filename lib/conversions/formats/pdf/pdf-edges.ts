import type { Edge } from '../../engine/engine.ts';

/** What every engine that reads pdf files gives: one stands in for another, so all of them give the same. */
export const pdfEdges: readonly Edge[] = [
  { from: 'pdf', operation: 'convert', to: 'text' },
  { from: 'pdf', operation: 'read', to: 'document' },
];
