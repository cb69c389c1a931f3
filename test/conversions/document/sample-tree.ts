import { noInfo } from '../../../lib/conversions/document/document-info.ts';
import {
  type DocumentTree,
  type Inline,
  type TreeBlock,
  textRun,
} from '../../../lib/conversions/document/document-tree.ts';

/** Creates a document from blocks. */
export const treeOf = (blocks: readonly TreeBlock[], rest: Partial<DocumentTree> = {}): DocumentTree => ({
  hub: 'document',
  format: 'html',
  metadata: noInfo,
  blocks,
  notes: [],
  images: [],
  page_count: null,
  ...rest,
});

/** Creates a paragraph from plain text or inline content. */
export const paragraph = (content: string | readonly Inline[]): TreeBlock & { kind: 'paragraph' } => ({
  kind: 'paragraph',
  content: typeof content === 'string' ? [textRun(content)] : content,
});

/** A 1×1 black PNG. */
export const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==',
  'base64',
);
