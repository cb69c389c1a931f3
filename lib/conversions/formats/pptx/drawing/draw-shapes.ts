import type { TreeBlock } from '../../../document/document-tree.ts';
import type { SlideShape } from '../../../document/page-layout.ts';
import { chartBlocks, diagramBlocks } from '../../../shared/ooxml/chart-blocks.ts';
import { alternative } from '../../../shared/ooxml/drawing-properties.ts';
import { mirrored } from '../../../shared/slides/preset-geometry.ts';
import { childOf, descendants, elementsOf, type XmlElement } from '../../../shared/xml/element.ts';
import { isTitle, type Placeholder, placeholderOf } from '../layouts.ts';
import type { DrawContext } from './context.ts';
import { drawTable } from './draw-table.ts';
import { drawText, isVisible, titleOf } from './draw-text.ts';
import { geometryOf } from './geometry.ts';
import { blipImage, type Paint, paintIn, strokeOf, themePaint } from './paint.ts';
import { textBoxOf } from './text-box.ts';
import { groupMapping, type Mapping, type Position, partOf, positionOf } from './transform.ts';

type Shape = SlideShape<TreeBlock>;

const MAX_GROUP_DEPTH = 32;
/** Shapes of a slide, and of a presentation; more are omitted. */
const MAX_SHAPES = 3_000;
const MAX_SHAPES_IN_ALL = 60_000;

/** Where shapes are drawn. */
interface Place {
  readonly mapping: Mapping;
  readonly depth: number;
  /** Fill of the enclosing group. */
  readonly groupFill: Paint | undefined;
  /** Layouts and masters show only shapes that are not placeholders. */
  readonly isMaster: boolean;
  readonly out: Shape[];
}

const identity: Mapping = (position) => position;

function add(shape: Shape, { out }: Place, { seen }: DrawContext): void {
  if (out.length >= MAX_SHAPES || seen.shapes >= MAX_SHAPES_IN_ALL) {
    seen.omittedShapes += 1;
    return;
  }
  seen.shapes += 1;
  out.push(shape);
}

const boxOf = ({
  x,
  y,
  width,
  height,
  rotation,
}: Position): Pick<Shape, 'x' | 'y' | 'width' | 'height' | 'rotation'> => ({
  x,
  y,
  width,
  height,
  rotation: rotation === 0 ? undefined : rotation,
});

const properties = (shape: XmlElement): XmlElement | undefined => {
  for (const child of elementsOf(shape)) {
    const found = partOf(child, 'cNvPr');
    if (found !== undefined) return found;
  }
  return undefined;
};

/** The text of a shape with all that it inherits. */
function textOf(shape: XmlElement, placeholder: Placeholder | undefined, context: DrawContext) {
  const body = partOf(shape, 'txBody');
  const ancestors = placeholder === undefined ? [] : context.layout.ancestors(placeholder);
  const bodies = [body, ...ancestors.map((ancestor) => childOf(ancestor, 'p:txBody'))];
  const box = textBoxOf(bodies.map((each) => childOf(each, 'a:bodyPr')));
  const reference = childOf(partOf(shape, 'style'), 'a:fontRef');
  const colour = reference === undefined ? [] : [...elementsOf(reference)];
  const under: XmlElement | undefined =
    colour.length === 0
      ? undefined
      : {
          name: 'a:rPr',
          attributes: {},
          children: [{ name: 'a:solidFill', attributes: {}, children: colour }],
        };
  const styles = [
    ...bodies.map((each) => childOf(each, 'a:lstStyle')),
    ...(placeholder === undefined ? context.layout.otherStyles : context.layout.masterStyles(placeholder)),
    context.textDefaults,
  ];
  const paragraphs = drawText(body, { styles, under, autofit: box.autofit }, context);
  return { box, paragraphs: isVisible(paragraphs) ? paragraphs : [] };
}

