import type { ParsedPage, TextItem } from '@llamaindex/liteparse';
import type { Box } from '../geometry/box.ts';
import { mainTurns, turnBack, turnedSize, turnPointBack } from '../geometry/quarter-turns.ts';
import type { TextRun } from '../page-layout/text-run.ts';
import type { PageTable } from './page-table.ts';

/** The clockwise quarter turns of a text item that is rotated by a right angle, or almost. */
export const turnsOf = ({ rotation = 0 }: TextItem): number => ((Math.round(rotation / 90) % 4) + 4) % 4;

/** The clockwise quarter turns of most of a page. */
export const turnsOfPage = ({ textItems }: ParsedPage): number =>
  mainTurns([0, 1, 2, 3].map((turns) => textItems.filter((item) => turnsOf(item) === turns)));

/** Turns a page back by clockwise quarter turns, so that text rotated by them is upright. liteparse's blocks are lost. */
export function turnPageBack(page: ParsedPage, turns: number): ParsedPage {
  const turn = <T extends Box>(box: T): T => ({ ...box, ...turnBack(box, turns, page) });
  const { shapes = [], lines = [] } = page.vectorGraphics ?? {};
  return {
    ...page,
    ...turnedSize(page, turns),
    blocks: [],
    textItems: page.textItems
      .map((item) => ({
        ...turn(item),
        rotation: ((item.rotation ?? 0) - turns * 90 + 720) % 360,
        ...(item.words === undefined ? {} : { words: item.words.map(turn) }),
      }))
      .toSorted((a, b) => a.y - b.y || a.x - b.x),
    vectorGraphics: {
      shapes: shapes.map((shape) => ({ ...shape, bbox: turn(shape.bbox) })),
      lines: lines.map(({ x1, y1, x2, y2, ...line }) => {
        const from = turnPointBack({ x: x1, y: y1 }, turns, page);
        const to = turnPointBack({ x: x2, y: y2 }, turns, page);
        return { ...line, x1: from.x, y1: from.y, x2: to.x, y2: to.y };
      }),
    },
  };
}

// The size of a page that is turned around its upper left corner.
const NO_SIZE = { width: 0, height: 0 };

/** Converts a turned run to a text item. Its letters count as equally wide. */
function toItem({ text, x, y, width, height, size, turns = 0 }: TextRun): TextItem {
  const line = turnBack({ x, y, width, height }, turns, NO_SIZE);
  const letter = line.width / Math.max(1, text.length);
  const words = [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => ({
    text: word,
    ...turnBack({ ...line, x: line.x + index * letter, width: word.length * letter }, 4 - turns, NO_SIZE),
  }));
  return { text, x, y, width, height, rotation: turns * 90, fontSize: size, words };
}

/** Replaces the turned texts of a page. liteparse breaks words that are read downwards, and loses some. */
export const withTurnedTexts = (page: ParsedPage, turned: readonly TextRun[]): ParsedPage => ({
  ...page,
  textItems: [...page.textItems.filter((item) => turnsOf(item) === 0), ...turned.map(toItem)],
});

/** Puts a table of a page that was turned back where it is on the page as it was. */
export function turnTable(
  table: PageTable,
  turns: number,
  page: Pick<ParsedPage, 'width' | 'height'>,
): PageTable {
  const turn = (box: Box): Box => turnBack(box, 4 - turns, turnedSize(page, turns));
  return {
    ...table,
    bbox: turn(table.bbox),
    rows: table.rows.map((row) =>
      row.map((cell) => (cell.box === undefined ? cell : { ...cell, box: turn(cell.box) })),
    ),
  };
}
