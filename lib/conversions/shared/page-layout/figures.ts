import { minOf } from '../../base/arrays.ts';
import { median } from '../../base/median.ts';
import type { Box } from '../geometry/box.ts';
import {
  type Edges,
  edgesOf,
  heightOf,
  isAmid,
  overlap,
  sharedHeight,
  sharedWidth,
  unionOf,
  widthOf,
} from '../geometry/box.ts';
import { clusterSpans, spanAcross } from '../geometry/clusters.ts';
import { isProse } from '../text/prose.ts';
import { axesAmong, isTick, mayHaveAxis } from './axes.ts';
import { isFigureCaption, isNumberedCaption } from './caption.ts';
import { arePie, barsAmong, hasCurveOnGrid, haveValues, VALUE_REACH } from './chart-shapes.ts';
import { type Drawing, isThin } from './drawing.ts';
import { isSection } from './section-number.ts';
import { type Segment, segmentsOf } from './segments.ts';
import { composeLines } from './text-line.ts';
import type { PlacedImage, SourcePage, TextRun } from './text-run.ts';

// Maximum shapes of a page; more take seconds to render.
const MAX_SHAPES = 20_000;
const MAX_FIGURES = 8;
// Maximum steps of growing a figure; each step adds everything near it.
const MAX_STEPS = 40;
// Maximum distance in points between a caption and the nearest shape above it; axis labels and an axis title fit between.
const CAPTION_REACH = 60;
// Labels at most this many points from a figure belong to it; shapes can be as far as values are from bars.
const LABEL_REACH = 8;
// Larger reach, for axis titles; such labels are at most LABEL_SIZE times the caption's font size.
const OUTER_REACH = 24;
const LABEL_SIZE = 1.05;
// Minimum side of a figure, in points.
const MIN_SIZE = 40;
// Minimum number of shapes in a figure, and of those that are not horizontal or vertical lines.
const MIN_SHAPES = 3;
const MIN_DRAWN = 2;
// Minimum size of a chart's largest shape, as a share of the chart's width or height.
const LARGE = 0.5;
// Minimum shapes of a chart without text in them, such as bars.
const MIN_EMPTY = 5;
// Minimum labels of a pie.
const MIN_NAMES = 2;
// Maximum groups of shapes on a page that are tested for charts.
const MAX_TRIES = 12;
// Maximum label characters per shape. Framed code exceeds it.
const LETTERS_PER_SHAPE = 30;
// Minimum share of the page that a background covers, and of its width that a rule of the page does.
const BACKGROUND = 0.8;
// Maximum gap between lines of one paragraph in font sizes, and maximum overlap of text with a figure in points.
const LINE_GAP = 0.7;
const TOLERANCE = 1;
// Margin around a figure in its image, in points.
const MARGIN = 2;

/** A drawing with its labels. Coordinates in points from the page's top left. */
export interface Figure extends Box {
  /** Labels at right angles to the text of the page. */
  readonly turned: readonly string[];
  /** Index into the document's images; undefined without an image. */
  readonly image?: number | undefined;
  readonly isFormula?: true | undefined;
}

interface Part {
  readonly edges: Edges;
  readonly reach: number;
  readonly shape?: Drawing;
  /** Font size of a label. */
  readonly size?: number;
  readonly label?: { readonly text: string; readonly isTurned: boolean; readonly runs?: readonly TextRun[] };
}

const isNear = (one: Edges, other: Edges, reach: number): boolean =>
  sharedWidth(one, other) > -reach && sharedHeight(one, other) > -reach;

/** Returns the segments that are not labels: running text with the short lines next to it, headings and captions. */
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

/** Returns the horizontal bounds of a caption's figure: halfway to the neighbouring captions. */
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

/** Returns the bounds of a figure below its caption: to the next caption. */
function roomBelow(room: Edges, caption: Segment, captions: readonly Segment[], height: number): Edges {
  const { bottom } = edgesOf(caption);
  const below = captions.map(edgesOf).filter((other) => other.top > bottom && sharedWidth(other, room) > 0);
  return { ...room, top: bottom, bottom: minOf([height, ...below.map(({ top }) => top)]) };
}

const isInside = (inner: Edges, outer: Edges): boolean =>
  inner.left >= outer.left - TOLERANCE &&
  inner.right <= outer.right + TOLERANCE &&
  inner.top >= outer.top - TOLERANCE &&
  inner.bottom <= outer.bottom + TOLERANCE;

const isDrawnShape = (shape: Drawing): boolean => shape.isCurved || !isThin(shape);

/** Returns the drawn shapes, without the rules, shading and frames of tables. */
function drawnAmong(parts: readonly Part[], tables: readonly Edges[]): Drawing[] {
  const labels = parts.filter(({ label }) => label !== undefined);
  return parts.flatMap(({ shape }): Drawing[] => {
    if (shape === undefined || !isDrawnShape(shape)) return [];
    if (shape.isCurved) return [shape];
    const edges = edgesOf(shape);
    // Shading and frames of tables contain text; a bar does not.
    const isFree =
      !tables.some((table) => overlap(table, edges)) || !labels.some((label) => overlap(label.edges, edges));
    return isFree ? [shape] : [];
  });
}

