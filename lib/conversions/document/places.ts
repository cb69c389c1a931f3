/** A rectangle on a page as it is displayed, in points (1/72 inch) from its top left corner. */
export interface PagePlace {
  /** From 1. */
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Cells of a sheet, such as `B2:D9`. */
export interface SheetPlace {
  readonly sheet: string;
  readonly cells: string;
}

/** The rows and columns of a sheet that a table has, from 0. */
export interface SheetGrid {
  readonly sheet: string;
  readonly firstRow: number;
  /** Undefined if its rows follow each other. */
  readonly rows?: readonly number[] | undefined;
  readonly columns: readonly number[];
}

/** Where a part of a document is in its file. */
export type Place = PagePlace | SheetPlace;

/** Text as it is on its page. */
export interface PlacedText {
  readonly text: string;
  readonly place: PagePlace;
  /** Of recognized text, from 0 to 1. */
  readonly confidence?: number | undefined;
}

/** A line of text as it is on its page. */
export interface PlacedLine extends PlacedText {
  /** Of recognized text. */
  readonly words?: readonly PlacedText[] | undefined;
}

/** The mean confidence of the characters of some texts; undefined if there are none, or one was not recognized. */
export function meanConfidence(
  texts: readonly { readonly text: string; readonly confidence?: number | undefined }[],
): number | undefined {
  let sum = 0;
  let characters = 0;
  for (const { text, confidence } of texts) {
    if (confidence === undefined) return undefined;
    sum += confidence * text.length;
    characters += text.length;
  }
  return characters === 0 ? undefined : sum / characters;
}

/** The size of a page as it is displayed, in points. */
export interface PageSize {
  /** From 1. */
  readonly number: number;
  readonly width: number;
  readonly height: number;
}

/** Kinds of furniture: text at the top or bottom of pages, such as page numbers. */
export const furnitureKinds = ['header', 'footer'] as const;

/** Text that is on pages besides that of the document. */
export interface Furniture {
  readonly kind: (typeof furnitureKinds)[number];
  readonly text: string;
  /** Undefined if the format has no pages. */
  readonly place?: PagePlace | undefined;
}

/** Why text cannot be seen: by its render mode, size, opacity or colour, what is drawn over it, its clip, or its place. */
export const hiddenReasons = [
  'invisible',
  'tiny',
  'transparent',
  'same_colour',
  'covered',
  'clipped',
  'off_page',
] as const;

/** One of {@link hiddenReasons}. */
export type HiddenReason = (typeof hiddenReasons)[number];

/** Text of a file that nobody can see on its page. It is not part of the text of the document. */
export interface HiddenText {
  readonly text: string;
  readonly reason: HiddenReason;
  /** Undefined if the format has no pages. */
  readonly place?: PagePlace | undefined;
}

interface Edged {
  readonly x: number;
  readonly y: number;
  readonly right: number;
  readonly bottom: number;
}

/** The smallest place on a page around some rectangles. */
export function placeAround(page: number, boxes: readonly Edged[]): PagePlace {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const box of boxes) {
    left = Math.min(left, box.x);
    top = Math.min(top, box.y);
    right = Math.max(right, box.right);
    bottom = Math.max(bottom, box.bottom);
  }
  return { page, x: left, y: top, width: right - left, height: bottom - top };
}
