import { maxOf, minOf } from '../../base/arrays.ts';
import { BULLET } from '../text/bullets.ts';
import { isProse } from '../text/prose.ts';
import { isCaptionNumber } from './caption.ts';
import { formulaLines } from './formulas.ts';
import { raisedMarkOf } from './raised-mark.ts';
import { isSection, isSubsection } from './section-number.ts';
import { isInCapitals, type TextLine } from './text-line.ts';
import type { PlacedImage, SourceTable } from './text-run.ts';

/** Font sizes within this many points count as equal. */
export const SIZE_TOLERANCE = 0.6;
// Maximum line step, in font sizes; a wider one separates paragraphs.
const MAX_STEP = 2.4;
// Line step if there are no samples, and maximum usual step, in font sizes.
const DEFAULT_STEP = 1.3;
const MAX_USUAL_STEP = 1.9;
// A step separates paragraphs if it exceeds the usual step by this factor and this many points.
const APART_RATIO = 1.28;
const APART_MARGIN = 0.6;
// The same factor between the end of a sentence and a capital, unless the lines were recognized on a scan, where steps vary.
const SENTENCE_RATIO = 1.08;
// Lines whose font sizes differ by more than this ratio are different blocks.
const SIZE_RATIO = 1.09;
const SMALLER_RATIO = 0.91;
// Room in font sizes that the next word needs in addition to its width: a space, and rounding.
const WORD_MARGIN = 0.6;
// Minimum indent of code, in font sizes.
const MIN_CODE_INDENT = 0.5;
/** Minimum indent of a paragraph's first line, in font sizes. */
export const MIN_INDENT = 0.7;
// A deeper line is centred.
const MAX_INDENT = 5;
/** Maximum characters of a heading that is no larger than its text. */
export const MAX_HEADING_CHARACTERS = 110;
// Starts of lines are aligned up to the first difference in points, and are not from the second.
const ALIGNED = 1;
const NOT_ALIGNED = 2;
// Minimum number and share of lines that end at the same position in justified text, and number of lines compared.
const MIN_JUSTIFIED = 2;
const JUSTIFIED = 0.8;
const MAX_COMPARED = 12;
// A page of the smallest print has 300 lines. A block compares its lines with each other, so time would be quadratic.
const MAX_BLOCK_LINES = 1000;

/** The marker of a list item. */
export interface Marker {
  readonly text: string;
  /** Its number in an ordered list. */
  readonly number?: number | undefined;
  readonly style: 'bullet' | 'decimal' | 'letter' | 'roman';
}

/** A block of lines, a table or an image, on one page. */
export type LayoutBlock = { readonly page: number } & (
  | {
      readonly kind: 'text';
      readonly lines: readonly TextLine[];
      readonly marker?: Marker | undefined;
      /** Edges of the column, in points. */
      readonly left: number;
      readonly right: number;
      /** Edges of all content of the column, tables too, and the middle of the page. */
      readonly column?: (LineEdges & { readonly middle: number }) | undefined;
      /** Whether it is the first or the last of its column. */
      readonly opensColumn?: boolean | undefined;
      readonly closesColumn?: boolean | undefined;
      /** Whether the gap above it is wider than between lines. */
      readonly isApart: boolean;
      readonly isFormula?: true | undefined;
      /** Whether it is a heading that shared its line with the paragraph below. */
      readonly isRunIn?: boolean | undefined;
    }
  | { readonly kind: 'table'; readonly table: SourceTable }
  | { readonly kind: 'image'; readonly image: PlacedImage }
);

export type TextBlock = Extract<LayoutBlock, { kind: 'text' }>;

const ORDERED = /^(\(?(\d{1,3}|[a-z]|[ivxl]{1,5})[.)])\s+(?=\S)/;
const ROMAN = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii', 'xiii', 'xiv', 'xv'];