/** Returns true if the parts are a drawing and not a ruled table, a frame around text or a rule of the page. */
function isDrawing(parts: readonly Part[], tables: readonly Edges[]): boolean {
  const shapes = parts.filter(({ shape }) => shape !== undefined).length;
  const letters = parts.reduce((sum, { label }) => sum + (label?.text.length ?? 0), 0);
  return (
    shapes >= MIN_SHAPES &&
    drawnAmong(parts, tables).length >= MIN_DRAWN &&
    letters <= shapes * LETTERS_PER_SHAPE
  );
}

/** Returns a label with its edges: each of its numbers if it has no other text, as a text beside an axis may join two of its rows. */
function labelsOf({ label, edges }: Part): { readonly text: string; readonly edges: Edges }[] {
  if (label === undefined) return [];
  const { text, runs = [] } = label;
  const areTicks = runs.length > 1 && runs.every((run) => isTick(run.text));
  return areTicks ? runs.map((run) => ({ text: run.text, edges: edgesOf(run) })) : [{ text, edges }];
}

/** Counts shapes. Those that continue each other in a row count once, as the shading of empty cells does. */
function countApart(shapes: readonly Drawing[]): number {
  const rows = Map.groupBy(shapes, ({ y, height }) => `${Math.round(y)} ${Math.round(height)}`);
  const bands = [...rows.values()].flatMap((row) =>
    clusterSpans(row, spanAcross, (next, furthest) => next.from - furthest.to > TOLERANCE),
  );
  return bands.length;
}

/** Returns true for a chart: a pie, bars, or a drawing with numbers of two axes, or of one axis and curves or points. */
function isChart(parts: readonly Part[], tables: readonly Edges[]): boolean {
  if (!isDrawing(parts, tables)) return false;
  const labels = parts.flatMap(labelsOf);
  const drawn = drawnAmong(parts, tables);
  const curved = drawn.filter(({ isCurved }) => isCurved);
  if (labels.length >= MIN_NAMES && arePie(curved.map(edgesOf))) return true;
  // An axis, a plot frame and a curve are large; the checkboxes of a form are small.
  const box = unionOf(parts.map(({ edges }) => edges));
  const isLarge = ({ shape, edges }: Part): boolean =>
    shape !== undefined && (widthOf(edges) > widthOf(box) * LARGE || heightOf(edges) > heightOf(box) * LARGE);
  const axes = parts.some(isLarge) ? axesAmong(labels) : 0;
  if (axes === 2) return true;
  const [numbers, names] = [
    labels.filter(({ text }) => isTick(text)),
    labels.filter(({ text }) => !isTick(text)),
  ];
  const isFree = (shape: Edges, others: typeof labels): boolean =>
    !others.some(({ edges }) => overlap(edges, shape));
  const bars = barsAmong(drawn.map(edgesOf).filter((shape) => isFree(shape, names)));
  const areValues = haveValues(
    bars,
    numbers.map(({ edges }) => edges),
  );
  if (bars.length > 0 && (axes === 1 || areValues)) return true;
  const empty = drawn.filter((shape) => isFree(edgesOf(shape), labels));
  if (axes !== 1) return false;
  const lines = parts.flatMap(({ shape, edges }) =>
    shape !== undefined && !isDrawnShape(shape) && widthOf(edges) > heightOf(edges) ? [edges] : [],
  );
  return curved.length > 0 || countApart(empty) >= MIN_EMPTY || hasCurveOnGrid(lines, empty.map(edgesOf));
}

/** Adds the shapes and labels near a figure, step by step; `size` is the maximum font size of labels outside it. */
function grow(seeds: readonly Part[], others: readonly Part[], size: number): Part[] {
  let figure = [...seeds];
  let rest = others;
  for (let step = 0; step < MAX_STEPS && figure.length > 0; step += 1) {
    const box = unionOf(figure.map(({ edges }) => edges));
    const drawn = unionOf(figure.flatMap(({ shape, edges }) => (shape === undefined ? [] : [edges])));
    // Author names above a figure are larger than its caption.
    const isLabel = (part: Part): boolean =>
      part.size === undefined ||
      overlap(part.edges, drawn) ||
      (isNear(drawn, part.edges, OUTER_REACH) &&
        (part.size <= size * LABEL_SIZE || sharedHeight(part.edges, drawn) > 0));
    const near = rest.filter((part) => isNear(box, part.edges, part.reach) && isLabel(part));
    if (near.length === 0) break;
    const added = new Set(near);
    rest = rest.filter((part) => !added.has(part));
    figure = [...figure, ...near];
  }
  return figure;
}

