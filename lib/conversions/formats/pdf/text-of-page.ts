import { maxOf, minOf } from '../../base/arrays.ts';
import { median } from '../../base/median.ts';
import { columnsOf } from '../../shared/page-layout/columns.ts';
import { plainGlyphs } from '../../shared/page-layout/glyphs.ts';
import { inLogicalOrder, isRightToLeftLine } from '../../shared/page-layout/line-order.ts';
import { type Segment, segmentsOf } from '../../shared/page-layout/segments.ts';
import { rowsOf } from '../../shared/page-layout/text-line.ts';
import { isApart, isRightToLeftPage, type TextRun } from '../../shared/page-layout/text-run.ts';

// Minimum distance of lines with a blank line between them, in font sizes.
const BLANK_LINE = 2.2;
// Minimum spaces between texts of a line that are apart.
const GAP = '  ';
// Maximum characters across a page, so that tiny print does not make lines of spaces.
const MAX_ACROSS = 250;

/** Texts of a line that are apart, from the left. */
interface Row {
  readonly y: number;
  readonly size: number;
  readonly parts: readonly { readonly x: number; readonly text: string }[];
}

/** Joins runs in their order, with spaces at word gaps. */
function joined(runs: readonly TextRun[]): string {
  let text = '';
  runs.forEach((run, at) => {
    const before = runs[at - 1];
    const isOpen = before !== undefined && isApart(before, run) && !/\s$/.test(text) && !/^\s/.test(run.text);
    text += isOpen ? ` ${run.text}` : run.text;
  });
  return text.replaceAll(/ {2,}/g, ' ').trim();
}

function toRow(segments: readonly Segment[], rtl: boolean): Row {
  const runs =
    segments.length === 1 ? (segments[0]?.runs ?? []) : segments.flatMap((segment) => segment.runs);
  const y = minOf(segments.map((segment) => segment.y));
  const size = segments[0]?.size ?? 0;
  if (runs.length > 1 && isRightToLeftLine(runs, rtl))
    return { y, size, parts: [{ x: 0, text: joined(inLogicalOrder(runs, true)) }] };
  const parts = segments
    .map(({ x, runs: own }) => ({
      x,
      text: joined(own.length === 1 ? own : inLogicalOrder(own, false, rtl)),
    }))
    .toSorted((one, other) => one.x - other.x);
  return { y, size, parts };
}

/** Returns the columns of characters at which texts that start at these places begin, so that none covers the next of its line. */
function placesOf(rows: readonly Row[], columnOf: (x: number) => number): ReadonlyMap<number, number> {
  const least = new Map<number, { readonly start: number; readonly length: number }[]>();
  for (const { parts } of rows)
    parts.forEach(({ x }, at) => {
      const column = columnOf(x);
      const before = parts[at - 1];
      const own = least.get(column) ?? [];
      if (before !== undefined)
        own.push({ start: columnOf(before.x), length: before.text.length + GAP.length });
      least.set(column, own);
    });
  const places = new Map<number, number>();
  let moved = 0;
  for (const [column, before] of [...least].toSorted(([one], [other]) => one - other)) {
    const place = before.reduce(
      // A text that starts in the same column as the one before it is put after it when the line is written.
      (most, { start, length }) => Math.max(most, start === column ? 0 : (places.get(start) ?? 0) + length),
      column + moved,
    );
    places.set(column, place);
    moved = place - column;
  }
  return places;
}

/** Writes rows that follow each other, with texts that start at one place below each other. */
function laidOut(rows: readonly Row[], columnOf: (x: number) => number): string[] {
  const places = placesOf(rows, columnOf);
  return rows.map(({ parts }) => {
    let line = '';
    for (const { x, text } of parts) {
      const place = places.get(columnOf(x)) ?? 0;
      line = line === '' ? ' '.repeat(place) : line.padEnd(Math.max(place, line.length + GAP.length));
      line += text;
    }
    return line;
  });
}

/** Splits rows where a line is blank. */
function paragraphsOf(rows: readonly Row[]): Row[][] {
  const paragraphs: Row[][] = [];
  for (const row of rows) {
    const last = paragraphs.at(-1);
    const before = last?.at(-1);
    if (
      last === undefined ||
      before === undefined ||
      row.y - before.y > BLANK_LINE * Math.max(row.size, before.size)
    )
      paragraphs.push([row]);
    else last.push(row);
  }
  return paragraphs;
}

/** Returns runs as a text file: lines as on the page, but columns one after the other. */
export function textOfRuns(runs: readonly TextRun[]): string {
  const segments = segmentsOf(runs);
  const rtl = isRightToLeftPage(runs);
  const columns = rtl ? [segments] : columnsOf(segments, rtl);
  const texts = columns.map((column) => {
    const rows = rowsOf(column)
      .map((row) => toRow(row, rtl))
      .toSorted((one, other) => one.y - other.y);
    const left = minOf(column.map(({ x }) => x));
    const width = maxOf(column.map((segment) => segment.x + segment.width)) - left;
    const character = Math.max(
      median(column.map((segment) => segment.width / segment.letters)),
      width / MAX_ACROSS,
    );
    const columnOf = (x: number): number => Math.max(0, Math.round((x - left) / character));
    return paragraphsOf(rows)
      .map((paragraph) => laidOut(paragraph, columnOf).join('\n'))
      .join('\n\n');
  });
  return plainGlyphs(texts.join('\n\n')).trimEnd();
}
