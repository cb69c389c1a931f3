import { appendAll, minOf } from '../../base/arrays.ts';
import type {
  Furniture,
  ModelPlace,
  PageSize,
  PlacedLine,
  PlacedText,
} from '../../document/document-model.ts';
import {
  type Inline,
  inlineText,
  type TreeBlock,
  type TreeCell,
  textRun,
} from '../../document/document-tree.ts';
import { placeAround, placeOf } from '../../document/places.ts';
import type { Bookmark } from '../../document/result-schemas.ts';
import { isAmid } from '../geometry/box.ts';
import { type KnownWords, knownWords } from '../text/known-words.ts';
import { mendBreaks } from '../text/line-seam.ts';
import { ownLook, type StyledContent, withLineStyle } from './block-look.ts';
import { isNumberedCaption } from './caption.ts';
import { withContinuedRows } from './continued-rows.ts';
import { withFigures } from './figures.ts';
import { noteBlocks, withReferences } from './footnotes.ts';
import { plainCell, plainGlyphs } from './glyphs.ts';
import { headingLevels } from './headings.ts';
import { dropStart, joinInlines, joinLines } from './join-lines.ts';
import { joinTables } from './joined-tables.ts';
import { type LooseItem, MIN_ITEM_INDENT, nestItems } from './list-blocks.ts';
import { bodySizeOf, layoutPages, type PageLayout } from './page-layout.ts';
import { isStamp } from './running-lines.ts';
import { cellContent } from './struck-cells.ts';
import { endsSentence, type LayoutBlock, SIZE_TOLERANCE, type TextBlock } from './text-blocks.ts';
import type { TextLine } from './text-line.ts';
import type { PlacedImage, SourceCell, SourcePage, SourceTable } from './text-run.ts';
import type { PlacedWord } from './word-lines.ts';

// Lines of code more than this many font sizes apart have a blank line between them.
const BLANK_LINE = 2;
// Maximum gap in font sizes at a blank line inside code.
const MAX_BLANK_LINE = 1.8;
// Maximum lines of code that are indented together: all are read again for each part.
const MAX_CODE_LINES = 1000;
// Maximum characters of an indent of code; a deeper one is a column.
const MAX_CODE_INDENT = 60;
// Maximum blocks between list items, which may have several paragraphs.
const LIST_REACH = 8;
// Maximum indent in points of an item's further paragraphs: less than the next column.
const MAX_ITEM_INDENT = 60;
// Maximum room at the end of a full line, in font sizes.
const FULL_LINE = 1.2;
// Four printed pages. Without a limit, 800 pages of lower-case words would be one paragraph, read again for each page.
const MAX_PARAGRAPH_CHARACTERS = 16_000;
// The start of a line within a sentence: a small letter, punctuation, or a citation before punctuation.
const CONTINUATION = /^(?:[\p{Ll}(,;]|\[\d{1,3}\][.,;)])/u;

const toCell = (
  { text, columnSpan = 1, rowSpan = 1, style: { bold, italic, look = {} } = {}, align, struck }: SourceCell,
  page: number,
  { textSize, known }: Pick<DocumentFacts, 'textSize' | 'known'>,
): TreeCell => {
  const plain = plainCell(mendBreaks(text, known));
  const { background } = look;
  const own = ownLook(look, background !== undefined, textSize);
  const style = {
    ...(bold === undefined ? {} : { bold }),
    ...(italic === undefined ? {} : { italic }),
    ...(own === undefined ? {} : { look: own }),
  };
  const isStyled =
    Object.keys(style).length > 0 || background !== undefined || align !== undefined || struck !== undefined;
  if (columnSpan === 1 && rowSpan === 1 && !isStyled) return plain;
  const content = cellContent(plain, struck ?? [], style);
  const blocks: TreeBlock[] = plain === '' ? [] : [{ kind: 'paragraph', content, page }];
  return {
    blocks,
    ...(align === undefined ? {} : { align }),
    ...(background === undefined ? {} : { look: { background } }),
    ...(columnSpan > 1 ? { column_span: columnSpan } : {}),
    ...(rowSpan > 1 ? { row_span: rowSpan } : {}),
  };
};

