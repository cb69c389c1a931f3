import { isCaptionNumber, isNumberedCaption } from './caption.ts';
import type { LayoutBlock } from './text-blocks.ts';
import type { SourceCell, SourceTable } from './text-run.ts';

/** Returns the text of a row with a single cell. */
function onlyText(row: readonly SourceCell[] | undefined): string | undefined {
  const [only, ...others] = (row ?? []).map(({ text }) => text.trim()).filter((text) => text !== '');
  return others.length === 0 ? only : undefined;
}

/** Returns a table without its first rows, which become its caption. */
function withCaption(
  { rows, headerRows, ...table }: SourceTable,
  count: number,
  caption: string,
): SourceTable {
  return { ...table, rows: rows.slice(count), headerRows: Math.max(0, headerRows - count), caption };
}

/** Moves a caption out of the first rows of a table. `number` is the table's number above it, if any. */
function captioned(table: SourceTable, number: string | undefined): SourceTable {
  const { rows, caption } = table;
  const first = onlyText(rows[0]);
  if (caption !== undefined || first === undefined || rows.length < MIN_ROWS) return table;
  if (number !== undefined) return withCaption(table, 1, `${number} ${first}`);
  const second = onlyText(rows[1]);
  if (isCaptionNumber(first) && second !== undefined) return withCaption(table, 2, `${first} ${second}`);
  return isNumberedCaption(first) ? withCaption(table, 1, first) : table;
}

// Minimum rows of a table with a caption: caption, header and a row.
const MIN_ROWS = 3;

/** Moves captions out of the rows of tables and joins them with a number such as `TABLE II` above the table. */
export function withTableCaptions(blocks: readonly LayoutBlock[]): LayoutBlock[] {
  const done: LayoutBlock[] = [];
  for (const block of blocks) {
    if (block.kind !== 'table') {
      done.push(block);
      continue;
    }
    const before = done.at(-1);
    const [line, ...others] = before?.kind === 'text' ? before.lines : [];
    const number =
      line !== undefined && others.length === 0 && isCaptionNumber(line.text) ? line.text : undefined;
    const table = captioned(block.table, number);
    if (number !== undefined && table !== block.table) done.pop();
    done.push({ ...block, table });
  }
  return done;
}
