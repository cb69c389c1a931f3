import { type Inline, textRun } from '../../document/document-tree.ts';
import { isAmid } from '../geometry/box.ts';
import { plainCell } from './glyphs.ts';
import type { SourcePage } from './text-run.ts';

type TextStyle = Parameters<typeof textRun>[1];

// Maximum struck runs of a page that are looked for in its tables.
const MAX_RUNS = 1000;

/** Adds to the cells of a page's tables which of their text is struck through. */
export function withStruckCells(page: SourcePage): SourcePage {
  const struck = page.runs.filter((run) => run.strike === true).slice(0, MAX_RUNS);
  if (struck.length === 0 || page.tables.length === 0) return page;
  return {
    ...page,
    tables: page.tables.map((table) => {
      const own = struck.filter((run) => isAmid(run, table.bbox));
      if (own.length === 0) return table;
      return {
        ...table,
        rows: table.rows.map((row) =>
          row.map((cell) => {
            const { box } = cell;
            const inside = box === undefined ? [] : own.filter((run) => isAmid(run, box));
            return inside.length === 0 ? cell : { ...cell, struck: inside.map(({ text }) => text) };
          }),
        ),
      };
    }),
  };
}

/** Returns the text of a cell as inlines, with the parts of it that are struck through, in their order. */
export function cellContent(text: string, struck: readonly string[], style: TextStyle): Inline[] {
  const parts: { from: number; to: number }[] = [];
  for (const part of struck.map((each) => plainCell(each).trim())) {
    const last = parts.at(-1);
    const from = part === '' ? -1 : text.indexOf(part, last?.to);
    if (from === -1) continue;
    const to = from + part.length;
    // A part that continues on the next line of its cell.
    if (last !== undefined && text.slice(last.to, from).trim() === '') last.to = to;
    else parts.push({ from, to });
  }
  const content = parts.flatMap(({ from, to }, at) => [
    textRun(text.slice(parts[at - 1]?.to ?? 0, from), style),
    textRun(text.slice(from, to), { ...style, strike: true }),
  ]);
  return [...content, textRun(text.slice(parts.at(-1)?.to ?? 0), style)].filter(
    (inline) => inline.kind !== 'text' || inline.text !== '',
  );
}
