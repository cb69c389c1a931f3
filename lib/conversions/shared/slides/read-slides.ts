import { type DocumentTree, type TreeBlock, textRun } from '../../document/document-tree.ts';
import type { Target } from '../../engine/engine.ts';

/** Options of a presentation reader. */
export interface ReadSlidesOptions {
  readonly notes: boolean;
  readonly target: Target | undefined;
}

/** A parsed presentation with the warnings of its reader. */
export interface ReadSlides {
  readonly tree: DocumentTree;
  readonly warnings: readonly string[];
}

/** Speaker notes as a labelled quote; empty without notes. */
export function notesQuote(blocks: readonly TreeBlock[], page: number): TreeBlock[] {
  if (blocks.length === 0) return [];
  const label: TreeBlock = { kind: 'paragraph', content: [textRun('Notes', { bold: true })] };
  return [{ kind: 'quote', blocks: [label, ...blocks], page }];
}
