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
  readonly first_block: number;
  readonly block_count: number;
}
