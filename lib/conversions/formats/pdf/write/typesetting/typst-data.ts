import type { Direction } from '../../../../backends/fonts/leading-font.ts';

/**
 * A document as the Typst template takes it: JSON, with short names since there is one for each piece of text. Lengths in
 * points, or in em where it is said. What may be left out is left out, never null, but where null is named.
 */

/** Looks of a text; present where so. */
export interface InlineText {
  readonly k: 't';
  readonly t: string;
  readonly b?: true | undefined;
  readonly i?: true | undefined;
  readonly u?: true | undefined;
  readonly s?: true | undefined;
  readonly code?: true | undefined;
  readonly sup?: true | undefined;
  readonly sub?: true | undefined;
  readonly href?: string | undefined;
}

/** A node of a formula: a name and what it takes; the template's `maths` knows them all. */
export type MathNode = readonly [string, ...(MathPart | readonly (readonly MathNode[])[])[]];

/** What a node of a formula takes. */
export type MathPart = MathNode | string | number | boolean | null;

/** A piece of a line; a string is text that looks like what is around it. */
export type InlineData =
  | string
  | InlineText
  /** A place where a word may be broken. */
  | { readonly k: 'z' }
  | { readonly k: 'br' }
  | {
      readonly k: 'img';
      readonly file: string;
      readonly w: number;
      readonly h: number;
      readonly alt: string | null;
    }
  | { readonly k: 'math'; readonly x: MathNode; readonly alt: string }
  /** A note: where it is first referred to, or `again`. */
  | { readonly k: 'note'; readonly n: number; readonly again?: true };

/** A line; a string where it is nothing but text. */
export type LineData = string | readonly InlineData[];

/** A cell; a string where it is nothing but text. */
export type CellData =
  | string
  | (Direction & {
      readonly c: string | readonly BlockData[];
      readonly span?: number | undefined;
      readonly rows?: number | undefined;
      readonly align?: 'left' | 'center' | 'right' | undefined;
    });

/** A table whose columns have widths. */
export type TableData = Direction & {
  readonly k: 'tb';
  readonly caption: string | null;
  readonly size: number;
  readonly inset: number;
  readonly widths: readonly number[];
  readonly aligns: readonly ('start' | 'right')[];
  /** How many rows `header` is. */
  readonly head: number;
  /** Whether the header stands on each page. */
  readonly repeat?: true | undefined;
  readonly header: readonly CellData[];
  /** Of the rows after the header, as far as they are known. */
  readonly heights: readonly (number | null)[];
  readonly cells: readonly CellData[];
};

/** A block. */
export type BlockData =
  | (Direction & {
      readonly k: 'p';
      readonly c: LineData;
      readonly align?: 'left' | 'center' | 'right' | 'justify' | undefined;
    })
  | (Direction & { readonly k: 'h'; readonly l: number; readonly c: LineData })
  | (Direction & {
      readonly k: 'l';
      readonly ordered: boolean;
      readonly start: number;
      readonly tight: boolean;
      /** Whether it stands in no other block. */
      readonly top?: true | undefined;
      /** The sign of a task that stands in place of a bullet. */
      readonly box?: string | undefined;
      readonly items: readonly (readonly BlockData[])[];
    })
  /** Lists that are one to the reader. */
  | { readonly k: 'ls'; readonly top: boolean; readonly tight: boolean; readonly c: readonly BlockData[] }
  | TableData
  /** Blocks on a page that is turned. */
  | { readonly k: 'wide'; readonly c: readonly BlockData[] }
  /** Code; its parts are lines that follow each other. */
  | { readonly k: 'c'; readonly parts: readonly string[]; readonly lang?: string | undefined }
  | (Direction & { readonly k: 'q'; readonly c: readonly BlockData[] })
  | { readonly k: 'r' }
  /** A formula on a line of its own. */
  | { readonly k: 'eq'; readonly x: MathNode; readonly alt: string }
  | { readonly k: 'pb' };
