import type { DocumentTree, TreeBlock } from '../../document/document-tree.ts';

/** A part of a book that is a file of its own. */
export interface Chapter {
  /** File name in the EPUB. */
  readonly name: string;
  readonly blocks: readonly TreeBlock[];
}

// Headings down to this level start a chapter.
const CHAPTER_LEVEL = 2;

/** Splits a document into chapters at its headings of the two highest levels. Blocks before the first are a chapter too. */
export function splitChapters(tree: DocumentTree): Chapter[] {
  const parts: TreeBlock[][] = [];
  for (const block of tree.blocks) {
    const last = parts.at(-1);
    const isStart = block.kind === 'heading' && block.level <= CHAPTER_LEVEL;
    // A title directly followed by the first section is one chapter.
    const onlyHeadings = last?.every(({ kind }) => kind === 'heading') === true;
    if (last === undefined || (isStart && !onlyHeadings)) parts.push([block]);
    else last.push(block);
  }
  return parts.map((blocks, at) => ({ name: `chapter-${String(at + 1).padStart(3, '0')}.xhtml`, blocks }));
}
