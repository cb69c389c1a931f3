import { maxOf } from '../../base/arrays.ts';
import { isCaption } from './caption.ts';
import type { LayoutBlock, TextBlock } from './text-blocks.ts';
import { isInCapitals, isProse } from './text-line.ts';

// Times the body's font size from which text is a heading.
const MIN_RATIO = 1.12;
// Characters and lines of a heading; longer text is a lead paragraph.
const MAX_CHARACTERS = 180;
const MAX_LINES = 4;
// Bold text in the body's size is a heading only if it is shorter than a bold paragraph. Sizes may be rounded down.
const MIN_BOLD_RATIO = 0.93;
const MAX_BOLD_CHARACTERS = 110;
const MAX_BOLD_LINES = 2;
// Share of the characters above which bold is the body's style.
const BOLD_BODY = 0.4;
// A page with more large lines is a slide or a poster: only text this many times the body's size is a heading there.
const MAX_ON_PAGE = 14;
const CROWDED_RATIO = 1.35;
// Ratio of two sizes that are different levels, and of two that are one: sizes are rounded to half a point.
const NEXT_LEVEL = 0.95;
const SAME_LEVEL = 1.01;
// Levels of HTML and Markdown.
const MAX_LEVEL = 6;

const NUMBERED = /^(?:chapter |kapitel |appendix |§ ?)?((?:\d{1,3}|[A-Z])(?:\.\d{1,3}){0,20})\.?\s+\p{L}/iu;

// A section in the type of the text: its number has two parts or more, as in `4.2. Results`; a chapter: `4. Results`, `IV. Results`.
const SECTION = /^\d{1,2}(?:\.\d{1,2}){1,4}\.?\s+\p{Lu}/u;
const CHAPTER = /^(?:\d{1,2}|[IVX]{1,5}|[A-Z])\.\s+\p{Lu}/u;

interface Candidate {
  readonly block: TextBlock;
  readonly size: number;
  /** Number of parts of its number: 2 for `3.1`. */
  readonly depth: number | undefined;
}

const textOf = (block: TextBlock): string =>
  block.lines
    .map((line) => line.text)
    .join(' ')
    .trim();

/** Whether a block is running text, which a heading in the type of the text has below it. */
const hasProse = (block: LayoutBlock | undefined): boolean =>
  block?.kind === 'text' && !block.lines.some((line) => line.isEntry || line.mono) && isProse(textOf(block));

/** Whether a block is set off from the prose below it by capitals or by its number alone. */
function isSetOff(block: TextBlock, text: string, bodySize: number): boolean {
  const size = maxOf(block.lines.map((line) => line.size));
  if (size < bodySize * MIN_BOLD_RATIO || block.lines.length > MAX_BOLD_LINES || /[.,;:!?]$/.test(text))
    return false;
  if (text.length > MAX_BOLD_CHARACTERS || isCaption(text)) return false;
  if (isInCapitals(text)) return true;
  if (block.lines.length > 1) return false;
  if (SECTION.test(text)) return block.isApart || block.lines.every((line) => line.italic);
  return CHAPTER.test(text) && block.lines.every((line) => line.italic);
}

function candidateOf(
  block: LayoutBlock,
  next: LayoutBlock | undefined,
  bodySize: number,
  bodyIsBold: boolean,
): Candidate | undefined {
  if (block.kind !== 'text') return undefined;
  const text = textOf(block);
  const size = maxOf(block.lines.map((line) => line.size));
  if (text.length > MAX_CHARACTERS || block.lines.length > MAX_LINES || !/\p{L}.*\p{L}/u.test(text))
    return undefined;
  if (block.lines.some((line) => line.isEntry)) return undefined;
  if (block.marker?.style === 'bullet' || block.lines.every((line) => line.mono)) return undefined;
  const isLarge = size >= bodySize * MIN_RATIO && !/[.,;:]$/.test(text);
  const isBold =
    !bodyIsBold &&
    block.lines.every((line) => line.bold) &&
    size >= bodySize * MIN_BOLD_RATIO &&
    block.lines.length <= MAX_BOLD_LINES &&
    text.length <= MAX_BOLD_CHARACTERS &&
    /^[\p{Lu}\p{Lo}\p{N}§]/u.test(text) &&
    !/[.,;:]$/.test(text);
  if (!isLarge && !isBold && !(isSetOff(block, text, bodySize) && hasProse(next))) return undefined;
  const number = NUMBERED.exec(text)?.[1];
  return { block, size: isLarge ? Math.round(size * 2) / 2 : bodySize, depth: number?.split('.').length };
}

/** Finds headings and their levels from 1. A larger font and a shorter number give a higher level. */
export function headingLevels(blocks: readonly LayoutBlock[], bodySize: number): Map<TextBlock, number> {
  const texts = blocks.filter((block) => block.kind === 'text');
  const charactersIn = (of: readonly TextBlock[]): number =>
    of.reduce((sum, block) => sum + textOf(block).length, 0);
  const bodyIsBold =
    charactersIn(texts.filter((block) => block.lines.every((line) => line.bold))) >
    BOLD_BODY * charactersIn(texts);
  const found = blocks.flatMap((block, at) => candidateOf(block, blocks[at + 1], bodySize, bodyIsBold) ?? []);
  const crowded = new Set(
    [...Map.groupBy(found, ({ block }) => block.page)]
      .filter(([, list]) => list.length > MAX_ON_PAGE)
      .map(([page]) => page),
  );
  const kept = found.filter(
    ({ block, size }) => !crowded.has(block.page) || size >= bodySize * CROWDED_RATIO,
  );
  const sizes: number[] = [];
  // A size that only one heading has, such as a line on a cover, is no level of its own, except for the largest.
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
  const shallowest = new Map<number, number>();
  for (const { size, depth } of kept)
    if (depth !== undefined)
      shallowest.set(rankOf(size), Math.min(depth, shallowest.get(rankOf(size)) ?? depth));
  return new Map(
    kept.map(({ block, size, depth }) => {
      const rank = rankOf(size);
      const deeper = depth === undefined ? 0 : depth - (shallowest.get(rank) ?? depth);
      return [block, Math.min(MAX_LEVEL, rank + deeper)];
    }),
  );
}
