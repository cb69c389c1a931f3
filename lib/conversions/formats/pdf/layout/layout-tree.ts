import { appendAll, minOf } from '../../../base/arrays.ts';
import {
  type Inline,
  inlineText,
  type TreeBlock,
  type TreeCell,
  textRun,
} from '../../../document/document-tree.ts';
import type { PageCell, PageTable } from '../tables/page-table.ts';
import { isCaption } from './caption.ts';
import { plainGlyphs } from './glyphs.ts';
import { headingLevels } from './headings.ts';
import { dropStart, type Hyphenated, hyphenatedWords, joinInlines, joinLines } from './join-lines.ts';
import { type LooseItem, nestItems } from './list-blocks.ts';
import { bodySizeOf, layoutPages } from './page-layout.ts';
import { endsSentence, type LayoutBlock, type TextBlock } from './text-blocks.ts';
import type { TextLine } from './text-line.ts';
import type { SourcePage } from './text-run.ts';

const toCell = ({ text, columnSpan = 1, rowSpan = 1 }: PageCell, page: number): TreeCell => {
  const plain = plainGlyphs(text);
  if (columnSpan === 1 && rowSpan === 1) return plain;
  const blocks: TreeBlock[] =
    plain === '' ? [] : [{ kind: 'paragraph', content: [{ kind: 'text', text: plain }], page }];
  return { blocks, ...(columnSpan > 1 ? { columnSpan } : {}), ...(rowSpan > 1 ? { rowSpan } : {}) };
};

const toTable = ({ rows, headerRows, caption }: PageTable, page: number): TreeBlock => ({
  kind: 'table',
  rows: rows.map((row) => row.map((cell) => toCell(cell, page))),
  headerRows,
  ...(caption === undefined ? {} : { caption: plainGlyphs(caption) }),
  page,
});

/** Lines of code with their indents and the blank lines between them. */
function codeText(lines: readonly TextLine[]): string {
  const left = minOf(lines.map((line) => line.x));
  const text: string[] = [];
  lines.forEach((line, at) => {
    const width = (line.right - line.x) / Math.max(1, line.text.length);
    const before = lines[at - 1];
    if (before !== undefined && line.y - before.y > line.size * 2) text.push('');
    text.push(
      `${' '.repeat(Math.min(60, Math.round((line.x - left) / Math.max(1, width))))}${plainGlyphs(line.text)}`,
    );
  });
  return text.join('\n');
}

/** Whether an ordered marker counts with those around it; "1994. It was" begins no list. */
function isCounted(at: number, blocks: readonly LayoutBlock[]): boolean {
  const block = blocks[at];
  if (block?.kind !== 'text' || block.marker === undefined) return false;
  const { style, number, text } = block.marker;
  const others = blocks.slice(Math.max(0, at - 8), at + 9).filter((other) => other !== block);
  const markers = others.flatMap((other) =>
    other.kind === 'text' && other.marker !== undefined ? [other.marker] : [],
  );
  if (number === undefined)
    return !/^[-–—*·]/.test(text) || markers.some((marker) => marker.text.trim() === text.trim());
  return markers.some(
    (marker) =>
      marker.style === style && marker.number !== undefined && Math.abs(marker.number - number) === 1,
  );
}

interface Assembly {
  readonly blocks: TreeBlock[];
  /** The paragraph or list item that text may go on with after a break of column or page. */
  open: { readonly content: Inline[]; readonly block: TextBlock } | undefined;
}

const sizeOf = (block: TextBlock): number => block.lines[0]?.size ?? 0;

// Four pages of print: 800 pages of words in lower case would become one paragraph, read again at each of them.
const MAX_PARAGRAPH_CHARACTERS = 16_000;