/** Adds a shape's text. Vertical text is a shape of its own, rotated around the same centre. */
function addText(shape: Shape, turn: 0 | 90 | -90, place: Place, context: DrawContext): void {
  if (turn === 0 || shape.blocks.length === 0) {
    add(shape, place, context);
    return;
  }
  const { x, y, width, height, rotation = 0, anchor, inset, fit, blocks } = shape;
  add({ ...shape, blocks: [] }, place, context);
  const centred = { x: x + (width - height) / 2, y: y + (height - width) / 2, width: height, height: width };
  add({ ...centred, rotation: rotation + turn, anchor, inset, fit, blocks }, place, context);
}

function drawShape(shape: XmlElement, place: Place, context: DrawContext): void {
  const placeholder = placeholderOf(shape);
  if (placeholder !== undefined && place.isMaster) return;
  const ancestors = placeholder === undefined ? [] : context.layout.ancestors(placeholder);
  const own = positionOf(shape) ?? ancestors.map(positionOf).find((found) => found !== undefined);
  if (own === undefined) return;
  const position = place.mapping(own);
  const all = [shape, ...ancestors].map((each) => partOf(each, 'spPr'));
  const style = partOf(shape, 'style');
  const isGroupFilled = childOf(all[0], 'a:grpFill') !== undefined;
  const paint =
    (isGroupFilled ? place.groupFill : undefined) ??
    all.map((each) => paintIn(each, context)).find((found) => found !== undefined) ??
    themePaint(childOf(style, 'a:fillRef'), context.theme.fills, 1, context);
  const line = all.map((each) => childOf(each, 'a:ln')).find((found) => found !== undefined);
  const stroke = strokeOf(line, childOf(style, 'a:lnRef'), context);
  const { box, paragraphs } = textOf(shape, placeholder, context);
  const level = placeholder?.type === 'ctrTitle' && context.page === 1 ? 1 : 2;
  const blocks = isTitle(placeholder) ? titleOf(paragraphs, level) : paragraphs;
  const isDrawn = paint?.colour !== undefined || paint?.image !== undefined || stroke !== undefined;
  if (!isDrawn && blocks.length === 0) return;
  const drawn: Shape = {
    ...boxOf(position),
    geometry: isDrawn ? mirrored(geometryOf(all[0]), position.isFlippedX, position.isFlippedY) : undefined,
    fill: paint?.colour,
    image: paint?.image,
    stroke,
    anchor: box.anchor,
    inset: box.inset,
    fit: box.fit,
    blocks,
  };
  addText(drawn, box.turn, place, context);
}

function drawImage(shape: XmlElement, place: Place, context: DrawContext): void {
  const placeholder = placeholderOf(shape);
  const ancestors = placeholder === undefined ? [] : context.layout.ancestors(placeholder);
  const own = positionOf(shape) ?? ancestors.map(positionOf).find((found) => found !== undefined);
  if (own === undefined) return;
  const drawing = partOf(shape, 'spPr');
  const image = blipImage(partOf(shape, 'blipFill'), properties(shape), context);
  const stroke = strokeOf(childOf(drawing, 'a:ln'), childOf(partOf(shape, 'style'), 'a:lnRef'), context);
  const fill = paintIn(drawing, context)?.colour;
  if (image === undefined && stroke === undefined && fill === undefined) return;
  const kind = geometryOf(drawing);
  const geometry = typeof kind === 'object' && 'points' in kind ? undefined : kind;
  add({ ...boxOf(place.mapping(own)), geometry, fill, image, stroke, blocks: [] }, place, context);
}

