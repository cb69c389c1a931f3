import { inlineText, type TreeBlock } from '../../../document/document-tree.ts';

const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** Whether a block is a caption that says what the table below it says of itself, as the writer of this project writes both. */
function isCaptionOf(block: TreeBlock, below: TreeBlock | undefined): boolean {
  if (block.kind !== 'paragraph' || block.role !== 'caption') return false;
  if (below?.kind !== 'table' || below.caption === undefined) return false;
  return plain(inlineText(block.content)) === plain(below.caption);
}

/** Leaves out captions that are those of the tables below them. */
export const withoutRepeatedCaptions = (blocks: readonly TreeBlock[]): readonly TreeBlock[] =>
  blocks.filter((block, index) => !isCaptionOf(block, blocks[index + 1]));
