import { lastNotAbove } from '../../base/binary-search.ts';
import type { Box } from '../../shared/geometry/box.ts';
import type { PlacedWord } from '../../shared/page-layout/word-lines.ts';
import { levelMiddle } from '../tesseract/level-middle.ts';
import type { RecognizedPage } from '../tesseract/recognize.ts';
import { wordsOf } from './words-of-item.ts';

// Points. A box is compared with the words in the bands that it covers.
const BAND = 8;
// Bands of a box; taller ones are no lines and cells of text.
const MAX_BANDS = 100;

interface Placed {
  readonly word: PlacedWord;
  readonly x: number;
  readonly y: number;
}

/**
 * Returns the words of a page from left to right whose middles are in a box of its level text. The places of the words
 * are those on the image.
 */
export function wordFinder({ recognizedWords, slope }: RecognizedPage): (box: Box) => PlacedWord[] {
  const placed = recognizedWords
    .flatMap(wordsOf)
    .map((word): Placed => ({ word, ...levelMiddle(word, slope) }))
    .toSorted((one, other) => one.x - other.x);
  const bands = Map.groupBy(placed, ({ y }) => Math.floor(y / BAND));
  return ({ x, y, width, height }) => {
    const found: Placed[] = [];
    const first = Math.floor(y / BAND);
    const last = Math.min(Math.floor((y + height) / BAND), first + MAX_BANDS);
    for (let at = first; at <= last; at += 1) {
      const band = bands.get(at) ?? [];
      for (
        let index = lastNotAbove(band.length, (each) => band[each]?.x ?? 0, x) + 1;
        (band[index]?.x ?? Infinity) < x + width;
        index += 1
      ) {
        const one = band[index];
        if (one !== undefined && one.y > y && one.y < y + height) found.push(one);
      }
    }
    return found.toSorted((one, other) => one.x - other.x).map(({ word }) => word);
  };
}
