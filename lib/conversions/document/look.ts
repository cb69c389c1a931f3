/**
 * Text styles set by the author. Readers add them only if they are needed (`needs.ts`), so that other results do not depend on
 * them. Lengths are in points, colours are `#rrggbb`.
 */

/** Style of a run, in addition to its emphasis. */
export interface RunLook {
  readonly colour?: string | undefined;
  readonly size?: number | undefined;
  readonly background?: string | undefined;
}

/** A line at a side of a cell, table or paragraph. */
export interface Border {
  readonly width: number;
  readonly style: 'solid' | 'dashed' | 'dotted' | 'double';
  readonly colour: string;
}

export const borderSides = ['top', 'right', 'bottom', 'left'] as const;
export type BorderSide = (typeof borderSides)[number];

/** The borders at the sides that have one. */
export type Borders = { readonly [Side in BorderSide]?: Border | undefined };

/** Style of a heading or paragraph, in addition to its alignment. Consecutive paragraphs with the same borders share them. */
export interface ParagraphLook {
  readonly background?: string | undefined;
  /** Distance of the text from the left margin. */
  readonly left?: number | undefined;
  readonly borders?: Borders | undefined;
}

/** A stated width: in points, or as a share of what is around it. */
export type StatedWidth = { readonly points: number } | { readonly share: number };

/** Style of a cell, in addition to its alignment. */
export interface CellLook {
  readonly width?: StatedWidth | undefined;
  readonly background?: string | undefined;
  readonly borders?: Borders | undefined;
}

/** Style of a table: it has only the borders that it and its cells state. Other tables have a grid and fill the page. */
export interface TableLook {
  /** Borders around the table. */
  readonly borders?: Borders | undefined;
  /** Undefined: as wide as its text needs. */
  readonly width?: StatedWidth | undefined;
  /** Whether the table only places its cells beside each other, so that a row may be longer than a page. */
  readonly isLayout?: boolean | undefined;
}
