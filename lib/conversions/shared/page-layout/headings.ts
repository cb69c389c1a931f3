import { maxOf, minOf } from '../../base/arrays.ts';
import { median } from '../../base/median.ts';
import type { Bookmark } from '../../document/result-schemas.ts';
import { isProse } from '../text/prose.ts';
import { isCaption, isNumberedCaption } from './caption.ts';
import {
  isSection,
  isSubsection,
  type NumberScheme,
  type SectionNumber,
  sectionNumberOf,
} from './section-number.ts';
import { type LayoutBlock, MAX_HEADING_CHARACTERS, type TextBlock } from './text-blocks.ts';
import { isInCapitals } from './text-line.ts';

// Minimum size of a heading, as a multiple of the body's font size.
const MIN_RATIO = 1.12;
// Maximum characters and lines of a heading; longer text is a lead paragraph.
const MAX_CHARACTERS = 180;
const MAX_LINES = 4;
// Minimum size and maximum lines of a bold heading. Sizes may be rounded down.
const MIN_BOLD_RATIO = 0.93;
const MAX_BOLD_LINES = 2;
// Minimum size of numbered headings and of headings in capitals.
const MIN_NUMBERED_RATIO = 0.88;
// Minimum room beside a centred heading and maximum difference of both sides, as shares of the column's width.
const CENTRED_ROOM = 0.12;
const CENTRED = 0.05;
// Maximum blocks between a heading and its text, such as figures and tables.
const PROSE_REACH = 5;
// Minimum Roman numbers of a document whose letters are a level below; a single one can be a letter.
const MIN_ROMAN = 2;
// Bold is the body's style if more than this share of the characters is bold.
const BOLD_BODY = 0.4;
// Size ratios that separate two levels, and that count as equal. Sizes are rounded to half a point.
const NEXT_LEVEL = 0.95;
const SAME_LEVEL = 1.01;
/** HTML and Markdown have six levels. */
export const MAX_LEVEL = 6;

interface Candidate {
  readonly block: TextBlock;
  readonly size: number;
  readonly number: SectionNumber | undefined;
}

const textOf = (block: TextBlock): string =>
  block.lines
    .map((line) => line.text)
    .join(' ')
    .trim();

/** Returns true for running text. */
const isRunning = (block: TextBlock): boolean =>
  !block.lines.some((line) => line.isEntry || line.mono) && isProse(textOf(block));

/**
 * Returns true if running text follows a block, as it does a heading in the body's font. A smaller heading, figures and tables
 * with captions can be between them.
 */
function hasProse(blocks: readonly LayoutBlock[], at: number): boolean {
  let headings = 0;
  for (const block of blocks.slice(at + 1, at + 1 + PROSE_REACH)) {
    if (block.kind !== 'text' || isNumberedCaption(textOf(block))) continue;
    if (isRunning(block)) return true;
    if (block.lines.length > 1 || sectionNumberOf(textOf(block)) === undefined || headings > 0) return false;
    headings += 1;
  }
  return false;
}

/** Returns true if a line is centred in its column, with room on both sides. */
function isCentred({ lines: [line], left, right }: TextBlock): boolean {
  if (line === undefined) return false;
  const [before, after] = [line.x - left, right - line.right];
  return (
    Math.min(before, after) > (right - left) * CENTRED_ROOM &&
    Math.abs(before - after) < (right - left) * CENTRED
  );
}

/** Returns true if a block is set off from the prose below it by its number and by capitals, italics or position. */
function isSetOff(block: TextBlock, text: string, bodySize: number): boolean {
  const { lines } = block;
  const size = maxOf(lines.map((line) => line.capitalSize));
  if (size < bodySize * MIN_NUMBERED_RATIO || lines.length > MAX_BOLD_LINES || /[.,;:!?]$/.test(text))
    return false;
  if (text.length > MAX_HEADING_CHARACTERS || isCaption(text)) return false;
  if (isInCapitals(text)) return true;
  const isStyled = (style: 'italic' | 'smallCaps' | 'bold'): boolean => lines.every((line) => line[style]);
  if (isStyled('smallCaps') && (isCentred(block) || isSection(text) || isSubsection(text))) return true;
  if (lines.length > 1) return false;
  if (isSubsection(text)) return block.isApart || isStyled('italic') || isCentred(block);
  return isSection(text) && (isStyled('italic') || isStyled('bold') || isCentred(block));
}

