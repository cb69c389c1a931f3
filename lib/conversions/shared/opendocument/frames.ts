import { appendAll } from '../../base/arrays.ts';
import type { FlatBlock } from '../../document/assemble-blocks.ts';
import { type Inline, type TreeBlock, textRun } from '../../document/document-tree.ts';
import { spendBlocks } from '../../document/measure-blocks.ts';
import { mathmlToTex } from '../math/mathml-to-tex.ts';
import { cleanAlt } from '../ooxml/drawing-properties.ts';
import { childOf, descendants, elementsOf, textOfElement, type XmlElement } from '../xml/element.ts';
import { backingOf } from './backing.ts';
import type { OdfContext } from './context.ts';
import { pointsOf } from './lengths.ts';
import { readOdfTable } from './table.ts';

/** The names of frames, groups and shapes. */
export const shapeNames = [
  'draw:frame',
  'draw:g',
  'draw:custom-shape',
  'draw:rect',
  'draw:ellipse',
  'draw:circle',
  'draw:line',
  'draw:polyline',
  'draw:polygon',
  'draw:path',
  'draw:connector',
  'draw:caption',
  'draw:measure',
  'draw:regular-polygon',
] as const;

const shapes: ReadonlySet<string> = new Set([...shapeNames, 'draw:a']);

/** Whether an element is a drawing: a frame, a shape or a group. */
export const isDrawing = ({ name }: XmlElement): boolean => shapes.has(name);

interface Sink {
  readonly inlines: Inline[];
  readonly boxes: FlatBlock[];
}

/** Returns the part that an address refers to; undefined for external addresses, which are never opened. */
function partOf(address: string | undefined): string | undefined {
  if (address === undefined || /^[a-z][\w+.-]*:|^\/|^\.\.\//i.test(address)) return undefined;
  // The address of a folder may end in a slash.
  const part = address.replace(/^\.\//, '').replace(/\/$/, '');
  return part === '' ? undefined : part;
}

const altOf = (frame: XmlElement): string =>
  cleanAlt(textOfElement(childOf(frame, 'svg:title')) || textOfElement(childOf(frame, 'svg:desc')));

function readObject(object: XmlElement, context: OdfContext, sink: Sink): boolean {
  const folder = partOf(object.attributes['xlink:href']);
  const root =
    folder === undefined ? childOf(object, 'math:math') : context.odf.optionalPart(`${folder}/content.xml`);
  if (root === undefined) return false;
  if (root.name === 'math:math') {
    const tex = mathmlToTex(root);
    context.budget.spend('characters', tex.length);
    if (tex !== '') sink.inlines.push({ kind: 'math', tex });
    return tex !== '';
  }
  const [chart] = descendants(root, 'office:chart');
  if (chart === undefined) return false;
  const chartBlocks = [
    ...['chart:title', 'chart:subtitle'].flatMap((name) =>
      [...descendants(chart, name)].flatMap((title) => context.readBlocks(title, context)),
    ),
    ...[...descendants(chart, 'table:table')].flatMap((table) => readOdfTable(table, context)),
  ];
  const blocks = chartBlocks.flatMap((flat) => (flat.kind === 'block' ? [flat.block] : []));
  spendBlocks(blocks, context.budget);
  for (const flat of chartBlocks) sink.boxes.push(flat);
  return true;
}

function readImage(frame: XmlElement, image: XmlElement, context: OdfContext, sink: Sink): void {
  const part = partOf(image.attributes['xlink:href']);
  const { 'svg:width': width, 'svg:height': height } = frame.attributes;
  const roundedPoints = (length: string | undefined): number | undefined => {
    const points = pointsOf(length);
    return points === undefined || points <= 0 ? undefined : Math.round(points);
  };
  appendAll(
    sink.inlines,
    context.imageStore.place({
      key: part ?? '',
      read: () => (part === undefined ? undefined : context.odf.archive.read(part)),
      isLinked: part === undefined && childOf(image, 'office:binary-data') === undefined,
      alt: altOf(frame),
      width: roundedPoints(width),
      height: roundedPoints(height),
      page: context.page,
    }),
  );
}

/** Reads a drawing: an image, a formula, a chart, or text that goes after the paragraph it is anchored in. */
export function readFrame(frame: XmlElement, around: OdfContext, sink: Sink): void {
  const context = { ...around, backing: backingOf('graphic', frame.attributes['draw:style-name'], around) };
  const before = sink.inlines.length + sink.boxes.length;
  let isShown = false;
  for (const child of elementsOf(frame)) {
    switch (child.name) {
      case 'draw:image':
        // If there are several versions of an image, the first is the best.
        if (!isShown) readImage(frame, child, context, sink);
        isShown = true;
        break;
      case 'draw:object':
        isShown ||= readObject(child, context, sink);
        break;
      case 'draw:text-box':
        appendAll(sink.boxes, context.readBlocks(child, context));
        break;
      case 'table:table':
        appendAll(sink.boxes, readOdfTable(child, context));
        isShown = true;
        break;
      default:
        if (isDrawing(child)) readFrame(child, context, sink);
    }
  }
  if (frame.name !== 'draw:frame' && frame.name !== 'draw:g')
    appendAll(sink.boxes, context.readBlocks(frame, context));
  // A drawing that shows nothing here, such as a shape without text, is its description.
  const alt = sink.inlines.length + sink.boxes.length === before ? altOf(frame) : '';
  if (alt !== '') sink.boxes.push({ kind: 'block', block: { kind: 'paragraph', content: [textRun(alt)] } });
}

/** Reads a standalone drawing as blocks. */
export function frameBlocks(frame: XmlElement, context: OdfContext): FlatBlock[] {
  const sink: Sink = { inlines: [], boxes: [] };
  readFrame(frame, context, sink);
  const block: TreeBlock = { kind: 'paragraph', content: sink.inlines };
  const flat: FlatBlock = { kind: 'block', block };
  return [...(sink.inlines.length > 0 ? [flat] : []), ...sink.boxes];
}