/** Returns the connected shapes and labels above or below a caption. */
function partsBeside(caption: Segment, parts: readonly Part[], room: Edges): Part[] {
  const own = edgesOf(caption);
  const isSeed = ({ edges, shape }: Part): boolean =>
    shape !== undefined && -sharedHeight(own, edges) < CAPTION_REACH && sharedWidth(own, edges) > 0;
  const all = parts.filter(({ edges }) => isInside(edges, room));
  return grow(
    all.filter(isSeed),
    all.filter((part) => !isSeed(part)),
    caption.size,
  );
}

/** Yields the charts without a numbered caption. Each grows from the largest remaining shape. */
function* charts(parts: readonly Part[], tables: readonly Edges[], size: number): Generator<Part[]> {
  const areaOf = ({ edges }: Part): number => Math.max(widthOf(edges), 1) * Math.max(heightOf(edges), 1);
  const seeds = parts.filter(({ shape }) => shape !== undefined).toSorted((a, b) => areaOf(b) - areaOf(a));
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
 * Returns the drawings above numbered captions, and charts without a caption: connected shapes with the labels in and around
 * them. They contain no running text, so a doubtful figure remains text.
 *
 * @param turned texts at right angles to the others
 */
export function figuresOfPage(
  page: SourcePage,
  shapes: readonly Drawing[],
  turned: readonly (Box & { readonly text: string })[],
): Figure[] {
  if (shapes.length < MIN_SHAPES || shapes.length > MAX_SHAPES) return [];
  const mayHaveChart =
    shapes.filter(isDrawnShape).length >= MIN_DRAWN &&
    (mayHaveAxis(page.runs) || shapes.some(({ isCurved }) => isCurved));
  if (!mayHaveChart && !page.runs.some(({ text }) => isFigureCaption(text))) return [];
  const segments = segmentsOf(page.runs);
  const captions = segments.filter(({ text }) => isFigureCaption(text));
  if (captions.length > MAX_FIGURES) return [];
  const prose = proseAmong(segments);
  const walls = [...prose].map(edgesOf);
  const tables = page.tables.map(({ bbox }) => edgesOf(bbox));
  const parts: Part[] = [
    ...shapes
      .filter((shape) => !isThin(shape) || shape.width < page.width * BACKGROUND)
      .filter(({ width, height }) => width * height < page.width * page.height * BACKGROUND)
      .map((shape) => ({ edges: edgesOf(shape), reach: VALUE_REACH, shape })),
    ...segments
      .filter((segment) => !prose.has(segment))
      .map((each) => ({
        edges: edgesOf(each),
        reach: LABEL_REACH,
        size: each.size,
        label: { text: each.text, isTurned: false, runs: each.runs },
      })),
    ...turned.map((each) => ({
      edges: edgesOf(each),
      reach: LABEL_REACH,
      label: { text: each.text, isTurned: true },
    })),
  ];
  const figures: Figure[] = [];
  const add = (own: readonly Part[], bottom: number): void => {
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
    const above = roomOf(caption, captions, page);
    const own = partsBeside(caption, parts, above);
    if (isDrawing(own, tables)) {
      add(own, caption.y);
      continue;
    }
    const below = roomBelow(above, caption, captions, page.height);
    const under = partsBeside(caption, parts, below);
    if (isDrawing(under, tables)) add(under, unionOf(under.map(({ edges }) => edges)).bottom + MARGIN);
  }
  const left = parts.filter(({ edges }) => !figures.some((figure) => overlap(edgesOf(figure), edges)));
  for (const own of charts(left, tables, median(segments.map(({ size }) => size)))) {
    if (figures.length >= MAX_FIGURES) break;
    add(own, unionOf(own.map(({ edges }) => edges)).bottom + MARGIN);
  }
  return figures;
}

const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** Turns the figures of a page into images. Their labels become the alternative text and leave the page's text. */
export function withFigures(page: SourcePage): SourcePage {
  const { figures = [] } = page;
  if (figures.length === 0) return page;
  let runs: readonly TextRun[] = page.runs;
  let images: readonly PlacedImage[] = page.images;
  const aside = [...page.aside];
  for (const { turned, image, isFormula, ...box } of figures) {
    const labels = composeLines(
      runs.filter((run) => isAmid(run, box)),
      false,
    ).map(({ text }) => text);
    for (const text of turned) {
      const at = aside.findIndex((other) => plain(other.text) === plain(text));
      const [label] = at === -1 ? [] : aside.splice(at, 1);
      if (label !== undefined) labels.push(label.text);
    }
    runs = runs.filter((run) => !isAmid(run, box));
    // The figure's image shows the images inside it.
    if (image !== undefined) images = images.filter((other) => !isAmid(other, box));
    images = [...images, { ...box, index: image, alt: plain(labels.join(' ')), isFormula }];
  }
  return { ...page, runs, images, aside };
}
