import { appendAll } from '../../../base/arrays.ts';
import { rightToLeftShare } from '../../../base/right-to-left.ts';
import type { PageTable } from '../tables/page-table.ts';
import { isCaption } from './caption.ts';
import { columnsOf, type OrderedBox } from './reading-order.ts';
import { runningSegments } from './running-lines.ts';
import { type Segment, segmentsOf } from './segments.ts';
import { type LayoutBlock, splitLines, type TextBlock } from './text-blocks.ts';
import { composeLines } from './text-line.ts';
import type { PlacedImage, SourcePage } from './text-run.ts';

type Element = OrderedBox &
  (
    | { readonly kind: 'segment'; readonly segment: Segment }
    | { readonly kind: 'table'; readonly table: PageTable }
    | { readonly kind: 'picture'; readonly picture: PlacedImage }
  );

/** A page's blocks in the order in which they are read. */
export interface PageLayout {
  readonly blocks: readonly LayoutBlock[];
  /** Those that stand below the text of a column: footnotes. */
  readonly notes: readonly TextBlock[];
}

// A table or a picture counts as a line of text that fills its width.
const NO_LETTERS = 40;

/** Whether text stands on a picture: a background, or a picture of a page with its text over it. */
const isBehindText = (picture: PlacedImage, segments: readonly Segment[]): boolean =>
  segments.some(
    ({ x, y, width, height }) =>
      x + width / 2 > picture.x &&
      x + width / 2 < picture.x + picture.width &&
      y + height / 2 > picture.y &&
      y + height / 2 < picture.y + picture.height,
  );

function elementsOf(
  page: SourcePage,
  segments: readonly Segment[],
  pictures: readonly PlacedImage[],
): Element[] {
  return [
    ...segments.map((segment): Element => ({ kind: 'segment', segment, ...boxOf(segment) })),
    ...page.tables.map(
      (table): Element => ({ kind: 'table', table, ...table.bbox, letters: NO_LETTERS, size: 10 }),
    ),
    ...pictures.map(
      (picture): Element => ({
        kind: 'picture',
        picture,
        ...boxOf({ ...picture, letters: NO_LETTERS, size: 10 }),
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

function blocksOfColumn(column: readonly Element[], page: SourcePage, rtl: boolean): LayoutBlock[] {
  const blocks: LayoutBlock[] = [];
  const objects = column.filter((element) => element.kind !== 'segment').toSorted((a, b) => a.y - b.y);
  const runs = column.flatMap((element) => (element.kind === 'segment' ? element.segment.runs : []));
  const lines = composeLines(runs, rtl);
  let from = 0;
  for (const object of objects) {
    const middle = object.y + object.height / 2;
    let to = from;
    while (to < lines.length && (lines[to]?.y ?? 0) < middle) to += 1;
    appendAll(blocks, splitLines(lines.slice(from, to), page.number));
    from = to;
    if (object.kind === 'table') blocks.push({ kind: 'table', table: object.table, page: page.number });
    if (object.kind === 'picture')
      blocks.push({ kind: 'picture', picture: object.picture, page: page.number });
  }
  appendAll(blocks, splitLines(lines.slice(from), page.number));
  return blocks;
}

const NOTE_SIZE = 0.93;

/** How many of a column's last blocks are footnotes: small letters in the page's lower half. */
function trailingNotes(blocks: readonly LayoutBlock[], page: SourcePage, bodySize: number): number {
  let count = 0;
  for (const block of blocks.toReversed()) {
    if (block.kind !== 'text') break;
    const [line] = block.lines;
    if (line === undefined || line.y < page.height * 0.5 || line.mono) break;
    if (line.size > bodySize * NOTE_SIZE || isCaption(line.text)) break;
    count += 1;
  }
  return count === blocks.length ? 0 : count;
}

function layoutOf(page: SourcePage, segments: readonly Segment[], bodySize: number): PageLayout {
  const rtl = rightToLeftShare(page.runs.map((run) => run.text).join(' ')) > 0.3;
  const blocks: LayoutBlock[] = [];
  const notes: TextBlock[] = [];
  const apart = page.pictures.filter((picture) => !isBehindText(picture, segments));
  const columns = columnsOf(elementsOf(page, segments, apart), rtl);
  // Small print below a column of a scan stays there: sizes are too vague to part it from the text above.
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
      notes,
      inside.slice(inside.length - count).filter((block) => block.kind === 'text'),
    );
  }
  const behind = page.pictures.filter((picture) => !apart.includes(picture));
  appendAll(
    blocks,
    behind.map((picture): LayoutBlock => ({ kind: 'picture', picture, page: page.number })),
  );
  return { blocks, notes };
}

/** Size in points of most letters; 0 where there are none. */
export function bodySizeOf(pages: readonly SourcePage[]): number {
  const letters = new Map<number, number>();
  for (const { runs } of pages)
    for (const run of runs) {
      const size = Math.round(run.size * 2) / 2;
      letters.set(size, (letters.get(size) ?? 0) + run.text.length);
    }
  const [most] = [...letters].toSorted((a, b) => b[1] - a[1]);
  return most?.[0] ?? 0;
}

/** Pages taken apart into blocks, without their running headers and footers. */
export function layoutPages(pages: readonly SourcePage[]): PageLayout[] {
  const bodySize = bodySizeOf(pages);
  const segmented = pages.map((page) => ({
    number: page.number,
    height: page.height,
    segments: segmentsOf(page),
  }));
  const running = runningSegments(segmented);
  return pages.map((page, at) =>
    layoutOf(
      page,
      (segmented[at]?.segments ?? []).filter((segment) => !running.has(segment)),
      bodySize,
    ),
  );
}
