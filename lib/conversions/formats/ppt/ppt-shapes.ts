import type { DocumentBudget } from '../../document/document-limits.ts';
import type { TreeBlock } from '../../document/document-tree.ts';
import type { Edges } from '../../shared/geometry/box.ts';
import { type BoxMapping, groupMapping } from './group-mapping.ts';
import { recordOf, recordsIn, types } from './ppt-records.ts';
import { isTableGroup, tableOf } from './ppt-table.ts';
import { type PptText, readTexts, textBlocks } from './ppt-text.ts';
import { isHiddenShape, shapeText } from './shape-options.ts';

const MAX_GROUP_DEPTH = 32;

/** The outline texts of a slide, which its shapes reference, and the remaining output budget. */
interface Outline {
  readonly texts: readonly PptText[];
  readonly budget: DocumentBudget;
}

/** A text or table of a slide. */
export interface Shape {
  readonly text: PptText;
  /** In the units of its group, which suffices for the reading order. */
  readonly box: Edges | undefined;
  /** On the slide. */
  readonly place: Edges | undefined;
  /** Replaces the text. */
  readonly table?: TreeBlock;
  /** Whether the program hides it, or a group that it is in. */
  readonly isHidden?: true;
}

// Marks a table among the shapes; its text only needs to be non-empty.
const tableText: PptText = {
  kind: 'other',
  isCenteredTitle: false,
  text: 'table',
  paragraphs: [],
};

/** [MS-PPT] 2.7.1: top, left, right, bottom in 1/576 inch, of 2 or 4 bytes each. */
function boxOf(anchor: Buffer): Edges | undefined {
  if (anchor.length >= 16)
    return {
      top: anchor.readInt32LE(0),
      left: anchor.readInt32LE(4),
      right: anchor.readInt32LE(8),
      bottom: anchor.readInt32LE(12),
    };
  if (anchor.length >= 8)
    return {
      top: anchor.readInt16LE(0),
      left: anchor.readInt16LE(2),
      right: anchor.readInt16LE(4),
      bottom: anchor.readInt16LE(6),
    };
  return undefined;
}

/** [MS-ODRAW] 2.2.39: left, top, right, bottom in units of the group. */
function childBoxOf(anchor: Buffer): Edges | undefined {
  if (anchor.length < 16) return undefined;
  return {
    left: anchor.readInt32LE(0),
    top: anchor.readInt32LE(4),
    right: anchor.readInt32LE(8),
    bottom: anchor.readInt32LE(12),
  };
}

const identity: BoxMapping = (box) => box;

/** The box of a shape, or of the group whose own shape it is. */
function anchorOf(shape: Buffer): Edges | undefined {
  const anchor = recordOf(shape, types.anchor);
  const inGroup = recordOf(shape, types.childAnchor);
  const own = anchor === undefined ? undefined : boxOf(anchor.body);
  return own ?? (inGroup === undefined ? undefined : childBoxOf(inGroup.body));
}

/** The mapping of a group, whose first shape has its box and its coordinates. */
function mappingOf(group: Buffer, outer: BoxMapping): BoxMapping {
  const [frame] = recordsIn(group);
  const coordinates = frame === undefined ? undefined : recordOf(frame.body, types.groupBox);
  const inner = coordinates === undefined ? undefined : childBoxOf(coordinates.body);
  const own = frame === undefined ? undefined : anchorOf(frame.body);
  return own === undefined || inner === undefined ? outer : groupMapping(own, inner, outer);
}

function readTable(group: Buffer, outline: Outline, depth: number, mapping: BoxMapping): Shape[] {
  const cells = readShapes(group, outline, depth, mappingOf(group, mapping));
  const table = tableOf(
    cells.flatMap(({ text, box }) => (box === undefined ? [] : [{ blocks: textBlocks(text), box }])),
  );
  if (table === undefined) return cells;
  const [frame] = recordsIn(group);
  const anchor = frame === undefined ? undefined : recordOf(frame.body, types.anchor);
  const box = anchor === undefined ? undefined : boxOf(anchor.body);
  return [{ text: tableText, box, place: box === undefined ? undefined : mapping(box), table }];
}

// [MS-ODRAW] 2.3.22.1: gtextUNICODE.
const WORD_ART = 0xc0;

function readShape(shape: Buffer, outline: Outline, mapping: BoxMapping): Shape[] {
  const box = anchorOf(shape);
  const textBox = recordOf(shape, types.textBox);
  const place = box === undefined ? undefined : mapping(box);
  const visibility = isHiddenShape(shape) ? ({ isHidden: true } as const) : {};
  if (textBox === undefined) {
    const art = shapeText(shape, WORD_ART);
    outline.budget.spend('characters', art.length);
    return art === '' ? [] : [{ text: { ...tableText, text: art }, box, place, ...visibility }];
  }
  const reference = recordOf(textBox.body, types.outlineReference);
  const referred =
    reference === undefined || reference.body.length < 4
      ? undefined
      : outline.texts[reference.body.readUInt32LE(0)];
  outline.budget.spend('characters', referred?.text.length ?? 0);
  const texts = referred === undefined ? readTexts(recordsIn(textBox.body)) : [referred];
  return texts.map((text) => ({ text, box, place, ...visibility }));
}

/** All texts of a drawing, including nested groups. Shapes in a group use the group's position. */
export function readShapes(
  container: Buffer,
  outline: Outline,
  depth: number,
  mapping: BoxMapping = identity,
): Shape[] {
  if (depth > MAX_GROUP_DEPTH) return [];
  return [...recordsIn(container)].flatMap((record) => {
    const { type, body, isContainer } = record;
    if (type === types.shape) return readShape(body, outline, mapping);
    if (!isContainer) return [];
    if (type !== types.shapeGroup) return readShapes(body, outline, depth + 1, mapping);
    const inside = isTableGroup(body)
      ? readTable(body, outline, depth + 1, mapping)
      : readShapes(body, outline, depth + 1, mappingOf(body, mapping));
    const [frame] = recordsIn(body);
    if (frame === undefined || !isHiddenShape(frame.body)) return inside;
    return inside.map((shape) => ({ ...shape, isHidden: true as const }));
  });
}
