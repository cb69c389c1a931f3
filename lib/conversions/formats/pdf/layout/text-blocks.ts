import { maxOf, minOf } from '../../../base/arrays.ts';
import type { PageTable } from '../tables/page-table.ts';
import type { TextLine } from './text-line.ts';
import type { PlacedImage } from './text-run.ts';

/** What stands before an item of a list. */
export interface Marker {
  readonly text: string;
  /** Of an ordered list: the number it counts. */
  readonly number?: number | undefined;
  readonly style: 'bullet' | 'decimal' | 'letter' | 'roman';
}

/** Lines that belong together, a table or a picture, on one page. */
export type LayoutBlock = { readonly page: number } & (
  | {
      readonly kind: 'text';
      readonly lines: readonly TextLine[];
      readonly marker?: Marker | undefined;
      /** Where the column's lines begin and end. */
      readonly left: number;
      readonly right: number;
      /** Whether it is the first or the last of its column. */
      readonly opensColumn?: boolean | undefined;
      readonly closesColumn?: boolean | undefined;
      /** Whether it stands apart from what is above it by more than a line's step. */
      readonly isApart: boolean;
    }
  | { readonly kind: 'table'; readonly table: PageTable }
  | { readonly kind: 'picture'; readonly picture: PlacedImage }
);

export type TextBlock = Extract<LayoutBlock, { kind: 'text' }>;

const BULLET = /^([•◦▪▫‣⁃∙●○■□◆◇►▶➢➤✓✔–—*·\uf0a0-\uf0ff-])\s+(?=\S)/u;
const ORDERED = /^(\(?(\d{1,3}|[a-z]|[ivxl]{1,5})[.)])\s+(?=\S)/;
const ROMAN = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii', 'xiii', 'xiv', 'xv'];

/** The marker a line begins with, if it is one of a list. */
export function markerOf(line: TextLine): Marker | undefined {
  const bullet = BULLET.exec(line.text);
  if (bullet !== null) return { text: bullet[0], style: 'bullet' };
  const ordered = ORDERED.exec(line.text);
  if (ordered === null) return undefined;
  const [text, , count = ''] = ordered;
  if (/\d/.test(count)) return { text, style: 'decimal', number: Number(count) };
  if (count.length > 1) {
    const number = ROMAN.indexOf(count) + 1;
    return number === 0 ? undefined : { text, style: 'roman', number };
  }
  if (count === 'i') return { text, style: 'roman', number: 1 };
  return { text, style: 'letter', number: count.charCodeAt(0) - 96 };
}

