import { type Column, columnsUnder } from './columns.ts';
import type { TableLine } from './lines.ts';

/** Returns the columns that have texts of their own in a line. */
const columnsIn = (pieces: readonly Column[], columns: readonly Column[]): Set<number> =>
  new Set(
    pieces.flatMap((piece) => {
      const [first, last] = columnsUnder(piece, columns);
      return first === last ? [first] : [];
    }),
  );

/**
 * Joins adjacent columns that are one under its heading: no row has text in both, because numbers are aligned to the right and
 * the texts between them, such as `n/a`, to the left.
 *
 * @param headings the pieces of the header
 */
export function joinByHeading(
  columns: readonly Column[],
  headings: readonly TableLine[],
  body: readonly TableLine[],
): Column[] {
  const rows = body.map(({ words }): Set<number> => columnsIn(words, columns));
  const headed = columnsIn(headings, columns);
  const isUnderHeading = (first: number, last: number): boolean =>
    headings.some((heading) => {
      const [from, to] = columnsUnder(heading, columns);
      return from >= first && to <= last;
    });
  const joined: Column[] = [];
  let members: number[] = [];
  for (const [index, column] of columns.entries()) {
    const last = joined.at(-1);
    const all = [...members, index];
    const isOne =
      last !== undefined &&
      all.filter((each) => headed.has(each)).length < 2 &&
      isUnderHeading(all[0] ?? 0, index) &&
      rows.every((row) => all.filter((each) => row.has(each)).length < 2);
    if (isOne) joined[joined.length - 1] = { left: last.left, right: column.right };
    else joined.push(column);
    members = isOne ? all : [index];
  }
  return joined;
}