/** Whether a block goes on with the sentence that an earlier one was left in. */
function goesOn(open: NonNullable<Assembly['open']>, block: TextBlock): boolean {
  const text = block.lines[0]?.text ?? '';
  const before = inlineText(open.content).trimEnd();
  if (before.length > MAX_PARAGRAPH_CHARACTERS) return false;
  if (endsSentence(before) || Math.abs(sizeOf(open.block) - sizeOf(block)) > 0.6) return false;
  // Scripts without small letters: the sentence goes on where the last line of a column is full.
  const last = open.block.lines.at(-1);
  const isFull =
    last !== undefined &&
    (last.rtl ? last.x - open.block.left : open.block.right - last.right) < last.size * 1.2;
  if (open.block.closesColumn && block.opensColumn && isFull && /^\p{Lo}/u.test(text)) return true;
  return /^[\p{Ll}(,;]/u.test(text) || (/[-\u2010]$/.test(before) && /^\p{L}/u.test(text));
}

const isCode = (block: TextBlock): boolean =>
  block.lines.every((line) => line.mono) &&
  (block.lines.length > 1 || !/[.!?。]\s*$/.test(block.lines[0]?.text ?? ''));

/** A document's pages as blocks in reading order. */
export function treeOfPages(pages: readonly SourcePage[]): TreeBlock[] {
  const bodySize = bodySizeOf(pages);
  const known = hyphenatedWords(pages.flatMap((page) => page.runs.map((run) => run.text)));
  const layouts = layoutPages(pages);
  const all = layouts.flatMap(({ blocks, notes }) => [...blocks, ...notes]);
  const notes = new Set<LayoutBlock>(layouts.flatMap((layout) => layout.notes));
  const levels = headingLevels(
    all.filter((block) => !notes.has(block)),
    bodySize,
  );
  const assembly: Assembly = { blocks: [], open: undefined };
  let items: LooseItem[] = [];
  const flush = (): void => {
    appendAll(assembly.blocks, nestItems(items));
    items = [];
  };
  all.forEach((block, at) => {
    const { page } = block;
    if (block.kind === 'table') {
      flush();
      assembly.blocks.push(toTable(block.table, page));
      return;
    }
    if (block.kind === 'picture') {
      flush();
      assembly.blocks.push({
        kind: 'paragraph',
        content: [
          {
            kind: 'image',
            image: block.picture.image,
            alt: '',
            widthPoints: block.picture.width,
            heightPoints: block.picture.height,
          },
        ],
        page,
      });
      return;
    }
    const content = contentOf(block, known, !levels.has(block));
    const level = levels.get(block);
    if (content.length === 0) return;
    if (level !== undefined) {
      flush();
      assembly.blocks.push({ kind: 'heading', level, content: plainLook(content), page });
      assembly.open = undefined;
    } else if (isCode(block)) {
      flush();
      const last = assembly.blocks.at(-1);
      if (last?.kind === 'code' && last.page === page && !block.isApart) {
        assembly.blocks[assembly.blocks.length - 1] = {
          ...last,
          text: `${last.text}\n${codeText(block.lines)}`,
        };
      } else assembly.blocks.push({ kind: 'code', text: codeText(block.lines), page });
      assembly.open = undefined;
    } else if (block.marker !== undefined && isCounted(at, all)) {
      const inner = dropStart(content, block.marker.text.length);
      items.push({ block, blocks: [{ kind: 'paragraph', content: inner, page }] });
      assembly.open = { content: inner, block };
    } else if (assembly.open !== undefined && !notes.has(block) && goesOn(assembly.open, block)) {
      joinInlines(assembly.open.content, content, known);
      assembly.open = { content: assembly.open.content, block };
    } else {
      const item = items.at(-1);
      if (item !== undefined && isInside(item.block, block))
        item.blocks.push({ kind: 'paragraph', content, page });
      else {
        flush();
        assembly.blocks.push({ kind: 'paragraph', content, page });
      }
      if (!notes.has(block) && !isCaption(block.lines[0]?.text ?? '')) assembly.open = { content, block };
    }
  });
  flush();
  const aside = pages.filter((page) => page.aside.length > 0);
  if (aside.length === 0) return assembly.blocks;
  const turned = aside.map(
    (page): TreeBlock => ({
      kind: 'paragraph',
      content: [textRun(plainGlyphs(page.aside.join(' ')).replaceAll(/\s+/g, ' ').trim())],
      page: page.number,
    }),
  );
  return withAside(assembly.blocks, turned);
}

/** What stands at right angles to a page's text comes after it. */
function withAside(blocks: readonly TreeBlock[], aside: readonly TreeBlock[]): TreeBlock[] {
  const merged: TreeBlock[] = [];
  let next = 0;
  for (const block of blocks) {
    while (next < aside.length && (aside[next]?.page ?? 0) < (block.page ?? 0))
      appendAll(merged, aside.slice(next, ++next));
    merged.push(block);
  }
  return [...merged, ...aside.slice(next)];
}

/** Whether a paragraph without a marker stands within a list's item: on the same page, set in like its text. */
function isInside(item: TextBlock, block: TextBlock): boolean {
  const [first] = item.lines;
  const [line] = block.lines;
  if (first === undefined || line === undefined || item.page !== block.page || line.rtl) return false;
  return (
    block.lines.every((other) => other.x > first.x + 4) &&
    line.x < first.x + 60 &&
    line.y > first.y &&
    block.left === item.left
  );
}

const contentOf = (block: TextBlock, known: Hyphenated, keepBreaks: boolean): Inline[] =>
  joinLines(block.lines, { known, left: block.left, right: block.right, keepBreaks });

/** A heading's text without the looks that all headings have. */
const plainLook = (content: readonly Inline[]): Inline[] =>
  content.map((inline): Inline => {
    if (inline.kind !== 'text') return inline;
    const { text, href, superscript, subscript } = inline;
    return { kind: 'text', text, ...(href === undefined ? {} : { href }), superscript, subscript };
  });
