/**
 * How an author made parts of a text look. Readers add it only if it is needed (`needs.ts`), so that other results do
 * not depend on it. Lengths are in points, colours are `#rrggbb`.
 */

/** The look of a run of text, besides its style. */
export interface RunLook {
  readonly colour?: string | undefined;
  readonly size?: number | undefined;
  readonly background?: string | undefined;
}

/** The look of a heading or paragraph, besides its alignment. */
export interface ParagraphLook {
  readonly background?: string | undefined;
  /** Distance of the text from the left margin. */
  readonly left?: number | undefined;
}

/** The look of a cell, besides its alignment. */
export interface CellLook {
  readonly background?: string | undefined;
}