const centre = (line: TextLine): number => (line.y + line.bottom) / 2;
const SENTENCE_END = /[.!?:;。！？…]["'”’)\]]?\s*$/;

/** The step from one line to the next that is usual in a column, by the size of its letters. */
function usualSteps(lines: readonly TextLine[]): (size: number) => number {
  const steps = new Map<number, number[]>();
  lines.forEach((line, at) => {
    const next = lines[at + 1];
    if (next === undefined || Math.abs(next.size - line.size) > 0.6) return;
    const step = centre(next) - centre(line);
    const key = Math.round(line.size);
    if (step > 0 && step < line.size * 2.4) steps.set(key, [...(steps.get(key) ?? []), step].slice(-80));
  });
  return (size) => {
    const known = steps.get(Math.round(size)) ?? [];
    // The lower quartile: a column of short paragraphs has as many wide steps as narrow ones.
    const usual = known.toSorted((a, b) => a - b)[Math.floor(known.length / 4)];
    return Math.min(usual ?? size * 1.3, size * 1.9);
  };
}

const firstWordWidth = (line: TextLine): number => {
  const word = /^\S+/.exec(line.text)?.[0].length ?? 1;
  return ((line.right - line.x) * word) / Math.max(1, line.text.length);
};

/** Whether the next line's first word would have fitted: the line was ended on purpose. */
export function endsEarly(line: TextLine, next: TextLine, left: number, right: number): boolean {
  const room = line.rtl ? line.x - left : right - line.right;
  return room > firstWordWidth(next) + line.size * 0.6;
}

interface Column {
  readonly left: number;
  readonly right: number;
  readonly step: (size: number) => number;
}

interface OpenBlock {
  readonly lines: TextLine[];
  readonly marker: Marker | undefined;
  readonly isApart: boolean;
}

const start = (line: TextLine): number => (line.rtl ? -line.right : line.x);

/** Whether `line` begins another block than the one before it. */
function begins(line: TextLine, open: OpenBlock, column: Column): boolean {
  const before = open.lines.at(-1);
  const first = open.lines[0];
  if (before === undefined || first === undefined) return true;
  const step = centre(line) - centre(before);
  if (step < -2 || step > column.step(Math.max(line.size, before.size)) * 1.28 + 0.6) return true;
  const ratio = line.size / before.size;
  if (ratio > 1.09 || ratio < 0.91) return true;
  if (line.mono !== before.mono) {
    // A line of nothing but code may stand within a paragraph; code by itself is set in, or follows the end of one.
    const edge = line.rtl ? -column.right : column.left;
    const isSetIn =
      Math.abs(start(line) - start(before)) > line.size * 0.5 && start(line) - edge > line.size * 0.5;
    return isSetIn || endsEarly(before, line, column.left, column.right);
  }
  if (line.mono && open.lines.every((other) => other.mono)) return false;
  if (
    line.bold !== before.bold &&
    !(line.isEntry && before.isEntry) &&
    (line.bold || open.lines.every((other) => other.bold))
  )
    return true;
  if (
    markerOf(line) !== undefined &&
    (open.marker !== undefined ||
      endsEarly(before, line, column.left, column.right) ||
      SENTENCE_END.test(before.text))
  )
    return true;
  if (line.isEntry || before.isEntry)
    return line.isEntry !== before.isEntry && SENTENCE_END.test(before.text);
  const early = endsEarly(before, line, column.left, column.right);
  if (early && SENTENCE_END.test(before.text)) return true;
  if (open.marker !== undefined) {
    // Under its item's marker or left of it: the list has ended, unless lines simply go on below their marker.
    return (
      start(line) <= start(first) + 1 &&
      (early || (open.lines.length > 1 && start(before) > start(first) + 2))
    );
  }
  // A first line that is set in, after lines that are not.
  const indent = start(line) - start(before);
  const isSetIn = indent > line.size * 0.7 && indent < line.size * 5;
  return (
    isSetIn &&
    !early &&
    (open.lines.length > 1 || SENTENCE_END.test(before.text)) &&
    Math.abs(start(before) - (line.rtl ? -column.right : column.left)) < line.size
  );
}

// A page of the smallest print has 300. Lines of a block are compared with each other, so that more of them would take
// more than linear time.
const MAX_BLOCK_LINES = 1000;

/** Lines of one column, from top to bottom, in blocks. */
export function splitLines(lines: readonly TextLine[], page: number): TextBlock[] {
  if (lines.length === 0) return [];
  const column: Column = {
    left: minOf(lines.map((line) => line.x)),
    right: maxOf(lines.map((line) => line.right)),
    step: usualSteps(lines),
  };
  const blocks: OpenBlock[] = [];
  for (const line of lines) {
    const open = blocks.at(-1);
    if (open !== undefined && open.lines.length < MAX_BLOCK_LINES && !begins(line, open, column)) {
      open.lines.push(line);
      continue;
    }
    const before = open?.lines.at(-1);
    const isApart =
      before === undefined ||
      centre(line) - centre(before) > column.step(Math.max(line.size, before.size)) * 1.28 + 0.6;
    blocks.push({ lines: [line], marker: line.mono ? undefined : markerOf(line), isApart });
  }
  return blocks.map((block) => ({ kind: 'text', page, left: column.left, right: column.right, ...block }));
}

/** Whether a line of text ends a sentence. */
export const endsSentence = (text: string): boolean => SENTENCE_END.test(text);
