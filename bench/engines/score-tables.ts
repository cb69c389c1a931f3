import { decodeEntities } from './markup-text.ts';

/** A table as rows of cell texts. The text of a spanning cell is at its top left position. */
export type TextTable = readonly (readonly string[])[];

/** Scores from 0 to 1. */
export interface TableScore {
  readonly precision: number;
  readonly recall: number;
}

interface Cell {
  readonly text: string;
  /** The same for each position of a spanning cell. */
  readonly identity: string;
}
type Grid = ReadonlyMap<string, Cell>;
/** The number of occurrences of each relation. */
type Relations = Map<string, number>;

const plain = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKC')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');
const place = (row: number, column: number): string => `${row},${column}`;

function addRelations(grid: Grid, relations: Relations): void {
  const places = [...grid.keys()].map((key) => key.split(',').map(Number));
  const rows = 1 + Math.max(-1, ...places.map(([row = 0]) => row));
  const columns = 1 + Math.max(-1, ...places.map(([, column = 0]) => column));
  const walk = (direction: string, lines: number, length: number, at: (a: number, b: number) => string) => {
    const seen = new Set<string>();
    for (let line = 0; line < lines; line += 1) {
      let before: Cell | undefined;
      for (let step = 0; step < length; step += 1) {
        const cell = grid.get(at(line, step));
        if (cell === undefined || cell.text === '') continue;
        const pair = `${before?.identity} ${cell.identity}`;
        if (before !== undefined && before.identity !== cell.identity && !seen.has(pair)) {
          seen.add(pair);
          const relation = `${direction} ${before.text} ${cell.text}`;
          relations.set(relation, (relations.get(relation) ?? 0) + 1);
        }
        before = cell;
      }
    }
  };
  walk('right', rows, columns, place);
  walk('down', columns, rows, (column, row) => place(row, column));
}

/** Returns the adjacency relations of a table. Ignores case, spaces and punctuation. */
export function relationsOf(tables: readonly TextTable[]): Relations {
  const relations: Relations = new Map();
  for (const table of tables) {
    const grid = new Map<string, Cell>();
    for (const [row, cells] of table.entries()) {
      for (const [column, text] of cells.entries()) {
        grid.set(place(row, column), { text: plain(text), identity: place(row, column) });
      }
    }
    addRelations(grid, relations);
  }
  return relations;
}

/** A cell of a ground truth file: its first and last row and column, and its text. */
export interface TruthCell {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly text: string;
}

/** Reads the tables of a ground truth file of the ICDAR 2013 table competition (NAME-str.xml). */
export const truthTables = (xml: string): TruthCell[][] =>
  [...xml.matchAll(/<region\b[\s\S]*?<\/region>/g)].map(([region]) =>
    [...region.matchAll(/<cell\b([^>]*)>([\s\S]*?)<\/cell>/g)].map(([, attributes = '', body = '']) => {
      const number = (name: string, otherwise: number): number =>
        Math.max(0, Number(new RegExp(`\\b${name}=['"](-?\\d+)['"]`).exec(attributes)?.[1] ?? otherwise));
      const [top, left] = [number('start-row', 0), number('start-col', 0)];
      const text = decodeEntities(/<content>([\s\S]*?)<\/content>/.exec(body)?.[1] ?? '').trim();
      const [bottom, right] = [number('end-row', top), number('end-col', left)];
      return { top, left, bottom: Math.max(top, bottom), right: Math.max(left, right), text };
    }),
  );

/** Returns the adjacency relations of the tables of a ground truth file. */
export function truthOf(tables: readonly (readonly TruthCell[])[]): Relations {
  const relations: Relations = new Map();
  for (const cells of tables) {
    const grid = new Map<string, Cell>();
    for (const { top, left, bottom, right, text } of cells)
      for (let row = top; row <= bottom; row += 1)
        for (let column = left; column <= right; column += 1)
          grid.set(place(row, column), { text: plain(text), identity: place(top, left) });
    addRelations(grid, relations);
  }
  return relations;
}

const count = (relations: Relations): number =>
  [...relations.values()].reduce((sum, times) => sum + times, 0);
/** Scores the tables of a document. */
export function scoreDocument(want: Relations, got: Relations): TableScore {
  const hits = [...want].reduce((sum, [relation, times]) => sum + Math.min(times, got.get(relation) ?? 0), 0);
  return {
    precision: got.size === 0 ? 0 : hits / count(got),
    recall: want.size === 0 ? 0 : hits / count(want),
  };
}
