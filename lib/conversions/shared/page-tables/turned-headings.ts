import { minOf } from '../../base/arrays.ts';
import { heightOf, middleOf, unionOf, widthOf } from '../geometry/box.ts';
import { clusterSpans } from '../geometry/clusters.ts';
import { linesOf, readLines, toLine } from './lines.ts';
import type { Word } from './words.ts';

// Maximum gap between the lines of a heading, as a share of their height. Those of two headings are further apart.
const LINE_GAP = 0.4;

/** Returns the width of the narrower side, which is the height of a turned line. */
const thickness = (text: Word): number => Math.min(widthOf(text), heightOf(text));

/**
 * Returns headings that are typed upwards or downwards, side by side, as words of one upright line: that at the foot of the band
 * in which they stand, where the table begins.
 */
export function turnedHeadings(texts: readonly Word[]): Word[] {
  const along = texts.filter(({ turns = 0 }) => turns % 2 === 1);
  const bands = clusterSpans(
    along,
    ({ top, bottom }) => ({ from: top, to: bottom }),
    (next, furthest, text) => next.from - furthest.to > thickness(text),
  );
  return bands.flatMap((band) => {
    const headings = clusterSpans(
      band,
      ({ left, right }) => ({ from: left, to: right }),
      (next, furthest, text) => next.from - furthest.to > LINE_GAP * thickness(text),
    );
    if (headings.length < 2) return [];
    const { bottom } = unionOf(band);
    return headings.map((words): Word => {
      const source = unionOf(words);
      const height = minOf(words.map(thickness));
      return { text: readLines([toLine(words)]), ...source, top: bottom - height, bottom, source };
    });
  });
}

/** Returns the words of a page, with the heading of the labels at the foot of the turned headings beside it, as those are. */
export function withLabelHeadings(words: readonly Word[], headings: readonly Word[]): readonly Word[] {
  const moved = new Map<Word, Word>();
  for (const band of Map.groupBy(headings, ({ bottom }) => bottom).values()) {
    const { left, top, bottom } = unionOf(band.map((heading) => heading.source ?? heading));
    const beside = words.filter(
      (word) => word.right < left && middleOf(word) > top && middleOf(word) < bottom,
    );
    if (linesOf(beside).length !== 1) continue;
    for (const word of beside)
      moved.set(word, { ...word, top: bottom - heightOf(word), bottom, source: word.source ?? word });
  }
  return moved.size === 0 ? words : words.map((word) => moved.get(word) ?? word);
}