function candidateOf(
  blocks: readonly LayoutBlock[],
  at: number,
  bodySize: number,
  bodyIsBold: boolean,
): Candidate | undefined {
  const block = blocks[at];
  if (block?.kind !== 'text') return undefined;
  const text = textOf(block);
  const number = sectionNumberOf(text);
  if (block.isRunIn) return { block, size: bodySize, number };
  const size = maxOf(block.lines.map((line) => line.size));
  if (text.length > MAX_CHARACTERS || block.lines.length > MAX_LINES || !/\p{L}.*\p{L}/u.test(text))
    return undefined;
  if (block.lines.some((line) => line.isEntry) || isNumberedCaption(text)) return undefined;
  if (block.marker?.style === 'bullet' || block.lines.every((line) => line.mono)) return undefined;
  const isLarge = size >= bodySize * MIN_RATIO && !/[.,;:]$/.test(text);
  const isBold =
    !bodyIsBold &&
    block.lines.every((line) => line.bold) &&
    size >= bodySize * MIN_BOLD_RATIO &&
    block.lines.length <= MAX_BOLD_LINES &&
    text.length <= MAX_HEADING_CHARACTERS &&
    /^[\p{Lu}\p{Lo}\p{N}§]/u.test(text) &&
    !/[.,;:]$/.test(text);
  if (!isLarge && !isBold && !(isSetOff(block, text, bodySize) && hasProse(blocks, at))) return undefined;
  return { block, size: isLarge ? Math.round(size * 2) / 2 : bodySize, number };
}

/** Returns the depth of a heading number in the document's own scheme: with `IV.` and `A.`, letters are below Roman numbers. */
function depthsBy(kept: readonly Candidate[]): (number: SectionNumber | undefined) => number | undefined {
  const schemes = new Set(kept.map(({ number }) => number?.scheme));
  const above: Record<NumberScheme, readonly NumberScheme[]> = {
    roman: [],
    decimal: [],
    letter: ['roman'],
    closed: ['roman', 'letter'],
  };
  const isRoman = kept.filter(({ number }) => number?.scheme === 'roman').length >= MIN_ROMAN;
  return (number) => {
    if (number === undefined) return undefined;
    if (!isRoman) return number.scheme === 'closed' ? MAX_LEVEL : number.parts;
    return number.parts + above[number.scheme].filter((scheme) => schemes.has(scheme)).length;
  };
}

/** Returns the levels of headings found by their typography. A larger font and a shorter number mean a higher level. */
function levelsByType(kept: readonly Candidate[], bodySize: number): Map<TextBlock, number> {
  const sizes: number[] = [];
  // A size that only one heading has, such as a line on a cover, is not a level, unless it is the largest.
  const counts = new Map<number, number>();
  for (const { size } of kept) counts.set(size, (counts.get(size) ?? 0) + 1);
  for (const size of [...new Set(kept.map((candidate) => candidate.size))].toSorted((a, b) => b - a)) {
    if (
      sizes.length === 0 ||
      (((counts.get(size) ?? 0) > 1 || size === bodySize) && size < (sizes.at(-1) ?? 0) * NEXT_LEVEL)
    )
      sizes.push(size);
  }
  const rankOf = (size: number): number =>
    Math.max(1, sizes.findLastIndex((other) => size <= other * SAME_LEVEL) + 1);
  const depthOf = depthsBy(kept);
  const shallowest = new Map<number, number>();
  for (const { size, number } of kept) {
    const depth = depthOf(number);
    if (depth !== undefined)
      shallowest.set(rankOf(size), Math.min(depth, shallowest.get(rankOf(size)) ?? depth));
  }
  return new Map(
    kept.map(({ block, size, number }) => {
      const rank = rankOf(size);
      const depth = depthOf(number);
      const deeper = depth === undefined ? 0 : depth - (shallowest.get(rank) ?? depth);
      return [block, Math.min(MAX_LEVEL, rank + deeper)];
    }),
  );
}

