import { median } from '../../base/median.ts';
import { type Box, type Edges, edgesOf, heightOf, unionOf } from '../geometry/box.ts';
import { clusterSpans, spanAcross } from '../geometry/clusters.ts';
import { groupLines, recognizedLines } from '../geometry/lines.ts';

/** A word and where it is on a page, in points from the page's top left. */
export interface PlacedWord extends Box {
  readonly text: string;
  /** Of recognized text, from 0 to 1. */
  readonly confidence?: number | undefined;
}

/** The words of a line from left to right, and the box around them. */
export interface WordLine extends Edges {
  readonly words: readonly PlacedWord[];
}

/** A page as lines of words. Sizes are in points. */
export interface WordPage {
  /** From 1. */
  readonly number: number;
  readonly width: number;
  readonly height: number;
  readonly lines: readonly WordLine[];
  /** Clockwise degrees by which the scan was turned to be upright, as the page and its words are; by default 0. */
  readonly turn?: 0 | 90 | 180 | 270 | undefined;
}

/** Returns a page as its scan is, with the boxes of words that may not be upright. */
export function asScanned(page: WordPage): WordPage {
  const { turn = 0, width, height, lines } = page;
  if (turn === 0) return page;
  const turned = ({ left, right, top, bottom }: Edges): Edges =>
    turn === 90
      ? { left: top, right: bottom, top: width - right, bottom: width - left }
      : turn === 180
        ? { left: width - right, right: width - left, top: height - bottom, bottom: height - top }
        : { left: height - bottom, right: height - top, top: left, bottom: right };
  return {
    number: page.number,
    ...(turn === 180 ? { width, height } : { width: height, height: width }),
    lines: lines.map((line) => ({
      ...turned(line),
      words: line.words.map((word) => {
        const { left, right, top, bottom } = turned(edgesOf(word));
        return { ...word, x: left, y: top, width: right - left, height: bottom - top };
      }),
    })),
  };
}

// Minimum gap between columns, in line heights.
const COLUMN_GAP = 1.8;

/** Creates a line from words in any order. */
export function toWordLine(words: readonly PlacedWord[]): WordLine {
  const sorted = words.toSorted((one, other) => one.x - other.x);
  return { words: sorted, ...unionOf(sorted.map(edgesOf)) };
}

/** Groups words that may be in any order into lines; the words of different columns are different lines. */
export const wordLines = (words: readonly PlacedWord[]): WordLine[] =>
  groupLines(words, edgesOf, recognizedLines).flatMap(({ items }) => {
    const height = median(items.map((word) => heightOf(edgesOf(word))));
    return clusterSpans(
      items,
      spanAcross,
      (next, furthest) => next.from - furthest.to > COLUMN_GAP * height,
    ).map(toWordLine);
  });
