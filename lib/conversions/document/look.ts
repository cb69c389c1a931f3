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

/** Style of a heading or paragraph, in addition to its alignment. */
export interface ParagraphLook {
  readonly background?: string | undefined;
  /** Distance of the text from the left margin. */
  readonly left?: number | undefined;
}

/** Style of a cell, in addition to its alignment. */
export interface CellLook {
  readonly background?: string | undefined;
}
