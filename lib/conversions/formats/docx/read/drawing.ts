import { appendAll } from '../../../base/arrays.ts';
import { type TreeBlock, textRun } from '../../../document/document-tree.ts';
import { chartBlocks, diagramBlocks } from '../../../shared/ooxml/chart-blocks.ts';
import { alternative, altOf, cleanAlt } from '../../../shared/ooxml/drawing-properties.ts';
import { pictureId, placePicture, sidesOf } from '../../../shared/ooxml/pictures.ts';
import { childOf, elementsOf, type XmlElement } from '../../../shared/xml/element.ts';
import { addInline, type DocxContext, type Line } from './context.ts';
import { shapeBacking } from './paint.ts';

/** Description and size of a drawing. */
type Frame = ReturnType<typeof sidesOf> & { readonly alt: string };

const frameOf = (element: XmlElement): Frame => ({
  alt: altOf(childOf(element, 'wp:docPr')),
  ...sidesOf(childOf(element, 'wp:extent')),
});

function vmlFrame(shape: XmlElement): Frame {
  const style = shape.attributes.style ?? '';
  const points = (name: string): number | undefined => {
    const value = new RegExp(`(?:^|;)${name}:([\\d.]+)pt`).exec(style)?.[1];
    return value === undefined ? undefined : Math.round(Number(value));
  };
  return {
    alt: cleanAlt(shape.attributes.alt ?? ''),
    width: points('width'),
    height: points('height'),
  };
}

function placeImage(id: string | undefined, frame: Frame, context: DocxContext, line: Line): void {
  for (const image of placePicture(context.office, context.part, id, context.imageStore, frame))
    addInline(line, image);
}

function addRelated(
  id: string | undefined,
  toBlocks: (root: XmlElement | undefined) => TreeBlock[],
  context: DocxContext,
  line: Line,
): void {
  for (const block of context.related(context.part, id, toBlocks)) line.boxes.push({ kind: 'block', block });
}

/** Reads a drawing. One that shows nothing here, such as a shape without text, is its description. */
function readAnchored(element: XmlElement, context: DocxContext, line: Line): void {
  const frame = frameOf(element);
  const shown = (): number => line.boxes.length + (line.segments.at(-1)?.length ?? 0);
  const before = shown();
  readDrawing(element, context, line, frame);
  if (shown() === before && frame.alt !== '')
    line.boxes.push({ kind: 'block', block: { kind: 'paragraph', content: [textRun(frame.alt)] } });
}

const noFrame: Frame = { alt: '', width: undefined, height: undefined };

/** Reads images, text boxes, charts, diagrams and groups in `w:drawing` and in VML (`w:pict`, `w:object`). */
export function readDrawing(
  element: XmlElement,
  context: DocxContext,
  line: Line,
  frame: Frame = noFrame,
): void {
  for (const child of elementsOf(element)) {
    switch (child.name) {
      case 'wp:inline':
      case 'wp:anchor':
        if (childOf(child, 'wp:docPr')?.attributes.hidden !== '1') readAnchored(child, context, line);
        break;
      case 'pic:pic': {
        const own = altOf(childOf(childOf(child, 'pic:nvPicPr'), 'pic:cNvPr'));
        placeImage(pictureId(child), { ...frame, alt: frame.alt || own }, context, line);
        break;
      }
      case 'v:imagedata':
        placeImage(child.attributes['r:id'], frame, context, line);
        break;
      case 'v:shape':
      case 'v:rect':
      case 'v:roundrect':
        readDrawing(child, { ...context, backing: shapeBacking(child) }, line, vmlFrame(child));
        break;
      case 'v:textpath': {
        // WordArt of older versions of Word.
        const text = child.attributes.string?.trim() ?? '';
        if (text !== '')
          line.boxes.push({ kind: 'block', block: { kind: 'paragraph', content: [textRun(text)] } });
        break;
      }
      case 'wps:wsp':
        readDrawing(child, { ...context, backing: shapeBacking(child) }, line, frame);
        break;
      case 'wps:spPr':
        break;
      case 'w:txbxContent':
        appendAll(line.boxes, context.readBlocks(child, context));
        break;
      case 'c:chart':
        addRelated(child.attributes['r:id'], chartBlocks, context, line);
        break;
      case 'dgm:relIds':
        addRelated(child.attributes['r:dm'], diagramBlocks, context, line);
        break;
      case 'mc:AlternateContent': {
        const chosen = alternative(child);
        if (chosen !== undefined) readDrawing(chosen, context, line, frame);
        break;
      }
      default:
        readDrawing(child, context, line, frame);
    }
  }
}
