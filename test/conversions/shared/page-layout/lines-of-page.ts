import type { SourcePage, TextRun } from '../../../../lib/conversions/shared/page-layout/text-run.ts';

const SIZE = 10;

// Average width of a letter in a text font, in ems.
const LETTER = 0.5;

export type Line = readonly [x: number, y: number, text: string, style?: Partial<TextRun>];

function run([x, y, text, style = {}]: Line): TextRun {
  const size = style.size ?? SIZE;
  return { text, x, y, width: text.length * size * LETTER, height: size, size, ...style };
}

/** A line that is read upwards, by its lower left corner. */
export const upwards = (x: number, y: number, text: string): TextRun => ({
  text,
  x,
  y: y - text.length * SIZE * LETTER,
  width: SIZE,
  height: text.length * SIZE * LETTER,
  size: SIZE,
  turns: 3,
});

export const page = (lines: readonly Line[], more: Partial<SourcePage> = {}): SourcePage => ({
  number: 1,
  width: 600,
  height: 800,
  runs: lines.map(run),
  aside: [],
  tables: [],
  images: [],
  ...more,
});

export const full = 'These words fill the whole of a line that runs from edge to edge';

export const body = (x: number, y: number, count: number, word = full): Line[] =>
  Array.from({ length: count }, (_, at): Line => [x, y + at * 12, word]);
