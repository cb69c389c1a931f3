import { turnPointBack } from '../../../shared/geometry/quarter-turns.ts';
import type { RunStyle, SourcePage, TextRun } from '../../../shared/page-layout/text-run.ts';

/** A point, from the top left. */
interface Point {
  readonly x: number;
  readonly y: number;
}

/** A text at an angle that is not right, from the origin of its first character to that of its last. */
export interface SlantedText {
  text: string;
  readonly font: RunStyle;
  readonly size: number;
  readonly from: Point;
  last: Point;
}

// Maximum distances in font sizes from one character to the next, along the line and across it.
const STEP = 2;
const SHIFT = 0.5;

/** Collects texts at angles that are not right, such as slanted headings. */
export function slantedTexts() {
  const texts: SlantedText[] = [];
  /** Adds a character by its origin. `angle` is in radians against the clock, as shown. */
  const add = (text: string, font: RunStyle, size: number, at: Point, angle: number): void => {
    const last = texts.at(-1);
    const [x, y] = [at.x - (last?.last.x ?? 0), at.y - (last?.last.y ?? 0)];
    const along = x * Math.cos(angle) - y * Math.sin(angle);
    const across = Math.abs(x * Math.sin(angle) + y * Math.cos(angle));
    const isNext =
      last?.font === font && across < SHIFT * size && along > -SHIFT * size && along < STEP * size;
    if (!isNext) texts.push({ text, font, size, from: at, last: at });
    else {
      last.text += text;
      last.last = at;
    }
  };
  const addSpace = (): void => {
    const last = texts.at(-1);
    if (last !== undefined && !last.text.endsWith(' ')) last.text += ' ';
  };
  return { texts, add, addSpace };
}

/**
 * Returns a text on a page that is turned back as a run that goes straight up or down from its lower end: the heading of a column
 * slants away from its column.
 */
export function straightened(
  { text, font, size, ...ends }: SlantedText,
  turns: number,
  page: Pick<SourcePage, 'width' | 'height'>,
): TextRun {
  const [from, last] = [ends.from, ends.last].map((end) => turnPointBack(end, turns, page));
  const isRising = (last?.y ?? 0) < (from?.y ?? 0);
  const [foot = ends.from, head = ends.last] = isRising ? [from, last] : [last, from];
  const y = head.y - size / 2;
  const box = { x: foot.x - size / 2, y, width: size, height: foot.y - y };
  return { ...font, ...box, text: text.trim(), size, turns: isRising ? 3 : 1 };
}