/** Returns the list marker at the start of a line. */
export function markerOf(line: Pick<TextLine, 'text'>): Marker | undefined {
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

/** Returns the usual line step of a column, by font size. */
function usualSteps(lines: readonly TextLine[]): (size: number) => number {
  const steps = new Map<number, number[]>();
  lines.forEach((line, at) => {
    const next = lines[at + 1];
    if (next === undefined || Math.abs(next.size - line.size) > SIZE_TOLERANCE) return;
    const step = centre(next) - centre(line);
    const key = Math.round(line.size);
    if (!(step > 0 && step < line.size * MAX_STEP)) return;
    const known = steps.get(key) ?? [];
    steps.set(key, known);
    known.push(step);
  });
  const usual = new Map<number, number | undefined>();
  for (const [key, known] of steps) {
    known.sort((a, b) => a - b);
    // The lower quartile: a column of short paragraphs has as many wide steps as narrow ones.
    usual.set(key, known[Math.floor(known.length / 4)]);
  }
  return (size) => Math.min(usual.get(Math.round(size)) ?? size * DEFAULT_STEP, size * MAX_USUAL_STEP);
}

/** The text of a line and where it is. */
type LinePlace = Pick<TextLine, 'text' | 'x' | 'right'>;

const firstWordWidth = (line: LinePlace): number => {
  const word = /^\S+/.exec(line.text)?.[0].length ?? 1;
  return ((line.right - line.x) * word) / Math.max(1, line.text.length);
};

/** Returns true if a word continues on the next line. */
export const isHyphenated = (line: Pick<TextLine, 'text'>, next: Pick<TextLine, 'text'>): boolean =>
  /[\p{L}\p{N}]-\s*$/u.test(line.text) && /^\s*[\p{L}\p{N}]/u.test(next.text);

/** Returns true if the next line's first word would have fitted, so that the line was ended on purpose. */
export function endsEarly(
  line: LinePlace & Pick<TextLine, 'rtl' | 'size'>,
  next: LinePlace,
  { left, right }: LineEdges,
): boolean {
  const room = line.rtl ? line.x - left : right - line.right;
  return room > firstWordWidth(next) + line.size * WORD_MARGIN && !isHyphenated(line, next);
}

/** Where lines start and end, in points. */
export interface LineEdges {
  readonly left: number;
  readonly right: number;
}

/** Returns the edges of justified lines, which can be narrower than their column, or else those of the column. */
export function justifiedEdges(lines: readonly TextLine[], column: LineEdges): LineEdges {
  const prose = lines.filter(({ text }) => isProse(text));
  const edges = { left: minOf(prose.map(({ x }) => x)), right: maxOf(prose.map(({ right }) => right)) };
  const justified = prose.filter(({ rtl, x, right }) =>
    rtl ? x - edges.left <= ALIGNED : edges.right - right <= ALIGNED,
  );
  // Similar lines of code end at the same position as well.
  const haveOneLength = new Set(justified.map(({ text }) => text.length)).size < MIN_JUSTIFIED;
  const least = Math.max(MIN_JUSTIFIED, lines.length * JUSTIFIED);
  return justified.length < least || haveOneLength ? column : edges;
}

interface Column extends LineEdges {
  readonly step: (size: number) => number;
}

interface OpenBlock {
  readonly lines: TextLine[];
  readonly marker: Marker | undefined;
  readonly isApart: boolean;
  readonly isFormula?: true | undefined;
}

const start = (line: TextLine): number => (line.rtl ? -line.right : line.x);

/** Returns true if a step between two lines separates paragraphs. */
const isWide = (step: number, line: TextLine, before: TextLine, column: Column): boolean => {
  const isNewSentence =
    line.confidence === undefined && SENTENCE_END.test(before.text) && /^\s*\p{Lu}/u.test(line.text);
  const ratio = isNewSentence ? SENTENCE_RATIO : APART_RATIO;
  return step > column.step(Math.max(line.size, before.size)) * ratio + APART_MARGIN;
};

const isHeadingStyle = ({ italic, smallCaps }: TextLine): boolean => italic || smallCaps;

/** Returns true for lines at the right edge of a column, such as a date above a letter. */
export const isAtRight = (lines: readonly TextLine[], { left, right }: LineEdges): boolean => {
  const isStraight = lines.length > 1 && new Set(lines.map(({ x }) => Math.round(x))).size === 1;
  return !isStraight && lines.every((line) => right - line.right <= ALIGNED && line.x > (left + right) / 2);
};

/** Returns true if `line` starts a new block. */
function begins(line: TextLine, open: OpenBlock, column: Column): boolean {
  const before = open.lines.at(-1);
  const first = open.lines[0];
  if (before === undefined || first === undefined) return true;
  const step = centre(line) - centre(before);
  if (isWide(step, line, before, column)) return true;
  // The title of a table can be below its number, in another size.
  if (open.lines.length === 1 && isCaptionNumber(before.text)) return false;
  const ratio = line.size / before.size;
  if (ratio > SIZE_RATIO || ratio < SMALLER_RATIO) return true;
  const edges = justifiedEdges(open.lines.slice(-MAX_COMPARED), column);
  if (line.mono !== before.mono) {
    // A line of code can be part of a paragraph. A block of code is indented or follows the end of a paragraph.
    const edge = line.rtl ? -column.right : column.left;
    const isIndented =
      Math.abs(start(line) - start(before)) > line.size * MIN_CODE_INDENT &&
      start(line) - edge > line.size * MIN_CODE_INDENT;
    return isIndented || endsEarly(before, line, edges);
  }
  if (line.mono && open.lines.every((other) => other.mono)) return false;
  if (
    isInCapitals(before.text) &&
    isProse(line.text) &&
    open.lines.every((other) => isInCapitals(other.text)) &&
    endsEarly(before, line, edges)
  )
    return true;
  if (
    raisedMarkOf(line) !== undefined &&
    (SENTENCE_END.test(before.text) || raisedMarkOf(first) !== undefined)
  )
    return true;
  if (
    before.text.length <= MAX_HEADING_CHARACTERS &&
    isHeadingStyle(before) &&
    !isHeadingStyle(line) &&
    open.lines.every(isHeadingStyle) &&
    (isSection(first.text) || isSubsection(first.text)) &&
    endsEarly(before, line, edges)
  )
    return true;
  if (
    line.bold !== before.bold &&
    !(line.isEntry && before.isEntry) &&
    (line.bold || open.lines.every((other) => other.bold))
  )
    return true;
  if (
    markerOf(line) !== undefined &&
    (open.marker !== undefined || endsEarly(before, line, edges) || SENTENCE_END.test(before.text))
  )
    return true;
  if (isAtRight(open.lines, column) && start(line) - column.left <= ALIGNED && !line.rtl) return true;
  if (line.isEntry || before.isEntry)
    return line.isEntry !== before.isEntry && SENTENCE_END.test(before.text);
  const early = endsEarly(before, line, edges);
  if (early && SENTENCE_END.test(before.text)) return true;
  if (open.marker !== undefined) {
    // A line below or left of the item's marker ends the list, unless the item's lines continue below their marker.
    return (
      start(line) <= start(first) + ALIGNED &&
      (early || (open.lines.length > 1 && start(before) > start(first) + NOT_ALIGNED))
    );
  }
  // An indented first line after lines that are not indented.
  const indent = start(line) - start(before);
  const isIndented = indent > line.size * MIN_INDENT && indent < line.size * MAX_INDENT;
  return (
    isIndented &&
    !early &&
    (open.lines.length > 1 || SENTENCE_END.test(before.text)) &&
    Math.abs(start(before) - (line.rtl ? -column.right : column.left)) < line.size
  );
}

/** Groups the lines of one column, from top to bottom, into blocks. */
export function splitLines(lines: readonly TextLine[], page: number): TextBlock[] {
  if (lines.length === 0) return [];
  const column: Column = {
    left: minOf(lines.map((line) => line.x)),
    right: maxOf(lines.map((line) => line.right)),
    step: usualSteps(lines),
  };
  const formulas = formulaLines(lines, column.left);
  const blocks: OpenBlock[] = [];
  for (const line of lines) {
    const open = blocks.at(-1);
    const before = open?.lines.at(-1);
    const isFormula = formulas.has(line);
    const isSplit =
      open === undefined ||
      open.lines.length >= MAX_BLOCK_LINES ||
      (before !== undefined && formulas.has(before) !== isFormula) ||
      (isFormula
        ? formulas.get(line) === true && open.lines.some((other) => formulas.get(other) === true)
        : begins(line, open, column));
    if (!isSplit) {
      open.lines.push(line);
      continue;
    }
    const isApart = before === undefined || isWide(centre(line) - centre(before), line, before, column);
    const marker = line.mono ? undefined : markerOf(line);
    blocks.push({ lines: [line], marker, isApart, ...(isFormula ? { isFormula } : {}) });
  }
  return blocks.map((block) => ({ kind: 'text', page, left: column.left, right: column.right, ...block }));
}

/** Returns true if a line ends a sentence. */
export const endsSentence = (text: string): boolean => SENTENCE_END.test(text);
