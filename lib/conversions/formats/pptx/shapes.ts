import { assembleBlocks } from '../../document/assemble-blocks.ts';
import { type TreeBlock, type TreeCell, textRun } from '../../document/document-tree.ts';
import type { ImageStore } from '../../document/image-store.ts';
import { toTreeCell } from '../../document/tree-cell.ts';
import { type Edges, heightOf, widthOf } from '../../shared/geometry/box.ts';
import { chartBlocks, diagramBlocks } from '../../shared/ooxml/chart-blocks.ts';
import { alternative, altOf } from '../../shared/ooxml/drawing-properties.ts';
import { EMU_PER_POINT } from '../../shared/ooxml/emu.ts';
import { isOn } from '../../shared/ooxml/on-off.ts';
import type { OfficePackage } from '../../shared/ooxml/open-package.ts';
import { pictureId, placePicture } from '../../shared/ooxml/pictures.ts';
import type { RelatedBlocks } from '../../shared/ooxml/related-blocks.ts';
import { inReadingOrder } from '../../shared/slides/reading-order.ts';
import { childOf, descendants, elementsOf, integerOf, type XmlElement } from '../../shared/xml/element.ts';
import { boxOf, isTitle, placeholderOf, type SlideLayout } from './layouts.ts';
import { readTextBody, readTitle, type TextContext } from './text-body.ts';

/** The context of a slide's shapes. */
export interface SlideContext {
  readonly office: OfficePackage;
  readonly part: string;
  readonly layout: SlideLayout;
  readonly imageStore: ImageStore;
  readonly page: number;
  readonly related: RelatedBlocks;
  /** The parts of slides that links refer to. */
  readonly linked: Set<string>;
}

/** The content of a shape. */
interface ShapeContent {
  readonly isTitle: boolean;
  readonly box: Edges | undefined;
  readonly blocks: readonly TreeBlock[];
}

// Placeholders that repeat content of the notes page or the master.
const furniture = ['dt', 'ftr', 'sldNum', 'hdr', 'sldImg'];
const MAX_GROUP_DEPTH = 32;

/** The context of a shape's text. */
export function textContext(context: SlideContext, shape: XmlElement | undefined): TextContext {
  const placeholder = shape === undefined ? undefined : placeholderOf(shape);
  return {
    linkTo: (id) => {
      const target = context.office.relationships(context.part).get(id);
      if (target === undefined || target.isExternal) return target?.target;
      if (target.type !== 'slide') return undefined;
      context.linked.add(target.target);
      return `#${target.target}`;
    },
    inherited: (level) => context.layout.bullet(placeholder, level),
    list: 'shape',
  };
}

function readTable(table: XmlElement, context: SlideContext): TreeBlock[] {
  const text: TextContext = { ...textContext(context, undefined), inherited: () => undefined };
  const rows = [...elementsOf(table)].filter(({ name }) => name === 'a:tr');
  if (rows.length === 0) return [];
  const cells = rows.map((row): TreeCell[] =>
    [...elementsOf(row)]
      .filter(
        ({ name, attributes }) => name === 'a:tc' && attributes.hMerge !== '1' && attributes.vMerge !== '1',
      )
      .map((cell) => {
        const span = (name: string): number => Math.min(1000, Math.max(1, integerOf(cell, name) ?? 1));
        return toTreeCell(
          assembleBlocks(readTextBody(childOf(cell, 'a:txBody'), text)),
          span('gridSpan'),
          span('rowSpan'),
        );
      }),
  );
  const first = childOf(table, 'a:tblPr')?.attributes.firstRow;
  return [{ kind: 'table', rows: cells, header_rows: isOn(first) ? 1 : 0 }];
}

function readImage(shape: XmlElement, { office, part, imageStore, page }: SlideContext): TreeBlock[] {
  const box = boxOf(shape);
  const content = placePicture(office, part, pictureId(shape), imageStore, {
    alt: altOf(childOf(childOf(shape, 'p:nvPicPr'), 'p:cNvPr')),
    width: box === undefined ? undefined : Math.round(widthOf(box) / EMU_PER_POINT),
    height: box === undefined ? undefined : Math.round(heightOf(box) / EMU_PER_POINT),
    page,
  });
  return content.length === 0 ? [] : [{ kind: 'paragraph', content }];
}

