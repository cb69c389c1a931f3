import { rightToLeftShare } from '../../base/right-to-left.ts';
import type { Border, RunLook } from '../../document/look.ts';
import type { Box, Edges } from '../geometry/box.ts';
import type { PageCell, PageTable } from '../page-tables/page-table.ts';
import type { Figure } from './figures.ts';
import type { PlacedWord } from './word-lines.ts';

/** Text style of a run. */
export interface RunStyle {
  readonly bold?: true | undefined;
  readonly italic?: true | undefined;
  /** Monospaced: code. */
  readonly mono?: true | undefined;
  /** Whether its small letters are small capitals. */
  readonly smallCaps?: true | undefined;
  /** Struck through. */
  readonly strike?: true | undefined;
  readonly href?: string | undefined;
  /** Recognized on a scan, so that its size and its baseline are approximate. */
  readonly isRecognized?: true | undefined;
  /** Identifies the content of its page that it is part of in a tagged file. Undefined if it is in none. */
  readonly mark?: number | undefined;
  /** Set if the target keeps it. */
  readonly look?: RunLook | undefined;
}

/** Consecutive characters on a line with their bounding box, in points from the page's top left. */
export interface TextRun extends Box, RunStyle {
  readonly text: string;
  /** Font size, in points. */
  readonly size: number;
  /** Clockwise quarter turns of its letters from those of the page's text. Default: 0. */
  readonly turns?: number | undefined;
  /** In reading order: whether there is no space before it, wherever the run before it is. */
  readonly isClose?: boolean | undefined;
  /** Of tagged text: whether the author ended the line before it. */
  readonly isAfterBreak?: boolean | undefined;
  /** Of recognized text, from 0 to 1. */
  readonly confidence?: number | undefined;
  /** Of recognized text: its words from left to right, where they are on the image. */
  readonly words?: readonly PlacedWord[] | undefined;
  /**
   * Where each of its words, which spaces end, starts and ends: points from the start of the run. Undefined if that is unknown, or
   * nothing needs it.
   */
  readonly edges?: Float32Array | undefined;
}

/** A cell of a table of a page. */
export interface SourceCell extends PageCell {
  /** Of recognized text, from 0 to 1: the mean of its characters. */
  readonly confidence?: number | undefined;
  /** Number of its page, if that is not the page where its table begins. */
  readonly page?: number | undefined;
  /** Of its text, with the background of the cell. Set if the target keeps looks. */
  readonly style?: Pick<RunStyle, 'bold' | 'italic' | 'look'> | undefined;
  readonly align?: 'center' | 'right' | undefined;
  /** The parts of its text that are struck through, in their order. */
  readonly struck?: readonly string[] | undefined;
}

/** Part of a table, on a page. */
export interface TablePart {
  readonly page: number;
  readonly bbox: Box;
}

/** A table of a page. */
export interface SourceTable extends PageTable {
  readonly rows: readonly (readonly SourceCell[])[];
  /** Its parts on the pages after the one where it begins. */
  readonly further?: readonly TablePart[] | undefined;
}

/** An image on a page. */
export interface PlacedImage extends Box {
  /** Index into the document's images; undefined if only its alternative text is wanted. */
  readonly index: number | undefined;
  readonly alt?: string | undefined;
  /** See {@link RunStyle.mark}. */
  readonly mark?: number | undefined;
  readonly isFormula?: true | undefined;
}

/** A filled shape of a page. */
export interface ColouredArea extends Box {
  /** `#rrggbb`. */
  readonly colour: string;
}

/** A horizontal or vertical line on a page, as the edges of its middle. */
export interface PageRule extends Edges {
  readonly border: Border;
}

/** Lines and filled shapes of a page. */
export interface PagePaint {
  readonly rules: readonly PageRule[];
  readonly fills: readonly ColouredArea[];
}

/** The raw content that an engine finds on a page. */
export interface SourcePage {
  readonly number: number;
  readonly width: number;
  readonly height: number;
  readonly runs: readonly TextRun[];
  /** Lines at right angles to the rest, or upside down, where they are on the page. */
  readonly aside: readonly TextRun[];
  readonly tables: readonly SourceTable[];
  readonly images: readonly PlacedImage[];
  /** Drawings, whose labels are still in the runs. */
  readonly figures?: readonly Figure[] | undefined;
  /** Its lines and filled shapes in their colours. Set if the target keeps looks. */
  readonly paint?: PagePaint | undefined;
  /** Whether the text was recognized from an image, so that font sizes are approximate. */
  readonly isRecognized?: true | undefined;
}

// Font names are used because stored weights are often missing or wrong.
const BOLD = /bold|black|heavy|demi|semibold|-medi|cmbx|cmssbx|ptmb|phvb|\bbd\b/i;
const ITALIC = /ital|obliq|cmti|cmsl|slant|kursiv|-it\b/i;
// Those of TeX are named after the typewriter: cmtt, ectt, sftt (cm-super) and t1xtt (txfonts).
const MONO =
  /mono|courier|typewriter|consol|menlo|monaco|inconsolata|fixed|code(?!x)|nimbusmonl|gyrecursor|lettergothic|(?:cm(?:sl|i)?|ec|sf|t1?x(?:b|sl|bsl)?)tt/i;
const STRIKE = /strike|lin(?:e|ed)-?through/i;
const SMALL_CAPS = /csc\d|smcp|small-?cap|romancaps|-sc\b/i;

/** Returns the text style of a font, from its name. */
export function styleOfFont(name: string | undefined): RunStyle {
  if (name === undefined) return {};
  return {
    ...(BOLD.test(name) ? { bold: true } : {}),
    ...(ITALIC.test(name) ? { italic: true } : {}),
    ...(MONO.test(name) ? { mono: true } : {}),
    ...(SMALL_CAPS.test(name) ? { smallCaps: true } : {}),
    ...(STRIKE.test(name) ? { strike: true } : {}),
  };
}

const WIDE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u;

/** Returns true if a text has a character of a script without spaces. */
export const isWideText = (text: string): boolean => WIDE.test(text);

// Minimum gap between words, in font sizes. Scripts without spaces have wide gaps only on purpose.
export const WORD_GAP = 0.14;
const WIDE_GAP = 0.6;

/** Returns true if there is a space between two adjacent runs of a line. */
export function isApart(before: TextRun, run: TextRun): boolean {
  if (run.isClose === true) return false;
  const gap = Math.max(run.x - before.x - before.width, before.x - run.x - run.width);
  const isWide = WIDE.test(before.text.at(-1) ?? '') || WIDE.test(run.text[0] ?? '');
  return gap > Math.max(before.size, run.size) * (isWide ? WIDE_GAP : WORD_GAP);
}

// Minimum share of right-to-left letters of a page that is read from the right.
const RTL_PAGE = 0.3;

/** Returns true if a page with these runs is read from the right. */
export const isRightToLeftPage = (runs: readonly TextRun[]): boolean =>
  rightToLeftShare(runs.map(({ text }) => text).join(' ')) > RTL_PAGE;
