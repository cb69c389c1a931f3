import { oneLine } from '../../../../document/clean-text.ts';
import type { TreeBlock } from '../../../../document/document-tree.ts';
import type { ShapeImage, Sides, Slide, SlideShape } from '../../../../document/page-layout.ts';
import type { BlocksToData, LayoutContext, Place } from './layout-context.ts';
import { clampedLength, MAX_LENGTH } from './lengths.ts';
import { spaced } from './page-layout/laid-paragraph.ts';
import { type StrokeData, strokeData, validColour } from './strokes.ts';
import type { BlockData } from './typst-data.ts';

/** An image. If it is cropped, it is larger than its shape. */
interface ShapeImageData {
  readonly file: string;
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  readonly alt: string | null;
}

/** A shape for the template. */
interface ShapeData {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  readonly rot?: number | undefined;
  /** An ellipse, or the radius of a rectangle's corners as a share of its shorter side. */
  readonly geo?: 'ellipse' | number | undefined;
  /** Corners of a polygon or, if `open`, a polyline. */
  readonly points?: readonly (readonly number[])[] | undefined;
  readonly open?: true | undefined;
  readonly fill?: string | undefined;
  readonly stroke?: StrokeData | undefined;
  readonly img?: ShapeImageData | undefined;
  readonly va?: 'middle' | 'bottom' | undefined;
  /** Above, right, below and left of the text. */
  readonly pad: readonly number[];
  readonly fit?: 'shrink' | undefined;
  /** Width and position of the text if its lines must not break. */
  readonly line?: readonly [x: number, width: number] | undefined;
  readonly c: readonly BlockData[];
}

/** A slide for the template, scaled to its page. */
export interface SlideData {
  readonly k: 'sl';
  readonly x: number;
  readonly y: number;
  readonly scale: number;
  readonly w: number;
  readonly h: number;
  readonly bg?: string | undefined;
  readonly shapes: readonly ShapeData[];
}

const MAX_STROKE_WIDTH = 200;
const NO_INSET: Sides = { top: 0, right: 0, bottom: 0, left: 0 };

/** Places an image so that its uncropped part fills the shape. */
function imageData(
  { image, alt, crop = NO_INSET }: ShapeImage,
  width: number,
  height: number,
  context: LayoutContext,
): ShapeImageData | undefined {
  const found = context.images[image];
  if (found === undefined || width <= 0 || height <= 0) return undefined;
  context.seen.images.add(image);
  const share = (before: number, after: number): number => Math.max(0.01, 1 - before - after);
  const w = clampedLength(width / share(crop.left, crop.right), 0.5);
  const h = clampedLength(height / share(crop.top, crop.bottom), 0.5);
  const [x, y] = [clampedLength(-crop.left * w, -MAX_LENGTH), clampedLength(-crop.top * h, -MAX_LENGTH)];
  return { file: found.file.name, x, y, w, h, alt: oneLine(alt).trim() || null };
}

/** The text area of a shape whose lines must not break: it is as wide as the slide, on the side of the alignment. */
function lineArea(blocks: readonly TreeBlock[], room: number, widest: number): readonly [number, number] {
  const [first] = blocks;
  const align = first?.kind === 'paragraph' || first?.kind === 'heading' ? first.align : undefined;
  const width = Math.max(room, widest);
  const outside = room - width;
  return [align === 'center' ? outside / 2 : align === 'right' ? outside : 0, width];
}

function geometryData(geometry: SlideShape<TreeBlock>['geometry']): ShapeData['geo'] {
  if (geometry === 'ellipse') return geometry;
  const corner = typeof geometry === 'object' && 'corner' in geometry ? geometry.corner : 0;
  return corner > 0 ? Math.min(0.5, corner) : undefined;
}

function shapeData(
  shape: SlideShape<TreeBlock>,
  widest: number,
  place: Place,
  context: LayoutContext,
  blocksData: BlocksToData,
): ShapeData {
  const { geometry, inset = NO_INSET, anchor, fit, blocks, rotation } = shape;
  const [w, h] = [clampedLength(shape.width, 0), clampedLength(shape.height, 0)];
  const [top, right, bottom, left] = [inset.top, inset.right, inset.bottom, inset.left].map((side) =>
    clampedLength(side),
  ) as [number, number, number, number];
  const room = Math.max(1, w - left - right);
  const line = fit === 'line' ? lineArea(blocks, room, widest) : undefined;
  const inner = { ...place, room: Math.max(place.size, line?.[1] ?? room) };
  const polygon = typeof geometry === 'object' && 'points' in geometry ? geometry : undefined;
  return {
    x: clampedLength(shape.x, -MAX_LENGTH),
    y: clampedLength(shape.y, -MAX_LENGTH),
    w,
    h,
    rot: rotation !== undefined && Number.isFinite(rotation) && rotation !== 0 ? rotation : undefined,
    geo: geometryData(geometry),
    points: polygon?.points.map(([x, y]) => [
      clampedLength(x * w, -MAX_LENGTH),
      clampedLength(y * h, -MAX_LENGTH),
    ]),
    open: polygon?.isClosed === false ? true : undefined,
    fill: validColour(shape.fill),
    stroke: strokeData(shape.stroke, MAX_STROKE_WIDTH),
    img: shape.image === undefined ? undefined : imageData(shape.image, w, h, context),
    va: anchor === 'top' ? undefined : anchor,
    pad: [top, right, bottom, left],
    fit: fit === 'shrink' ? fit : undefined,
    line,
    // Only blocks at depth 0 appear in the outline, and tables at that depth could move to rotated pages.
    c: spaced(
      blocks.flatMap((block) =>
        blocksData([block], { ...inner, depth: block.kind === 'heading' ? 0 : 1 }, context),
      ),
      context,
    ),
  };
}

/** Converts a slide to template data. It fills the page between its margins. */
export function slideData(
  slide: Slide<TreeBlock>,
  place: Place,
  context: LayoutContext,
  blocksData: BlocksToData,
): SlideData {
  const [w, h] = [clampedLength(slide.width, 1), clampedLength(slide.height, 1)];
  const scale = Math.min(context.width / w, context.height / h);
  return {
    k: 'sl',
    x: (context.width - w * scale) / 2,
    y: (context.height - h * scale) / 2,
    scale,
    w,
    h,
    bg: validColour(slide.background),
    shapes: slide.shapes.map((shape) => shapeData(shape, w, place, context, blocksData)),
  };
}
