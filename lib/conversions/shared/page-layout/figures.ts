import { median } from '../../base/median.ts';
import type { Box } from '../geometry/box.ts';
import {
  type Edges,
  edgesOf,
  heightOf,
  overlap,
  sharedHeight,
  sharedWidth,
  unionOf,
  widthOf,
} from '../geometry/box.ts';
import { isProse } from '../text/prose.ts';
import { axesAmong, mayHaveAxis } from './axes.ts';
import { isFigureCaption, isNumberedCaption } from './caption.ts';
import { isSection } from './section-number.ts';
import { type Segment, segmentsOf } from './segments.ts';
import { composeLines } from './text-line.ts';
import type { PlacedImage, SourcePage, TextRun } from './text-run.ts';

// Shapes of a page, at most; more take seconds to render.
const MAX_MARKS = 20_000;
const MAX_FIGURES = 8;
// Steps by which a figure grows: each adds all that is near.
const MAX_STEPS = 40;
// Points between a caption and the nearest shape above it: the labels of an axis, and its title, are between them.
const CAPTION_REACH = 60;
// Points from a figure within which another shape, or a label, is part of it.
const MARK_REACH = 14;
const LABEL_REACH = 8;
// The same from its shapes, for titles of axes beyond their numbers, and font sizes of the caption that such labels have.
const OUTER_REACH = 24;
const LABEL_SIZE = 1.05;
// Points of a side of the smallest figure.
const MIN_SIZE = 40;
// Shapes of a figure: at least so many, and so many of them that are no lines across or down.
const MIN_MARKS = 3;
const MIN_DRAWN = 2;
// Share of the width or the height of a chart that its largest shape has.
const LARGE = 0.5;
// Shapes of a chart that have no text in them, such as bars.
const MIN_EMPTY = 5;
// Groups of shapes of a page that may be charts.
const MAX_TRIES = 12;
// Characters of labels that a figure has for each shape, and besides: a frame around code has more.
const LETTERS_PER_MARK = 30;
const MORE_LETTERS = 60;
// Share of the page that a background covers.
const BACKGROUND = 0.8;
// Font sizes between lines of one paragraph, and points by which text may reach into the box of a figure.
const LINE_GAP = 0.7;
const TOLERANCE = 1;
// Points around a figure in its image.
const MARGIN = 2;

/** A shape that is drawn on a page. */
export interface Mark extends Box {
  /** Whether it is more than a line across or down. */
  readonly isDrawn: boolean;
  readonly isCurved: boolean;
}

/** A drawing with its labels, in points from the page's top left. */
export interface Figure extends Box {
  /** Labels at right angles to the text of the page. */
  readonly turned: readonly string[];
  /** Index into the document's images; undefined without an image. */
  readonly image?: number | undefined;
}

interface Part {
  readonly edges: Edges;
  readonly reach: number;
  readonly mark?: Mark;
  /** Font size of a label. */
  readonly size?: number;
  readonly label?: { readonly text: string; readonly isTurned: boolean };
}

const isNear = (one: Edges, other: Edges, reach: number): boolean =>
  sharedWidth(one, other) > -reach && sharedHeight(one, other) > -reach;

/** The lines of running text, with the short ones above and below them, and the headings and captions: none of them is a label. */
function proseAmong(segments: readonly Segment[]): Set<Segment> {
  const prose = new Set(
    segments.filter(({ text }) => isProse(text) || isNumberedCaption(text) || isSection(text)),
  );
  const sorted = segments.toSorted((a, b) => a.y - b.y);
  for (const order of [sorted, sorted.toReversed()]) {
    let recent: Segment[] = [];
    for (const segment of order) {
      const own = edgesOf(segment);
      recent = recent.filter((other) => sharedHeight(own, edgesOf(other)) > -LINE_GAP * segment.size);
      if (recent.some((other) => sharedWidth(own, edgesOf(other)) > 0)) prose.add(segment);
      if (prose.has(segment)) recent.push(segment);
    }
  }
  return prose;
}

/** Halfway to the captions beside a caption, between which its figure is. */
function roomOf(caption: Segment, captions: readonly Segment[], page: Pick<SourcePage, 'width'>): Edges {
  const own = edgesOf(caption);
  let [left, right] = [0, page.width];
  for (const other of captions.map(edgesOf)) {
    if (other.top - own.top > CAPTION_REACH || own.top - other.top > CAPTION_REACH) continue;
    if (other.right <= own.left) left = Math.max(left, (other.right + own.left) / 2);
    if (other.left >= own.right) right = Math.min(right, (other.left + own.right) / 2);
  }
  return { left, right, top: 0, bottom: own.top };
}

const isInside = (inner: Edges, outer: Edges): boolean =>
  inner.left >= outer.left - TOLERANCE &&
  inner.right <= outer.right + TOLERANCE &&
  inner.top >= outer.top - TOLERANCE &&
  inner.bottom <= outer.bottom + TOLERANCE;

