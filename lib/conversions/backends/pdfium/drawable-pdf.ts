/** A page and how large it is: in points, or the pixels its image will have. */
export interface PageSize {
  /** From 1. */
  readonly page: number;
  readonly width: number;
  readonly height: number;
}

/** An open PDF whose pages can be drawn. */
export interface DrawablePdf {
  /** Pages of the file. */
  readonly total: number;
  /** Sizes of pages in points; pages that cannot be read are left out. */
  readonly measure: (numbers: readonly number[]) => Promise<readonly PageSize[]>;
  /** Red, green and blue of each pixel, one byte each; undefined if the page cannot be drawn. */
  readonly draw: (size: PageSize) => Promise<Uint8Array | undefined>;
  /** The nouns of its parts beside the pages, such as `attached file`. */
  readonly parts: () => readonly string[];
  readonly close: () => void;
}