/** Draws a diagram (SmartArt) from the shapes that its program stored ([MS-ODRAWXML] 2.6), otherwise as a list. */
function drawDiagram(graphic: XmlElement, frame: XmlElement, place: Place, context: DrawContext): void {
  const { office, part } = context;
  const targets = office.relationships(part);
  const data = targets.get(graphic.attributes['r:dm'] ?? '');
  const root = data === undefined || data.isExternal ? undefined : office.optionalPart(data.target);
  const [extension] = descendants(root, 'dsp:dataModelExt');
  const drawing = targets.get(extension?.attributes.relId ?? '');
  const tree = drawing === undefined || drawing.isExternal ? undefined : office.optionalPart(drawing.target);
  const shapes = childOf(tree, 'dsp:spTree');
  const own = positionOf(frame);
  if (drawing !== undefined && shapes !== undefined && own !== undefined) {
    const mapping: Mapping = (position) =>
      place.mapping({ ...position, x: position.x + own.x, y: position.y + own.y });
    const inner = { ...place, mapping, depth: place.depth + 1 };
    drawChildren(shapes, inner, { ...context, part: drawing.target });
    return;
  }
  addFrame(frame, context.related(part, graphic.attributes['r:dm'], diagramBlocks), place, context);
}

function addFrame(
  frame: XmlElement,
  blocks: readonly TreeBlock[],
  place: Place,
  context: DrawContext,
  fit?: 'shrink',
): void {
  const placeholder = placeholderOf(frame);
  const ancestors = placeholder === undefined ? [] : context.layout.ancestors(placeholder);
  const own = positionOf(frame) ?? ancestors.map(positionOf).find((found) => found !== undefined);
  if (own === undefined || blocks.length === 0) return;
  add({ ...boxOf(place.mapping(own)), fit, blocks }, place, context);
}

function drawFrame(frame: XmlElement, place: Place, context: DrawContext): void {
  for (const data of descendants(frame, 'a:graphicData'))
    for (const graphic of elementsOf(data)) {
      switch (graphic.name) {
        case 'a:tbl':
          addFrame(frame, drawTable(graphic, context), place, context);
          break;
        case 'c:chart': {
          context.seen.charts += 1;
          const blocks = context.related(context.part, graphic.attributes['r:id'], chartBlocks);
          addFrame(frame, blocks, place, context, 'shrink');
          break;
        }
        case 'dgm:relIds':
          drawDiagram(graphic, frame, place, context);
          break;
        default:
          // An embedded object: draw its preview image.
          drawOne(graphic, { ...place, depth: place.depth + 1 }, context);
      }
    }
}

function drawOne(shape: XmlElement, place: Place, context: DrawContext): void {
  if (place.depth > MAX_GROUP_DEPTH) return;
  if (properties(shape)?.attributes.hidden === '1') return;
  const inner = { ...place, depth: place.depth + 1 };
  switch (shape.name) {
    case 'p:sp':
    case 'p:cxnSp':
    case 'dsp:sp':
      drawShape(shape, place, context);
      return;
    case 'p:pic':
    case 'dsp:pic':
      drawImage(shape, place, context);
      return;
    case 'p:graphicFrame':
      drawFrame(shape, place, context);
      return;
    case 'p:grpSp':
    case 'dsp:grpSp': {
      const groupFill = paintIn(partOf(shape, 'grpSpPr'), context) ?? place.groupFill;
      drawChildren(shape, { ...inner, groupFill, mapping: groupMapping(shape, place.mapping) }, context);
      return;
    }
    case 'mc:AlternateContent': {
      const before = place.out.length;
      drawChildren(alternative(shape), inner, context);
      if (place.out.length === before) drawChildren(childOf(shape, 'mc:Fallback'), inner, context);
      return;
    }
    case 'p:oleObj':
    case 'p:embed':
    case 'p:link':
      drawChildren(shape, inner, context);
      return;
  }
}

function drawChildren(parent: XmlElement | undefined, place: Place, context: DrawContext): void {
  for (const shape of elementsOf(parent)) drawOne(shape, place, context);
}

/** Draws the shapes of a slide, layout or master in their order from back to front. */
export function drawShapes(
  tree: XmlElement | undefined,
  context: DrawContext,
  isMaster: boolean,
): readonly Shape[] {
  const out: Shape[] = [];
  drawChildren(tree, { mapping: identity, depth: 0, groupFill: undefined, isMaster, out }, context);
  return out;
}
