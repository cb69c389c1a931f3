import type { Direction } from '../../../../backends/fonts/leading-font.ts';

/**
 * The template's input as JSON. Names are short because each piece of text repeats them. Lengths are in points unless
 * stated in em. Absent values are omitted; null occurs only where it is declared.
 */

/** Text styles; present if true. */
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

/** A formula node: a name and its arguments. The template's `maths` implements all names. */
export type MathNode = readonly [string, ...(MathPart | readonly (readonly MathNode[])[])[]];

/** An argument of a formula node. */
type MathPart = MathNode | string | number | boolean | null;

/** A piece of a line. A string is text in the surrounding style. */
export type InlineData =
  | string
  | InlineText
  /** A break opportunity in a word. */
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
  /** A note reference: the first one, or a repeated one (`again`). */
  | { readonly k: 'note'; readonly n: number; readonly again?: true };

/** A line. A string is plain text. */
export type LineData = string | readonly InlineData[];

/** A cell. A string is plain text. */
export type CellData =
  | string
  | (Direction & {
      readonly c: string | readonly BlockData[];
      readonly span?: number | undefined;
      readonly rows?: number | undefined;
      readonly align?: 'left' | 'center' | 'right' | undefined;
    });

/** A table with its column widths. */
type TableData = Direction & {
  readonly k: 'tb';
  readonly caption: string | null;
  readonly size: number;
  readonly inset: number;
  readonly widths: readonly number[];
  readonly aligns: readonly ('start' | 'right')[];
  /** Number of header rows. */
  readonly head: number;
  /** Whether the header repeats on each page. */
  readonly repeat?: true | undefined;
  readonly header: readonly CellData[];
  /** Heights of the rows after the header; null if unknown. */
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
      /** Whether it is a top-level block. */
      readonly top?: true | undefined;
      /** The task marker that replaces a bullet. */
      readonly box?: string | undefined;
      readonly items: readonly (readonly BlockData[])[];
    })
  /** Lists that form one visible list. */
  | { readonly k: 'ls'; readonly top: boolean; readonly tight: boolean; readonly c: readonly BlockData[] }
  | TableData
  /** Blocks on a rotated page. */
  | { readonly k: 'wide'; readonly c: readonly BlockData[] }
  /** Code; its parts are consecutive lines. */
  | { readonly k: 'c'; readonly parts: readonly string[]; readonly lang?: string | undefined }
  | (Direction & { readonly k: 'q'; readonly c: readonly BlockData[] })
  | { readonly k: 'r' }
  /** A display formula. */
  | { readonly k: 'eq'; readonly x: MathNode; readonly alt: string }
  | { readonly k: 'pb' };
