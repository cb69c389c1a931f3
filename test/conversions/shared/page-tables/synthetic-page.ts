import type { ParsedPage, TextItem, WordBox } from '@llamaindex/liteparse';

/** A text on a page: its left edge and the top of its line, in points. */
export type Placed = readonly [x: number, y: number, text: string];
/** A drawn line: x and y of its ends. */
export type Drawn = readonly [x1: number, y1: number, x2: number, y2: number];

const SIZE = 10;
const LETTER = 5;

/** The width of a text on generated pages. */
export const widthOf = (text: string): number => text.length * LETTER;

function toItem([x, y, text]: Placed): TextItem {
  const words: WordBox[] = [];
  let at = x;
  for (const word of text.split(' ')) {
    words.push({ text: word, x: at, y, width: widthOf(word), height: SIZE });
    // A space is half a letter wide, as in most fonts.
    at += widthOf(word) + LETTER / 2;
  }
  return { text, x, y, width: at - LETTER / 2 - x, height: SIZE, fontSize: SIZE, words };
}

/** The edges of a filled box, as liteparse returns them. */
const edgesOfShade = ([left, top, right, bottom]: Drawn) =>
  gridOf([left, right], [top, bottom]).map(([x1, y1, x2, y2]) => ({
    x1,
    y1,
    x2,
    y2,
    stroke: false,
    fill: true,
    fillColor: 'ffe4e8f0',
  }));

/** A page as liteparse returns it, with letters 5 points wide in lines 10 points high. */
export function pageOf(
  texts: readonly Placed[],
  lines: readonly Drawn[] = [],
  shades: readonly Drawn[] = [],
): ParsedPage {
  return {
    pageNum: 1,
    width: 600,
    height: 800,
    text: texts.map(([, , text]) => text).join('\n'),
    markdown: '',
    textItems: texts.map(toItem),
    blocks: [],
    vectorGraphics: {
      shapes: [],
      lines: [
        ...lines.map(([x1, y1, x2, y2]) => ({ x1, y1, x2, y2, stroke: true, fill: false })),
        ...shades.flatMap(edgesOfShade),
      ],
    },
  };
}

/** A grid of lines over some edges. */
export const gridOf = (xs: readonly number[], ys: readonly number[]): Drawn[] => [
  ...ys.map((y): Drawn => [xs[0] ?? 0, y, xs.at(-1) ?? 0, y]),
  ...xs.map((x): Drawn => [x, ys[0] ?? 0, x, ys.at(-1) ?? 0]),
];

/** Rows of texts, the first of each at the first place across, and so on; empty texts are left out. */
export const rowsAt = (
  xs: readonly number[],
  top: number,
  pitch: number,
  rows: readonly (readonly string[])[],
): Placed[] =>
  rows.flatMap((row, index) =>
    row.flatMap((text, column): Placed[] =>
      text === '' ? [] : [[xs[column] ?? 0, top + index * pitch, text]],
    ),
  );

/** Lines of prose, one under the other. */
export const proseAt = (x: number, top: number, count: number, words: number): Placed[] =>
  Array.from({ length: count }, (_, line) => [
    x,
    top + line * 12,
    Array.from(
      { length: words },
      (_, word) => 'lorem ipsum dolor sit amet'.split(' ')[(line + word) % 5],
    ).join(' '),
  ]);