function readFrame(frame: XmlElement, context: SlideContext, depth: number): TreeBlock[] {
  const related = (id: string | undefined, toBlocks: Parameters<RelatedBlocks>[2]): readonly TreeBlock[] =>
    context.related(context.part, id, toBlocks);
  return [...descendants(frame, 'a:graphicData')].flatMap((data) =>
    [...elementsOf(data)].flatMap((graphic) => {
      switch (graphic.name) {
        case 'a:tbl':
          return readTable(graphic, context);
        case 'c:chart':
          return related(graphic.attributes['r:id'], chartBlocks);
        case 'dgm:relIds':
          return related(graphic.attributes['r:dm'], diagramBlocks);
        default:
          // An embedded object: use its preview image.
          return readShapes({ ...data, children: [graphic] }, context, depth + 1).flatMap(
            ({ blocks }) => blocks,
          );
      }
    }),
  );
}

/** The box of a shape, or of the placeholder that it fills. */
function boxIn({ layout }: SlideContext, shape: XmlElement): Edges | undefined {
  const placeholder = placeholderOf(shape);
  return boxOf(shape) ?? (placeholder === undefined ? undefined : layout.box(placeholder));
}

function readShape(shape: XmlElement, context: SlideContext): ShapeContent | undefined {
  const placeholder = placeholderOf(shape);
  if (placeholder !== undefined && furniture.includes(placeholder.type)) return undefined;
  const body = childOf(shape, 'p:txBody');
  const text = textContext(context, shape);
  const box = boxIn(context, shape);
  if (isTitle(placeholder)) {
    const content = readTitle(body, text);
    const level = placeholder?.type === 'ctrTitle' && context.page === 1 ? 1 : 2;
    return { isTitle: true, box, blocks: content.length === 0 ? [] : [{ kind: 'heading', level, content }] };
  }
  return { isTitle: false, box, blocks: assembleBlocks(readTextBody(body, text)) };
}

const ownProperties = (shape: XmlElement): XmlElement | undefined => {
  for (const child of elementsOf(shape)) {
    const found = childOf(child, 'p:cNvPr');
    if (found !== undefined) return found;
  }
  return undefined;
};

function readOne(shape: XmlElement, context: SlideContext, depth: number): ShapeContent[] {
  if (ownProperties(shape)?.attributes.hidden === '1') return [];
  switch (shape.name) {
    case 'p:sp': {
      const content = readShape(shape, context);
      if (content === undefined) return [];
      const alt = altOf(ownProperties(shape));
      // A shape without text is its description.
      const isDescribed = content.blocks.length === 0 && alt !== '' && placeholderOf(shape) === undefined;
      return isDescribed
        ? [{ ...content, blocks: [{ kind: 'paragraph', content: [textRun(alt)] }] }]
        : [content];
    }
    case 'p:pic':
      return [{ isTitle: false, box: boxIn(context, shape), blocks: readImage(shape, context) }];
    case 'p:graphicFrame':
      return [{ isTitle: false, box: boxIn(context, shape), blocks: readFrame(shape, context, depth) }];
    case 'p:grpSp': {
      const blocks = readShapes(shape, context, depth + 1).flatMap((inner) => inner.blocks);
      return [{ isTitle: false, box: boxOf(shape), blocks }];
    }
    case 'mc:AlternateContent': {
      const chosen = alternative(shape);
      const read = chosen === undefined ? [] : readShapes(chosen, context, depth + 1);
      if (read.length > 0) return read;
      const fallback = childOf(shape, 'mc:Fallback');
      return fallback === undefined ? [] : readShapes(fallback, context, depth + 1);
    }
    case 'p:oleObj':
    case 'p:embed':
      return readShapes(shape, context, depth + 1);
    default:
      return [];
  }
}

/** Reads shapes and groups in reading order: the title first, then by position. */
export function readShapes(parent: XmlElement, context: SlideContext, depth = 0): ShapeContent[] {
  if (depth > MAX_GROUP_DEPTH) return [];
  const found = [...elementsOf(parent)]
    .flatMap((shape) => readOne(shape, context, depth))
    .filter(({ blocks }) => blocks.length > 0);
  const titles = found.filter((shape) => shape.isTitle);
  const others = found.filter((shape) => !shape.isTitle);
  return [...titles, ...inReadingOrder(others, ({ box }) => box)];
}
