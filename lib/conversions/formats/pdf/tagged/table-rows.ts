import { appendAll } from '../../../base/arrays.ts';
import { isContent } from './element-kinds.ts';
import type { TagElement, TaggedContent } from './tag-tree.ts';

type Kid = TagElement | TaggedContent;

/** A row, and whether it is in the part of a table that contains its header. */
interface TagRow {
  readonly cells: readonly TagElement[];
  readonly isHead: boolean;
}

/** Returns true for an element that is tagged as a cell. */
export const isCell = (kid: Kid): kid is TagElement =>
  !isContent(kid) && (kid.type === 'TD' || kid.type === 'TH');

/** Returns the cells of a row; other text in it is a cell too. */
const cellsOf = ({ kids }: TagElement): TagElement[] =>
  kids.map((kid) => (isCell(kid) ? kid : { type: 'P', kids: [kid], columnSpan: 1, rowSpan: 1 }));

/** Returns the rows of a table, whatever contains them, and its other kids. */
export function rowsOfTable({ kids, type }: TagElement): {
  readonly rows: readonly TagRow[];
  readonly others: readonly Kid[];
} {
  const rows: TagRow[] = [];
  const others: Kid[] = [];
  for (const kid of kids) {
    if (isContent(kid)) others.push(kid);
    else if (kid.type === 'TR') rows.push({ cells: cellsOf(kid), isHead: type === 'THead' });
    else if (!kid.kids.some((each) => !isContent(each) && each.type === 'TR')) others.push(kid);
    else {
      const inside = rowsOfTable(kid);
      appendAll(rows, inside.rows);
      appendAll(others, inside.others);
    }
  }
  return { rows, others };
}
