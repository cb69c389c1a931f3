/** A part of a document that its format keeps apart, and the blocks that it has. */
export interface Section {
  readonly kind: 'slide' | 'sheet' | 'file';
  /** From 1, in the order of the file; sections that were not read leave a gap. */
  readonly number: number;
  /** The title of the slide, the name of the sheet, or the path of the file in its archive. */
  readonly title: string | null;
  /** Whether the program hides it. */
  readonly hidden?: true | undefined;
  /** Index into the document's blocks. */
  readonly firstBlock: number;
  readonly blockCount: number;
}

/** A section in the published model. */
interface PublishedSection {
  readonly kind: Section['kind'];
  readonly number: number;
  readonly title: string | null;
  readonly hidden?: true | undefined;
  readonly first_block: number;
  readonly block_count: number;
}

/**
 * The sections with indexes into those of the blocks that are published. Sections are in order and do not overlap.
 *
 * @param isPublished whether the block with this index is in the published model
 */
export function publishedSections(
  sections: readonly Section[],
  isPublished: (block: number) => boolean,
): PublishedSection[] {
  let read = 0;
  let published = 0;
  const publishedBefore = (end: number): number => {
    for (; read < end; read += 1) if (isPublished(read)) published += 1;
    return published;
  };
  return sections.map(({ kind, number, title, hidden, firstBlock, blockCount }) => {
    const first = publishedBefore(firstBlock);
    return {
      kind,
      number,
      title,
      hidden,
      first_block: first,
      block_count: publishedBefore(firstBlock + blockCount) - first,
    };
  });
}
