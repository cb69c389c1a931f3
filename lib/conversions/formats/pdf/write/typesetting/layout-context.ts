import type { TreeBlock } from '../../../../document/document-tree.ts';
import type { DecodableImage } from './images.ts';
import type { TextWidth } from './text-width.ts';
import type { BlockData, MathNode } from './typst-data.ts';

/** The document and page state while blocks are converted to template data. Lengths in points. */
export interface LayoutContext {
  readonly images: readonly (DecodableImage | undefined)[];
  readonly notes: readonly (readonly TreeBlock[])[];
  readonly formula: ((tex: string, isBlock: boolean) => MathNode | undefined) | undefined;
  readonly textWidth: TextWidth;
  readonly fontSize: number;
  /** Whether the main font differs from the measured font. */
  readonly isMono: boolean;
  /** Width between the margins, also of a rotated page, and height between the margins. */
  readonly width: number;
  readonly rotatedWidth: number;
  readonly height: number;
  /** Counts of the content converted so far, for limits and warnings. */
  readonly seen: {
    readonly images: Set<number>;
    readonly notes: Set<number>;
    cells: number;
    /** Break opportunities in long words. */
    breaks: number;
    /** Characters of highlighted code. */
    coloured: number;
    /** Levels in the document of the last heading and of those above it. */
    readonly openHeadings: number[];
    unreadFormulas: number;
    isFlattened: boolean;
  };
}

/** The text frame that a block is laid out in. */
export interface Frame {
  /** Available width, in points. */
  readonly room: number;
  /** Font size, in points. */
  readonly size: number;
  /** Number of enclosing lists, quotes and tables. */
  readonly depth: number;
  /** Whether it is in a note. Notes do not nest. */
  readonly isNote?: true | undefined;
  /** Whether it is in a cell. */
  readonly isCell?: true | undefined;
}

/** Converts nested blocks to template data. An argument, because block-data.ts imports the converters of each kind. */
export type BlocksToData = (
  blocks: readonly TreeBlock[],
  frame: Frame,
  context: LayoutContext,
) => BlockData[];
