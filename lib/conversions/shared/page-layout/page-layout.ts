import { appendAll, maxOf, minOf } from '../../base/arrays.ts';
import type { Furniture } from '../../document/document-model.ts';
import { placeOf } from '../../document/places.ts';
import { type Box, isAmid } from '../geometry/box.ts';
import { isCaption } from './caption.ts';
import { columnsOf, MIN_LETTERS, type OrderedBox } from './columns.ts';
import { withDropCapitals } from './drop-capitals.ts';
import { type Footnote, footnotesOf } from './footnotes.ts';
import { raisedMarkOf } from './raised-mark.ts';
import { withoutRunIn } from './run-in-headings.ts';
import { isStamp, runningSegments } from './running-lines.ts';
import { isPartNumber } from './section-number.ts';
import { runsBesideTables, type Segment, segmentsOf } from './segments.ts';
import { withTableCaptions } from './table-captions.ts';
import { endsSentence, type LayoutBlock, splitLines, type TextBlock } from './text-blocks.ts';
import { composeLines, type TextLine } from './text-line.ts';
import { isRightToLeftPage, type PlacedImage, type SourcePage, type SourceTable } from './text-run.ts';

// A table or image counts as a line of prose in this font size, in points.
const OBJECT_SIZE = 10;
// Maximum size of a footnote, as a share of the body's font size.
const NOTE_SIZE = 0.93;
// Footnotes are below this share of the page's height.
const NOTES_FROM = 0.5;
// Maximum lines of a chapter title.
const MAX_TITLE_LINES = 3;

type Element = OrderedBox &
  (
    | { readonly kind: 'segment'; readonly segment: Segment }
    | { readonly kind: 'table'; readonly table: SourceTable }
    | { readonly kind: 'image'; readonly image: PlacedImage }
  );

/** A page's blocks in reading order. */
export interface PageLayout {
  readonly blocks: readonly LayoutBlock[];
  /** Footnotes, in the order of their positions. */
  readonly notes: readonly Footnote[];
  /** Other small print below the text of a column. */
  readonly smallPrint: readonly TextBlock[];
  /** Running headers and footers. */
  readonly furniture: readonly Furniture[];
}

/** Returns true if text is on an image, such as a background or a scan with a text layer. */
const isBehindText = (image: PlacedImage, segments: readonly Segment[]): boolean =>
  segments.some((segment) => isAmid(segment, image));

function elementsOf(
  page: SourcePage,
  segments: readonly Segment[],
  images: readonly PlacedImage[],
): Element[] {
  return [
    ...segments.map((segment): Element => ({ kind: 'segment', segment, ...boxOf(segment) })),
    ...page.tables.map(
      (table): Element => ({
        kind: 'table',
        table,
        ...table.bbox,
        letters: MIN_LETTERS,
        size: OBJECT_SIZE,
      }),
    ),
    ...images.map(
      (image): Element => ({
        kind: 'image',
        image,
        ...boxOf({ ...image, letters: MIN_LETTERS, size: OBJECT_SIZE }),
      }),
    ),
  ];
}

const boxOf = ({ x, y, width, height, letters, size }: OrderedBox): OrderedBox => ({
  x,
  y,
  width,
  height,
  letters,
  size,
});

/** Returns the side of a table on which level text stands; such text belongs to another column. */
function sideOf({ x, y, width, height }: Box, table: Box): 'left' | 'right' | undefined {
  const [across, down] = [x + width / 2, y + height / 2];
  if (down < table.y || down > table.y + table.height) return undefined;
  if (across < table.x) return 'left';
  return across > table.x + table.width ? 'right' : undefined;
}

function blocksOfColumn(column: readonly Element[], page: SourcePage, rtl: boolean): LayoutBlock[] {
  const objects = column.filter((element) => element.kind !== 'segment').toSorted((a, b) => a.y - b.y);
  const tables = objects.filter(({ kind }) => kind === 'table');
  const segments = column.flatMap((element) => (element.kind === 'segment' ? [element.segment] : []));
  const beside = new Map<Segment, { readonly table: Element; readonly side: 'left' | 'right' }>();
  for (const segment of segments)
    for (const table of tables) {
      const side = sideOf(segment, table);
      if (side === undefined) continue;
      beside.set(segment, { table, side });
      break;
    }
  const linesOf = (some: readonly Segment[]): TextLine[] =>
    composeLines(
      some.flatMap(({ runs }) => runs),
      rtl,
    );
  const blocks: LayoutBlock[] = [];
  const addLines = (some: readonly TextLine[]): void =>
    appendAll(blocks, splitLines(some, page.number).flatMap(withoutRunIn));
  const addBeside = (table: Element, side: 'left' | 'right'): void => {
    const own = [...beside].filter(([, place]) => place.table === table && place.side === side);
    addLines(linesOf(own.map(([segment]) => segment)));
  };
  const lines = linesOf(segments.filter((segment) => !beside.has(segment)));
  let from = 0;
  for (const object of objects) {
    const middle = object.y + object.height / 2;
    let to = from;
    while (to < lines.length && (lines[to]?.y ?? 0) < middle) to += 1;
    addLines(lines.slice(from, to));
    from = to;
    if (object.kind === 'image') blocks.push({ kind: 'image', image: object.image, page: page.number });
    if (object.kind !== 'table') continue;
    addBeside(object, rtl ? 'right' : 'left');
    blocks.push({ kind: 'table', table: object.table, page: page.number });
    addBeside(object, rtl ? 'left' : 'right');
  }
  addLines(lines.slice(from));
  const content = column.filter(({ kind }) => kind !== 'image');
  const edges = {
    left: minOf(content.map(({ x }) => x)),
    right: maxOf(content.map(({ x, width }) => x + width)),
    middle: page.width / 2,
  };
  return withTableCaptions(withPartTitles(blocks)).map((block) =>
    block.kind === 'text' ? { ...block, column: edges } : block,
  );
}

