import { nameTable } from '../../../base/name-table.ts';
import { assembleBlocks } from '../../../document/assemble-blocks.ts';
import type { Inline, TreeBlock } from '../../../document/document-tree.ts';
import type { Sides, SlideShape } from '../../../document/page-layout.ts';
import { cleanAlt } from '../../../shared/ooxml/drawing-properties.ts';
import { frameBlocks, isDrawing } from '../../../shared/opendocument/frames.ts';
import { pointsOf } from '../../../shared/opendocument/lengths.ts';
import { childOf, elementsOf, textOfElement, type XmlElement } from '../../../shared/xml/element.ts';
import type { OdpDrawing, TextChain } from './context.ts';
import { drawOdpTable } from './draw-table.ts';
import { drawOdpText, hasText } from './draw-text.ts';
import { geometryOf } from './geometry.ts';
import { fillOf, imageOf, strokeOf } from './paint.ts';
import { positionOf } from './position.ts';
import { propertyOf } from './style-chains.ts';

type Shape = SlideShape<TreeBlock>;

const GRAPHIC = 'style:graphic-properties';
const MAX_GROUP_DEPTH = 32;
/** Shapes of a slide, and of a presentation; more are omitted. */
const MAX_SHAPES = 3_000;
const MAX_SHAPES_IN_ALL = 60_000;

const classOf = (shape: XmlElement): string => shape.attributes['presentation:class'] ?? '';

function add(shape: Shape, out: Shape[], { seen }: OdpDrawing): void {
  if (out.length >= MAX_SHAPES || seen.shapes >= MAX_SHAPES_IN_ALL) {
    seen.omittedShapes += 1;
    return;
  }
  seen.shapes += 1;
  out.push(shape);
}

/** The styles of a shape, and of its text at a list level: outlines have a style for each level. */
function chainsOf(shape: XmlElement, { styles }: OdpDrawing) {
  const { attributes } = shape;
  const presentation = attributes['presentation:style-name'];
  const own =
    presentation === undefined
      ? styles.chain('graphic', attributes['draw:style-name'])
      : styles.chain('presentation', presentation);
  const defaults = styles.defaults('graphic');
  const text = styles.chain('paragraph', attributes['draw:text-style-name']);
  const outline = own.findIndex((style) => /-outline1$/.test(style.attributes['style:name'] ?? ''));
  const chainOf = (level: number): TextChain => {
    const name = own[outline]?.attributes['style:name'];
    const ofLevel =
      name === undefined || level <= 1
        ? own
        : [
            ...styles.chain('presentation', `${name.slice(0, -1)}${Math.min(9, level)}`),
            ...own.slice(0, outline),
          ];
    return [...text, ...ofLevel, ...defaults];
  };
  return { graphic: [...own, ...defaults], chainOf };
}

const anchors = nameTable<Shape['anchor']>({ middle: 'middle', bottom: 'bottom' });

// LibreOffice's distances between text and outline: 0.125 and 0.25 cm.
const TOP_INSET = 3.54;
const SIDE_INSET = 7.09;

function insetOf(chain: TextChain): Sides {
  const side = (name: string, usual: number): number =>
    Math.min(1_000, Math.max(0, pointsOf(propertyOf(chain, GRAPHIC, `fo:padding-${name}`)) ?? usual));
  return {
    top: side('top', TOP_INSET),
    right: side('right', SIDE_INSET),
    bottom: side('bottom', TOP_INSET),
    left: side('left', SIDE_INSET),
  };
}

function textFit(chain: TextChain): Shape['fit'] {
  const property = (name: string): string | undefined => propertyOf(chain, GRAPHIC, name);
  const isShrinking =
    property('draw:fit-to-size') === 'shrink-to-fit' || property('style:shrink-to-fit') === 'true';
  if (isShrinking) return 'shrink';
  return property('fo:wrap-option') === 'no-wrap' ? 'line' : undefined;
}

const altOf = (frame: XmlElement): string =>
  cleanAlt(textOfElement(childOf(frame, 'svg:title')) || textOfElement(childOf(frame, 'svg:desc')));