const toTable = (
  { bbox, rows, headerRows, caption, further = [] }: SourceTable,
  page: number,
  context: Pick<DocumentFacts, 'textSize' | 'known'>,
): TreeBlock => ({
  kind: 'table',
  rows: rows.map((row) => row.map((cell) => toCell(cell, page, context))),
  header_rows: headerRows,
  ...(caption === undefined ? {} : { caption: plainCell(mendBreaks(caption, context.known)) }),
  page,
  places: [placeOf(page, bbox), ...further.map((part) => placeOf(part.page, part.bbox))],
  cellPlaces: rows.map((row) =>
    row.map((cell) => (cell.box === undefined ? undefined : placeOf(cell.page ?? page, cell.box))),
  ),
  ...(rows.some((row) => row.some(({ confidence }) => confidence !== undefined))
    ? { cellConfidences: rows.map((row) => row.map(({ confidence }) => confidence)) }
    : {}),
});

/** Returns the text of code, with indents and blank lines. */
export function codeText(lines: readonly TextLine[]): string {
  const left = minOf(lines.map((line) => line.x));
  const codeLeft = minOf(lines.flatMap(({ codeX }) => codeX ?? []));
  const text: string[] = [];
  lines.forEach((line, at) => {
    const before = lines[at - 1];
    if (before !== undefined && line.y - before.y > line.size * BLANK_LINE) text.push('');
    const whole = plainGlyphs(line.text);
    const { codeX = line.x } = line;
    const [, number = '', code = whole] =
      line.codeX === undefined ? [] : (/^\s*(\d+)\s*(.*)$/s.exec(whole) ?? []);
    const width = Math.max(1, (line.right - codeX) / Math.max(1, code.length));
    const indent = (x: number, from: number): string =>
      ' '.repeat(Math.min(MAX_CODE_INDENT, Math.round((x - from) / width)));
    const start = indent(line.x, left);
    text.push(number === '' ? `${start}${whole}` : `${start}${number} ${indent(codeX, codeLeft)}${code}`);
  });
  return text.join('\n');
}