/** Joins a chapter number on its own line with the title below it. */
function withPartTitles(blocks: readonly LayoutBlock[]): LayoutBlock[] {
  const done: LayoutBlock[] = [];
  for (const block of blocks) {
    const before = done.at(-1);
    const isTitle =
      before?.kind === 'text' &&
      block.kind === 'text' &&
      before.lines.length === 1 &&
      block.lines.length <= MAX_TITLE_LINES &&
      isPartNumber(before.lines[0]?.text ?? '') &&
      (block.lines[0]?.size ?? 0) >= (before.lines[0]?.size ?? 0);
    if (isTitle) done[done.length - 1] = { ...before, lines: [...before.lines, ...block.lines] };
    else done.push(block);
  }
  return done;
}

/** Counts a column's last blocks that may be footnotes: small print in the lower half, and blocks that start with a raised mark. */
function trailingNotes(blocks: readonly LayoutBlock[], page: SourcePage, bodySize: number): number {
  let count = 0;
  for (const block of blocks.toReversed()) {
    if (block.kind !== 'text') break;
    const [line] = block.lines;
    if (line === undefined || line.y < page.height * NOTES_FROM || line.mono) break;
    const isSmall = line.size <= bodySize * NOTE_SIZE || raisedMarkOf(line) !== undefined;
    if (!isSmall || isCaption(line.text)) break;
    count += 1;
  }
  return count === blocks.length ? 0 : count;
}

function layoutOf(
  page: SourcePage,
  segments: readonly Segment[],
  bodySize: number,
): Omit<PageLayout, 'furniture'> {
  const rtl = isRightToLeftPage(page.runs);
  const blocks: LayoutBlock[] = [];
  const smallPrint: TextBlock[] = [];
  const apart = page.images.filter((image) => !isBehindText(image, segments));
  const columns = columnsOf(elementsOf(page, segments, apart), rtl);
  // Font sizes on a scan are too imprecise to separate small print from the text above it.
  const hasNotes = page.isRecognized === undefined || columns.length === 1;
  for (const column of columns) {
    const inside = blocksOfColumn(column, page, rtl);
    const count = hasNotes ? trailingNotes(inside, page, bodySize) : 0;
    appendAll(
      blocks,
      inside
        .slice(0, inside.length - count)
        .map((block, at, all) =>
          block.kind === 'text'
            ? { ...block, opensColumn: at === 0, closesColumn: at === all.length - 1 }
            : block,
        ),
    );
    appendAll(
      smallPrint,
      inside.slice(inside.length - count).filter((block) => block.kind === 'text'),
    );
  }
  const behind = page.images.filter((image) => !apart.includes(image));
  appendAll(
    blocks,
    behind.map((image): LayoutBlock => ({ kind: 'image', image, page: page.number })),
  );
  const texts = blocks.filter((block) => block.kind === 'text');
  const { notes, others } = footnotesOf(texts, smallPrint, endsSentence);
  return { blocks, notes, smallPrint: others };
}

/** Returns the most common font size in points; 0 without text. */
export function bodySizeOf(pages: readonly SourcePage[]): number {
  const characters = new Map<number, number>();
  for (const { runs } of pages)
    for (const run of runs) {
      const size = Math.round(run.size * 2) / 2;
      characters.set(size, (characters.get(size) ?? 0) + run.text.length);
    }
  const [most] = [...characters].toSorted((a, b) => b[1] - a[1]);
  return most?.[0] ?? 0;
}

const toFurniture = ({ text, x, y, width, height }: Segment, page: SourcePage): Furniture => ({
  kind: y + height / 2 < page.height / 2 ? 'header' : 'footer',
  text: text.replaceAll(/\s+/g, ' ').trim(),
  place: placeOf(page.number, { x, y, width, height }),
});

/** Splits pages into blocks, without running headers and footers. */
export function layoutPages(pages: readonly SourcePage[]): PageLayout[] {
  const bodySize = bodySizeOf(pages);
  const segmented = pages.map((page) => ({
    number: page.number,
    height: page.height,
    segments: segmentsOf(runsBesideTables({ ...page, runs: withDropCapitals(page.runs) })),
    hasTables: page.tables.length > 0,
  }));
  const running = runningSegments(segmented);
  return pages.map((page, at) => {
    const segments = segmented[at]?.segments ?? [];
    const layout = layoutOf(
      page,
      segments.filter((segment) => !running.has(segment)),
      bodySize,
    );
    const furniture: Furniture[] = segments
      .filter((segment) => running.has(segment))
      .map((segment) => toFurniture(segment, page));
    // A stamp along the page's side.
    for (const { text, ...box } of page.aside.filter((line) => isStamp(line.text)))
      furniture.push({ kind: 'footer', text: text.trim(), place: placeOf(page.number, box) });
    return { ...layout, furniture };
  });
}