function titleOf(paragraphs: readonly TreeBlock[], page: number): TreeBlock[] {
  const [first] = paragraphs;
  if (first?.kind !== 'paragraph') return [];
  const content = paragraphs.flatMap((paragraph, index): readonly Inline[] => {
    const inlines = paragraph.kind === 'paragraph' ? paragraph.content : [];
    return index === 0 ? inlines : [{ kind: 'line_break' }, ...inlines];
  });
  return [{ ...first, kind: 'heading', level: page === 1 ? 1 : 2, content }];
}

/** Draws the content of a frame other than text; false if it has none. */
function drawContent(frame: XmlElement, out: Shape[], drawing: OdpDrawing): boolean {
  const position = positionOf(frame);
  const table = childOf(frame, 'table:table');
  const object = childOf(frame, 'draw:object');
  const image = childOf(frame, 'draw:image');
  if (table === undefined && object === undefined && image === undefined) return false;
  if (position === undefined) return true;
  if (table !== undefined) {
    add({ ...position, blocks: drawOdpTable(table, drawing) }, out, drawing);
    return true;
  }
  if (object !== undefined) {
    const blocks = assembleBlocks(frameBlocks(frame, drawing.odf));
    const isImage = blocks.some(
      (block) => block.kind === 'paragraph' && block.content.some(({ kind }) => kind === 'image'),
    );
    if (!isImage && blocks.length > 0) {
      if (blocks.some(({ kind }) => kind === 'table')) drawing.seen.charts += 1;
      add({ ...position, fit: 'shrink', blocks }, out, drawing);
      return true;
    }
  }
  const shown = imageOf(image, altOf(frame), drawing);
  if (shown !== undefined) add({ ...position, image: shown, blocks: [] }, out, drawing);
  return true;
}

function drawShape(shape: XmlElement, out: Shape[], drawing: OdpDrawing): void {
  const position = positionOf(shape);
  if (position === undefined) return;
  const { graphic, chainOf } = chainsOf(shape, drawing);
  const body = shape.name === 'draw:frame' ? childOf(shape, 'draw:text-box') : shape;
  const isLine = ['draw:line', 'draw:connector', 'draw:polyline', 'draw:measure'].includes(shape.name);
  const paint = isLine ? undefined : fillOf(graphic, GRAPHIC, drawing);
  const stroke = strokeOf(graphic);
  const paragraphs = body === undefined || !hasShownText(body) ? [] : drawOdpText(body, chainOf, drawing);
  const blocks = classOf(shape) === 'title' ? titleOf(paragraphs, drawing.page) : paragraphs;
  const isDrawn = paint?.colour !== undefined || paint?.image !== undefined || stroke !== undefined;
  // Empty placeholders show nothing.
  if (!isDrawn && blocks.length === 0) return;
  add(
    {
      ...position,
      geometry: geometryOf(shape),
      fill: paint?.colour,
      image: paint?.image,
      stroke,
      anchor: anchors[propertyOf(graphic, GRAPHIC, 'draw:textarea-vertical-align') ?? ''] ?? 'top',
      inset: insetOf(graphic),
      fit: textFit(graphic),
      blocks,
    },
    out,
    drawing,
  );
}

/** Whether an element has text or a field, which may be empty in the file. */
const hasShownText = (body: XmlElement): boolean => hasText(body) || hasField(body);

const hasField = (element: XmlElement): boolean =>
  [...elementsOf(element)].some((child) => child.name.startsWith('presentation:') || hasField(child));

/** Draws shapes in their order from back to front. */
export function drawOdpShapes(
  parent: XmlElement | undefined,
  drawing: OdpDrawing,
  isShown: (shape: XmlElement) => boolean = () => true,
): readonly Shape[] {
  const out: Shape[] = [];
  const draw = (element: XmlElement | undefined, depth: number): void => {
    if (depth > MAX_GROUP_DEPTH) return;
    for (const shape of elementsOf(element)) {
      if (!isDrawing(shape) || !isShown(shape)) continue;
      if (shape.name === 'draw:g' || shape.name === 'draw:a') draw(shape, depth + 1);
      else if (shape.attributes['presentation:placeholder'] !== 'true' && !drawContent(shape, out, drawing))
        drawShape(shape, out, drawing);
    }
  };
  draw(parent, 0);
  return out;
}
