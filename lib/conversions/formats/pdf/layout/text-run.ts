import type { Box } from '../../../shared/geometry/box.ts';
import type { PageTable } from '../tables/page-table.ts';

/** How the letters of a run look. */
export interface RunStyle {
  readonly bold?: true | undefined;
  readonly italic?: true | undefined;
  /** All letters have the same width: code. */
  readonly mono?: true | undefined;
  readonly href?: string | undefined;
}

/** Letters that stand in a line one after the other, with the box they fill, in points from the page's top left. */
export interface TextRun extends Box, RunStyle {
  readonly text: string;
  /** Of the letters, in points. */
  readonly size: number;
}

/** A picture that stands on a page. */
export interface PlacedImage extends Box {
  /** Index into the pictures of the document. */
  readonly image: number;
}

/** What an engine finds on a page, before anything is made of it. */
export interface SourcePage {
  readonly number: number;
  readonly width: number;
  readonly height: number;
  readonly runs: readonly TextRun[];
  /** Lines that stand at right angles to the rest. */
  readonly aside: readonly string[];
  readonly tables: readonly PageTable[];
  readonly pictures: readonly PlacedImage[];
  /** Whether the text was told from a picture: sizes of letters are then about right only. */
  readonly isRecognized?: true | undefined;
}

// Names of fonts say how they look; their weights are often missing or wrong.
const BOLD = /bold|black|heavy|demi|semibold|-medi|cmbx|cmssbx|ptmb|phvb|\bbd\b/i;
const ITALIC = /ital|obliq|cmti|cmsl|slant|kursiv|-it\b/i;
const MONO = /mono|courier|typewriter|consol|cmtt|menlo|inconsolata|fixed|code(?!x)/i;

/** How letters of a font look, by its name. */
export function styleOfFont(name: string | undefined): RunStyle {
  if (name === undefined) return {};
  return {
    ...(BOLD.test(name) ? { bold: true } : {}),
    ...(ITALIC.test(name) ? { italic: true } : {}),
    ...(MONO.test(name) ? { mono: true } : {}),
  };
}

const WIDE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u;

// Parts of an em: closer letters belong to one word; in scripts without spaces, only a wide gap means something.
const WORD_GAP = 0.14;
const WIDE_GAP = 0.6;

/** Whether a space is between two neighbours of a line. */
export function isApart(before: TextRun, run: TextRun): boolean {
  const gap = Math.max(run.x - before.x - before.width, before.x - run.x - run.width);
  const isWide = WIDE.test(before.text.at(-1) ?? '') || WIDE.test(run.text[0] ?? '');
  return gap > Math.max(before.size, run.size) * (isWide ? WIDE_GAP : WORD_GAP);
}