const isShape = ({ isDrawn, isCurved }: Mark): boolean => isDrawn || isCurved;

/** Shapes that are drawn, not the rules, the shading or the frame of a table. */
function drawnAmong(parts: readonly Part[], tables: readonly Edges[]): Mark[] {
  const labels = parts.filter(({ label }) => label !== undefined);
  return parts.flatMap(({ mark }): Mark[] => {
    if (mark === undefined || !isShape(mark)) return [];
    if (mark.isCurved) return [mark];
    const edges = edgesOf(mark);
    // The shading and the frame of a table have text in them; a bar has none.
    const isFree =
      !tables.some((table) => overlap(table, edges)) || !labels.some((label) => overlap(label.edges, edges));
    return isFree ? [mark] : [];
  });
}

/** Whether the parts are those of a drawing, not of a ruled table, a frame around text or a rule of the page. */
function isDrawing(parts: readonly Part[], tables: readonly Edges[]): boolean {
  const marks = parts.filter(({ mark }) => mark !== undefined).length;
  const letters = parts.reduce((sum, { label }) => sum + (label?.text.length ?? 0), 0);
  return (
    marks >= MIN_MARKS &&
    drawnAmong(parts, tables).length >= MIN_DRAWN &&
    letters <= marks * LETTERS_PER_MARK + MORE_LETTERS
  );
}

/** Whether the parts are those of a chart: a drawing with the numbers of two axes, or of one beside curves, bars or points. */
function isChart(parts: readonly Part[], tables: readonly Edges[]): boolean {
  if (!isDrawing(parts, tables)) return false;
  const labels = parts.flatMap(({ label, edges }) =>
    label === undefined ? [] : [{ text: label.text, edges }],
  );
  // The line of an axis, the frame of a plot or a curve is large; the boxes to tick of a form are small.
  const box = unionOf(parts.map(({ edges }) => edges));
  const isLarge = ({ mark, edges }: Part): boolean =>
    mark !== undefined && (widthOf(edges) > widthOf(box) * LARGE || heightOf(edges) > heightOf(box) * LARGE);
  const axes = parts.some(isLarge) ? axesAmong(labels) : 0;
  if (axes !== 1) return axes === 2;
  const drawn = drawnAmong(parts, tables);
  const empty = drawn.filter((mark) => !labels.some(({ edges }) => overlap(edges, edgesOf(mark))));
  return drawn.some(({ isCurved }) => isCurved) || empty.length >= MIN_EMPTY;
}

/** Adds the shapes and labels near a figure, step by step; `size` is the font size that labels outside of it have at most. */
function grow(seeds: readonly Part[], others: readonly Part[], size: number): Part[] {
  let figure = [...seeds];
  let rest = others;
  for (let step = 0; step < MAX_STEPS && figure.length > 0; step += 1) {
    const box = unionOf(figure.map(({ edges }) => edges));
    const drawn = unionOf(figure.flatMap(({ mark, edges }) => (mark === undefined ? [] : [edges])));
    // Names of authors and the like above a figure are set larger than its caption.
    const isLabel = (part: Part): boolean =>
      part.size === undefined ||
      overlap(part.edges, drawn) ||
      (part.size <= size * LABEL_SIZE && isNear(drawn, part.edges, OUTER_REACH));
    const near = rest.filter((part) => isNear(box, part.edges, part.reach) && isLabel(part));
    if (near.length === 0) break;
    const added = new Set(near);
    rest = rest.filter((part) => !added.has(part));
    figure = [...figure, ...near];
  }
  return figure;
}

/** The shapes and labels above a caption that are near each other. */
function partsAbove(caption: Segment, parts: readonly Part[], room: Edges): Part[] {
  const own = edgesOf(caption);
  const isSeed = ({ edges, mark }: Part): boolean =>
    mark !== undefined && own.top - edges.bottom < CAPTION_REACH && sharedWidth(own, edges) > 0;
  const all = parts.filter(({ edges }) => isInside(edges, room));
  return grow(
    all.filter(isSeed),
    all.filter((part) => !isSeed(part)),
    caption.size,
  );
}

/** The charts without a numbered caption: each grows from the largest shape that is left. */
function* charts(parts: readonly Part[], tables: readonly Edges[], size: number): Generator<Part[]> {
  const areaOf = ({ edges }: Part): number => Math.max(widthOf(edges), 1) * Math.max(heightOf(edges), 1);
  const seeds = parts.filter(({ mark }) => mark !== undefined).toSorted((a, b) => areaOf(b) - areaOf(a));
  const used = new Set<Part>();
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const seed = seeds.find((part) => !used.has(part));
    if (seed === undefined) return;
    const own = grow(
      [seed],
      parts.filter((part) => part !== seed && !used.has(part)),
      size,
    );
    for (const part of own) used.add(part);
    if (isChart(own, tables)) yield own;
  }
}

