import type { TreeBlock } from '../../../../document/document-tree.ts';
import type { SettableImage } from './images.ts';
import type { TextWidth } from './text-width.ts';
import type { MathNode } from './typst-data.ts';

/** What is known of the document and the page while its blocks are made into data. Lengths in points. */
export interface Setting {
  readonly images: readonly (SettableImage | undefined)[];
  readonly notes: readonly (readonly TreeBlock[])[];
  readonly formula: ((tex: string, isBlock: boolean) => MathNode | undefined) | undefined;
  readonly textWidth: TextWidth;
  readonly fontSize: number;
  /** Whether the main font is another than the one that is measured. */
  readonly isMono: boolean;
  /** Width between the margins; of a turned page; height between the margins. */
  readonly width: number;
  readonly turnedWidth: number;
  readonly height: number;
  /** What has been met so far. */
  readonly seen: {
    readonly images: Set<number>;
    readonly notes: Set<number>;
    cells: number;
    /** Places where words are broken to fit. */
    breaks: number;
    /** Characters of code with colours. */
    coloured: number;
    headingLevel: number;
    unreadFormulas: number;
    isFlattened: boolean;
  };
}

/** Where a block stands. */
export interface Place {
  /** Width there is, in points. */
  readonly room: number;
  /** Size of the letters, in points. */
  readonly size: number;
  /** How many lists, quotes and tables it stands in. */
  readonly depth: number;
  /** Whether it stands in a note, where no other note is. */
  readonly isNote?: true | undefined;
  /** Whether it stands in a cell. */
  readonly isCell?: true | undefined;
}
