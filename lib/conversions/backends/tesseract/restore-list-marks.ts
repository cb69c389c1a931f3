import type { TextItem } from '@llamaindex/liteparse';
import { median } from '../../base/median.ts';
import { clusterSpans } from '../../shared/geometry/clusters.ts';
import { cropBox } from './crop.ts';
import { inkLimit } from './dark-pixels.ts';
import type { GreyImage } from './image-pdf.ts';
import { inkedColumns } from './ink-spans.ts';

// `2)` at the start of a line, and what is left of it without its bracket; `c)`, and what it is read as.
const MARK = /^(?:(\d{1,2})|([a-z]|[¢©](?=\))))(\)?)(?=\s|$)/u;
const ONLY_DIGITS = /^\d{1,2}$/;
const MISREAD_C = /^[¢©](?=\))/u;
// Heights of a mark by which those of one list differ in their distance from the edge of the page.
const SAME_PLACE = 0.5;
// Pixels of the width of a speck.
const MAX_SPECK = 1;
// Marks of a list in which a bracket was lost.
const MIN_MARKS = 3;
const C = 3;

interface Mark {
  readonly item: TextItem;
  readonly number: number;
  readonly isLetter: boolean;
  readonly isClosed: boolean;
}

function markOf(item: TextItem): Mark | undefined {
  const [found, digits, letter, bracket] = MARK.exec(item.text) ?? [];
  if (found === undefined || (letter !== undefined && bracket === '')) return undefined;
  const isC = letter === '¢' || letter === '©';
  const number = digits === undefined ? (isC ? C : (letter?.charCodeAt(0) ?? 0) - 96) : Number(digits);
  return { item, number, isLetter: digits === undefined, isClosed: bracket !== '' };
}

/** Sequences of marks below each other at one place, whose numbers follow each other. */
function sequencesOf(items: readonly TextItem[]): Mark[][] {
  const marks = items.flatMap((item) => markOf(item) ?? []);
  const height = median(marks.map(({ item }) => item.height));
  const places = clusterSpans(
    marks,
    ({ item }) => ({ from: item.x, to: item.x }),
    (next, furthest) => next.from - furthest.to > SAME_PLACE * height,
  );
  return places.flatMap((place) => {
    const sequences: Mark[][] = [];
    for (const mark of place.toSorted((one, other) => one.item.y - other.item.y)) {
      const last = sequences.at(-1);
      const before = last?.at(-1);
      if (last !== undefined && before?.isLetter === mark.isLetter && before.number + 1 === mark.number)
        last.push(mark);
      else sequences.push([mark]);
    }
    return sequences;
  });
}

/** Whether the image shows one shape more than the digits of an item. */
function hasBracket(item: TextItem, image: GreyImage): boolean {
  const part = cropBox(image, item);
  if (part === undefined) return false;
  const all = { from: 0, to: part.height };
  const shapes = inkedColumns(part, inkLimit(part, 1), { from: 0, to: part.width }, all);
  return shapes.filter(({ from, to }) => to - from > MAX_SPECK).length === item.text.length + 1;
}

/**
 * Restores marks of lists such as `1)`, `2)`, `3)` that lost their bracket, if another one of the list has it and the image
 * shows it, and `c)` between `b)` and `d)`. Numbers stay as they are. Coordinates are in points.
 */
export function restoreListMarks(items: readonly TextItem[], image: GreyImage): TextItem[] {
  const restored = new Map<TextItem, string>();
  for (const sequence of sequencesOf(items)) {
    sequence.forEach(({ item, isLetter, isClosed }, at) => {
      const isInside = at > 0 && at < sequence.length - 1;
      if (isLetter && isInside) restored.set(item, item.text.replace(MISREAD_C, 'c'));
      const isList = sequence.length >= MIN_MARKS && sequence.some((mark) => mark.isClosed);
      if (!isLetter && !isClosed && isList && ONLY_DIGITS.test(item.text) && hasBracket(item, image))
        restored.set(item, `${item.text})`);
    });
  }
  return items.map((item) => ({ ...item, text: restored.get(item) ?? item.text }));
}