/**
 * The drawings above the numbered captions of a page, and charts without one: shapes that are near each other, with the labels in
 * and around them. There is no running text in them, so that a figure that is in doubt remains text.
 *
 * @param turned the texts at right angles to the others
 */
export function figuresOfPage(
  page: SourcePage,
  marks: readonly Mark[],
  turned: readonly (Box & { readonly text: string })[],
): Figure[] {
  if (marks.length < MIN_MARKS || marks.length > MAX_MARKS) return [];
  const mayHaveChart = marks.filter(isShape).length >= MIN_DRAWN && mayHaveAxis(page.runs);
  if (!mayHaveChart && !page.runs.some(({ text }) => isFigureCaption(text))) return [];
  const segments = segmentsOf({ ...page, tables: [] });
  const captions = segments.filter(({ text }) => isFigureCaption(text));
  if (captions.length > MAX_FIGURES) return [];
  const prose = proseAmong(segments);
  const walls = [...prose].map(edgesOf);
  const tables = page.tables.map(({ bbox }) => edgesOf(bbox));
  const parts: Part[] = [
    ...marks
      .filter(({ width, height }) => width * height < page.width * page.height * BACKGROUND)
      .map((mark) => ({ edges: edgesOf(mark), reach: MARK_REACH, mark })),
    ...segments
      .filter((segment) => !prose.has(segment))
      .map((each) => ({
        edges: edgesOf(each),
        reach: LABEL_REACH,
        size: each.size,
        label: { text: each.text, isTurned: false },
      })),
    ...turned.map((each) => ({
      edges: edgesOf(each),
      reach: LABEL_REACH,
      label: { text: each.text, isTurned: true },
    })),
  ];
  const figures: Figure[] = [];
  const add = (own: readonly Part[], bottom: number): void => {
    if (own.length === 0) return;
    const box = unionOf(own.map(({ edges }) => edges));
    const core = { left: box.left + TOLERANCE, right: box.right - TOLERANCE, top: box.top + TOLERANCE };
    const isFree =
      !walls.some((wall) => overlap(wall, { ...core, bottom: bottom - TOLERANCE })) &&
      !figures.some((other) => overlap(edgesOf(other), box));
    if (!isFree || widthOf(box) < MIN_SIZE || heightOf(box) < MIN_SIZE) return;
    const x = Math.max(0, box.left - MARGIN);
    const y = Math.max(0, box.top - MARGIN);
    figures.push({
      x,
      y,
      width: Math.min(page.width, box.right + MARGIN) - x,
      height: Math.min(bottom, box.bottom + MARGIN) - y,
      turned: own.flatMap(({ label }) => (label?.isTurned ? [label.text] : [])),
    });
  };
  for (const caption of captions) {
    const own = partsAbove(caption, parts, roomOf(caption, captions, page));
    if (isDrawing(own, tables)) add(own, caption.y);
  }
  const left = parts.filter(({ edges }) => !figures.some((figure) => overlap(edgesOf(figure), edges)));
  for (const own of charts(left, tables, median(segments.map(({ size }) => size)))) {
    if (figures.length >= MAX_FIGURES) break;
    add(own, unionOf(own.map(({ edges }) => edges)).bottom + MARGIN);
  }
  return figures;
}

const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** Whether the middle of a box is in another. */
export const isAmid = (inner: Box, outer: Box): boolean => {
  const x = inner.x + inner.width / 2;
  const y = inner.y + inner.height / 2;
  return x > outer.x && x < outer.x + outer.width && y > outer.y && y < outer.y + outer.height;
};

/** Makes the figures of a page its images, with their labels as the alternative text instead of the page's text. */
export function withFigures(page: SourcePage): SourcePage {
  const { figures = [] } = page;
  if (figures.length === 0) return page;
  let runs: readonly TextRun[] = page.runs;
  let images: readonly PlacedImage[] = page.images;
  const aside = [...page.aside];
  for (const { turned, image, ...box } of figures) {
    const labels = composeLines(
      runs.filter((run) => isAmid(run, box)),
      false,
    ).map(({ text }) => text);
    for (const text of turned) {
      const at = aside.findIndex((other) => plain(other) === plain(text));
      const [label] = at === -1 ? [] : aside.splice(at, 1);
      if (label !== undefined) labels.push(label);
    }
    runs = runs.filter((run) => !isAmid(run, box));
    // Its image shows those inside it.
    if (image !== undefined) images = images.filter((other) => !isAmid(other, box));
    images = [...images, { ...box, index: image, alt: plain(labels.join(' ')) }];
  }
  return { ...page, runs, images, aside };
}