const charactersIn = (of: readonly TextBlock[]): number =>
  of.reduce((sum, block) => sum + textOf(block).length, 0);

// Section numbers and white space, which outlines may omit.
const SECTION_NUMBER = /^(?:\d{1,3}(?:\.\d{1,3}){0,6}|[A-Z](?:\.\d{1,3}){0,6}|[IVX]{1,5})[.)]?\s+/u;

const plainTitle = (text: string): string =>
  text.normalize('NFKC').trim().replace(SECTION_NUMBER, '').replaceAll(/\s+/g, '').toLowerCase();

/** Returns the headings of the outline: blocks with the text of an entry on that entry's page. */
function levelsByOutline(texts: readonly TextBlock[], outline: readonly Bookmark[]): Map<TextBlock, number> {
  const entries = new Map<string, number>();
  for (const { title, level, page } of outline) {
    const key = `${page} ${plainTitle(title)}`;
    if (page !== null && !isCaption(title) && !entries.has(key)) entries.set(key, level);
  }
  const outlined = new Map<TextBlock, number>();
  if (entries.size === 0) return outlined;
  for (const block of texts) {
    const text = textOf(block);
    if (text.length > MAX_CHARACTERS || block.lines.some((line) => line.isEntry)) continue;
    const key = `${block.page} ${plainTitle(text)}`;
    const level = entries.get(key);
    if (level === undefined) continue;
    outlined.set(block, level);
    entries.delete(key);
  }
  return outlined;
}

/** Fits the levels of headings found by their typography to those that the document states. */
function fitted(stated: ReadonlyMap<TextBlock, number>, found: ReadonlyMap<TextBlock, number>) {
  const offsets = [...stated].flatMap(([block, level]) => {
    const own = found.get(block);
    return own === undefined ? [] : [level - own];
  });
  const others = [...found].filter(([block]) => !stated.has(block));
  // Stated headings that do not stand out rank below those that do.
  const offset =
    offsets.length > 0 ? Math.round(median(offsets)) : minOf(stated.values()) - 1 - maxOf(found.values(), 0);
  // A title above the first entries of the outline is one level above them.
  const highest = minOf(
    others.map(([, level]) => level + offset),
    1,
  );
  const shift = Math.max(0, 1 - highest);
  const clamped = (level: number): number => Math.min(MAX_LEVEL, Math.max(1, level));
  return new Map([
    ...others.map(([block, level]): [TextBlock, number] => [block, clamped(level + offset + shift)]),
    ...[...stated].map(([block, level]): [TextBlock, number] => [block, clamped(level + shift)]),
  ]);
}

/** Finds headings and their levels from 1: by the outline, and also by type and place. */
export function headingLevels(
  blocks: readonly LayoutBlock[],
  bodySize: number,
  outline: readonly Bookmark[] = [],
): Map<TextBlock, number> {
  const texts = blocks.filter((block) => block.kind === 'text');
  const bodyIsBold =
    charactersIn(texts.filter((block) => block.lines.every((line) => line.bold))) >
    BOLD_BODY * charactersIn(texts);
  const found = blocks.flatMap((_, at) => candidateOf(blocks, at, bodySize, bodyIsBold) ?? []);
  const byType = levelsByType(found, bodySize);
  const stated = levelsByOutline(texts, outline);
  return stated.size === 0 ? byType : fitted(stated, byType);
}