/** Returns true if a marker belongs to a list, by the markers near it: "1994. It was" is not a list item. */
function isCounted(at: number, blocks: readonly LayoutBlock[]): boolean {
  const block = blocks[at];
  if (block?.kind !== 'text' || block.marker === undefined) return false;
  const { style, number, text } = block.marker;
  const others = blocks
    .slice(Math.max(0, at - LIST_REACH), at + LIST_REACH + 1)
    .filter((other) => other !== block);
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

interface OpenText {
  readonly content: Inline[];
  /** Places of the paragraph; its continuation adds more. */
  readonly places: ModelPlace[];
  readonly lines: PlacedLine[] | undefined;
  readonly block: TextBlock;
}

/** Facts about the whole document. */
interface DocumentFacts {
  readonly all: readonly LayoutBlock[];
  readonly smallPrint: ReadonlySet<LayoutBlock>;
  /** The footnotes without a reference so far, by page and mark. */
  readonly marks: ReadonlyMap<number, Map<string, number>>;
  readonly levels: ReadonlyMap<LayoutBlock, number>;
  readonly known: KnownWords;
  readonly keepsLines: boolean;
  /** Set if looks are kept. */
  readonly textSize: number | undefined;
}

interface Assembly {
  readonly blocks: TreeBlock[];
  /** Items of the current list. */
  items: LooseItem[];
  /** The lines of the last block of code, by column. */
  code: (readonly TextLine[])[];
  /** The paragraph or list item that may continue after a column or page break. */
  open: OpenText | undefined;
}

const sizeOf = (block: TextBlock): number => block.lines[0]?.size ?? 0;

/** Returns true if a block continues the unfinished sentence of an earlier block. */
function continues(open: OpenText, block: TextBlock): boolean {
  const text = block.lines[0]?.text ?? '';
  const before = inlineText(open.content).trimEnd();
  if (block.isFormula || before.length > MAX_PARAGRAPH_CHARACTERS) return false;
  if (endsSentence(before) || Math.abs(sizeOf(open.block) - sizeOf(block)) > SIZE_TOLERANCE) return false;
  // Scripts without lower case: the sentence continues if the last line of a column is full.
  const last = open.block.lines.at(-1);
  const isFull =
    last !== undefined &&
    (last.rtl ? last.x - open.block.left : open.block.right - last.right) < last.size * FULL_LINE;
  if (open.block.closesColumn && block.opensColumn && isFull && /^\p{Lo}/u.test(text)) return true;
  return CONTINUATION.test(text) || (/[-\u2010]$/.test(before) && /^\p{L}/u.test(text));
}

const placesOf = ({ page, lines }: TextBlock): ModelPlace[] => [placeAround(page, lines)];

const toPlacedWord = ({ text, confidence, ...box }: PlacedWord, page: number): PlacedText => ({
  text,
  place: placeOf(page, box),
  ...(confidence === undefined ? {} : { confidence }),
});

/** The place of a block, with its lines if requested. */
interface Where {
  readonly page: number;
  readonly places: ModelPlace[];
  readonly lines?: PlacedLine[];
}

function whereOf(block: TextBlock, { keepsLines }: DocumentFacts): Where {
  const { page, lines } = block;
  const where = { page, places: placesOf(block) };
  if (!keepsLines) return where;
  return {
    ...where,
    lines: lines.map((line) => ({
      text: plainGlyphs(line.text),
      place: placeAround(page, [line]),
      ...(line.confidence === undefined ? {} : { confidence: line.confidence }),
      ...(line.words === undefined ? {} : { words: line.words.map((word) => toPlacedWord(word, page)) }),
    })),
  };
}

/** Returns true for lines of code, as opposed to a sentence in a monospaced font. */
export const isCode = (block: Pick<TextBlock, 'lines'>): boolean =>
  block.lines.every((line) => line.mono) &&
  (block.lines.length > 1 || !/[.!?。]\s*$/.test(block.lines[0]?.text ?? ''));

/** Ends the current list. */
function endList(assembly: Assembly): void {
  appendAll(assembly.blocks, nestItems(assembly.items));
  assembly.items = [];
}

function addBlock(assembly: Assembly, block: TreeBlock): void {
  endList(assembly);
  assembly.blocks.push(block);
}

function addCode(assembly: Assembly, block: TextBlock, { page, places, lines }: Where): void {
  endList(assembly);
  const last = assembly.blocks.at(-1);
  const part = assembly.code.at(-1) ?? [];
  const above = part.at(-1);
  const [first] = block.lines;
  const gap = above === undefined || first === undefined ? Infinity : first.y - above.bottom;
  const isBelow = gap > -MAX_BLANK_LINE && part.length < MAX_CODE_LINES;
  const isNear = isBelow && gap < (first?.size ?? 0) * MAX_BLANK_LINE;
  if (last?.kind !== 'code' || last.page !== page || !(isNear || !block.isApart)) {
    assembly.code = [block.lines];
    const text = codeText(block.lines);
    assembly.blocks.push({ kind: 'code', text, page, places, ...(lines === undefined ? {} : { lines }) });
    return;
  }
  // In the next column, the code starts at another position.
  if (isBelow) assembly.code[assembly.code.length - 1] = [...part, ...block.lines];
  else assembly.code.push(block.lines);
  assembly.blocks[assembly.blocks.length - 1] = {
    ...last,
    text: assembly.code.map(codeText).join('\n'),
    places: [...(last.places ?? []), ...places],
    ...(lines === undefined ? {} : { lines: [...(last.lines ?? []), ...lines] }),
  };
}

function addParagraph(
  assembly: Assembly,
  block: TextBlock,
  { content, ...style }: StyledContent,
  where: Where,
  isSmallPrint: boolean,
): void {
  const item = assembly.items.at(-1);
  const firstLine = block.lines[0]?.text ?? '';
  const role = isNumberedCaption(firstLine) ? ({ role: 'caption' } as const) : {};
  const paragraph: TreeBlock = { kind: 'paragraph', content, ...where, ...style, ...role };
  if (item !== undefined && isInside(item.block, block)) item.blocks.push(paragraph);
  else addBlock(assembly, paragraph);
  // Text after a formula continues neither the formula nor the text before it.
  if (block.isFormula) assembly.open = undefined;
  else if (!isSmallPrint && !isNumberedCaption(firstLine))
    assembly.open = { content, places: where.places, lines: where.lines, block };
}

function addText(assembly: Assembly, block: TextBlock, at: number, context: DocumentFacts): void {
  const { levels, known, all } = context;
  const { marker } = block;
  const where = whereOf(block, context);
  const isSmallPrint = context.smallPrint.has(block);
  const level = levels.get(block);
  const marks = isSmallPrint ? undefined : context.marks.get(block.page);
  const plain = contentOf(block, known, level === undefined);
  const referring = marks === undefined || marks.size === 0 ? plain : withReferences(plain, marks);
  const styled = withLineStyle(block, referring, level === undefined ? context.textSize : undefined);
  const { content, ...style } = context.textSize === undefined ? { content: referring } : styled;
  if (content.length === 0) return;
  if (level !== undefined) {
    addBlock(assembly, { kind: 'heading', level, content: plainStyle(content), ...where, ...style });
    assembly.open = undefined;
  } else if (isCode(block)) {
    addCode(assembly, block, where);
    assembly.open = undefined;
  } else if (marker !== undefined && isCounted(at, all)) {
    const inner = dropStart(content, marker.text.length);
    assembly.items.push({ block, blocks: [{ kind: 'paragraph', content: inner, ...where, ...style }] });
    assembly.open = { content: inner, places: where.places, lines: where.lines, block };
  } else if (assembly.open !== undefined && !isSmallPrint && continues(assembly.open, block)) {
    joinInlines(assembly.open.content, content, known);
    appendAll(assembly.open.places, where.places);
    if (where.lines !== undefined) appendAll(assembly.open.lines ?? [], where.lines);
    assembly.open = { ...assembly.open, block };
  } else addParagraph(assembly, block, { content, ...style }, where, isSmallPrint);
}

function imageContent({ index, alt = '', width, height }: PlacedImage): Inline[] {
  const text = plainGlyphs(alt);
  if (index !== undefined) return [{ kind: 'image', image: index, alt: text, width: width, height: height }];
  return text === '' ? [] : [textRun(text)];
}

/** Returns the block of an image; none if neither it nor its alternative text is wanted. */
export function toImage({ image, page }: Extract<LayoutBlock, { kind: 'image' }>): TreeBlock[] {
  const content = imageContent(image);
  return content.length === 0 ? [] : [{ kind: 'paragraph', content, page, places: [placeOf(page, image)] }];
}

/** Content of a document's pages. */
export interface PagesContent {
  readonly blocks: readonly TreeBlock[];
  /** Footnotes that the text refers to. */
  readonly notes: readonly (readonly TreeBlock[])[];
  readonly pages: readonly PageSize[];
  readonly furniture: readonly Furniture[];
  /** Set if looks are kept. */
  readonly textSize?: number | undefined;
}

/** Options of {@link treeOfPages}. */
export interface TreeOptions {
  /** Whether blocks have their lines. */
  readonly keepsLines?: boolean;
  /** Whether text has its look. */
  readonly keepsLooks?: boolean;
  /** The outline of the document, by which headings are found. */
  readonly outline?: readonly Bookmark[];
  /** Font size of most text in points. Default: that of the pages. */
  readonly bodySize?: number;
  /** The number of notes before those of the pages. */
  readonly firstNote?: number;
}

/** Returns the blocks of a document's pages in reading order, with their lines if `keepsLines`, and their notes and furniture. */
export function treeOfPages(
  sources: readonly SourcePage[],
  { keepsLines = false, keepsLooks = false, outline = [], firstNote = 0, ...options }: TreeOptions = {},
): PagesContent {
  const pages = withContinuedRows(sources.map(withFigures));
  const layouts = layoutPages(pages);
  const { bodySize = bodySizeOf(pages) } = options;
  const textSize = keepsLooks ? bodySize : undefined;
  return {
    ...blocksOfPages(pages, layouts, { keepsLines, outline, bodySize, firstNote, textSize }),
    ...(textSize === undefined ? {} : { textSize }),
    pages: pages.map(({ number, width, height }) => ({ number, width, height })),
    furniture: layouts.flatMap(({ furniture }) => furniture),
  };
}

function blocksOfPages(
  pages: readonly SourcePage[],
  layouts: readonly PageLayout[],
  {
    keepsLines,
    outline,
    bodySize,
    firstNote,
    textSize,
  }: Required<Pick<TreeOptions, 'outline' | 'bodySize' | 'firstNote'>> &
    Pick<DocumentFacts, 'keepsLines' | 'textSize'>,
): Pick<PagesContent, 'blocks' | 'notes'> {
  const joined = joinTables(
    layouts.map(({ blocks, notes, smallPrint }, at) => ({
      number: pages[at]?.number ?? 0,
      height: pages[at]?.height ?? 0,
      blocks,
      hasNotes: notes.length + smallPrint.length > 0,
    })),
  );
  const all = layouts.flatMap(({ smallPrint }, at) => [...(joined[at] ?? []), ...smallPrint]);
  const smallPrint = new Set<LayoutBlock>(layouts.flatMap((layout) => layout.smallPrint));
  const footnotes = layouts.flatMap(({ notes }) => notes);
  const marks = new Map<number, Map<string, number>>();
  for (const [index, { mark, blocks }] of footnotes.entries()) {
    const page = blocks[0]?.page ?? 0;
    marks.set(page, (marks.get(page) ?? new Map<string, number>()).set(mark, firstNote + index));
  }
  const levels = headingLevels(
    all.filter((block) => !smallPrint.has(block)),
    bodySize,
    outline,
  );
  const known = knownWords(() => pages.flatMap((page) => page.runs.map((run) => run.text)));
  const context: DocumentFacts = { all, smallPrint, marks, levels, known, keepsLines, textSize };
  const assembly: Assembly = { blocks: [], items: [], code: [], open: undefined };
  for (const [at, block] of all.entries()) {
    if (block.kind === 'table') addBlock(assembly, toTable(block.table, block.page, context));
    else if (block.kind === 'image') {
      for (const image of toImage(block)) addBlock(assembly, image);
      if (block.image.isFormula) assembly.open = undefined;
    } else addText(assembly, block, at, context);
  }
  endList(assembly);
  const notes = footnotes.map((note) =>
    noteBlocks(
      note,
      (block) => contentOf(block, known, true),
      (block) => whereOf(block, context),
    ),
  );
  const aside = pages
    .map(({ number, aside: lines, tables }) => ({
      number,
      lines: lines.filter((line) => !isStamp(line.text) && !tables.some(({ bbox }) => isAmid(line, bbox))),
    }))
    .filter(({ lines }) => lines.length > 0);
  if (aside.length === 0) return { blocks: assembly.blocks, notes };
  const turned = aside.map(
    ({ number, lines }): TreeBlock => ({
      kind: 'paragraph',
      content: [
        textRun(
          plainGlyphs(lines.map(({ text }) => text).join(' '))
            .replaceAll(/\s+/g, ' ')
            .trim(),
        ),
      ],
      page: number,
      places: [
        placeAround(
          number,
          lines.map((line) => ({ ...line, right: line.x + line.width, bottom: line.y + line.height })),
        ),
      ],
    }),
  );
  return { blocks: withAside(assembly.blocks, turned), notes };
}

/** Inserts the rotated text of a page after that page. */
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

/** Returns true if a paragraph without a marker belongs to a list item: on the same page, indented like its text. */
function isInside(item: TextBlock, block: TextBlock): boolean {
  const [first] = item.lines;
  const [line] = block.lines;
  if (first === undefined || line === undefined || item.page !== block.page || line.rtl) return false;
  return (
    block.lines.every((other) => other.x > first.x + MIN_ITEM_INDENT) && line.x < first.x + MAX_ITEM_INDENT
  );
}

const contentOf = (block: TextBlock, known: KnownWords, keepBreaks: boolean): Inline[] =>
  joinLines(block.lines, { known, left: block.left, right: block.right, keepBreaks });

/** Returns a heading's text without the styles that all headings have. */
export const plainStyle = (content: readonly Inline[]): Inline[] =>
  content.map((inline): Inline => {
    if (inline.kind !== 'text') return inline;
    const { text, href, superscript, subscript, strike, look } = inline;
    return textRun(text, {
      ...(href === undefined ? {} : { href }),
      superscript,
      subscript,
      ...(strike === undefined ? {} : { strike }),
      ...(look === undefined ? {} : { look }),
    });
  });
