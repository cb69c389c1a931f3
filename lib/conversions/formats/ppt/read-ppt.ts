import { createDocumentBudget, type DocumentBudget } from '../../document/document-limits.ts';
import type { DocumentTree, TreeBlock } from '../../document/document-tree.ts';
import { spendBlocks } from '../../document/measure-blocks.ts';
import { corruptOle } from '../../shared/compound-file/corrupt-file.ts';
import {
  type CompoundFile,
  encryptedOle,
  openCompound,
  readChecked,
} from '../../shared/compound-file/open-compound.ts';
import { readSummary } from '../../shared/compound-file/summary-information.ts';
import type { Edges } from '../../shared/geometry/box.ts';
import { notesQuote, type ReadSlides, type ReadSlidesOptions } from '../../shared/slides/read-slides.ts';
import { inReadingOrder } from '../../shared/slides/reading-order.ts';
import { type PptRecord, recordAt, recordOf, recordsIn, types } from './ppt-records.ts';
import { isTableGroup, tableOf } from './ppt-table.ts';
import { type PptText, readTexts, textBlocks, titleLine } from './ppt-text.ts';

// [MS-PPT] 2.3.2: header token of an encrypted presentation in the Current User stream.
const ENCRYPTED_TOKEN = 0xf3d1c4df;
// Each incremental save adds one.
const MAX_EDITS = 1000;
const MAX_GROUP_DEPTH = 32;

/** Offset of the newest version of each object. [MS-PPT] 2.3.4 and 2.3.5. */
function readPlaces(
  stream: Buffer,
  firstEdit: number,
): { places: Map<number, number>; document: number | undefined } {
  const places = new Map<number, number>();
  let document: number | undefined;
  let at = firstEdit;
  const seen = new Set<number>();
  while (at > 0 && !seen.has(at) && seen.size < MAX_EDITS) {
    seen.add(at);
    const edit = recordAt(stream, at);
    if (edit?.type !== types.userEdit || edit.body.length < 20) break;
    // Longer if the presentation is encrypted.
    if (edit.body.length >= 32) throw encryptedOle();
    const directory = recordAt(stream, edit.body.readUInt32LE(12));
    document ??= edit.body.readUInt32LE(16);
    if (directory?.type === types.persistDirectory) readDirectory(directory.body, places);
    at = edit.body.readUInt32LE(8);
  }
  return { places, document };
}

function readDirectory(body: Buffer, places: Map<number, number>): void {
  for (let at = 0; at + 4 <= body.length; ) {
    const head = body.readUInt32LE(at);
    const [first, count] = [head & 0xfffff, head >>> 20];
    at += 4;
    for (let index = 0; index < count && at + 4 <= body.length; index += 1, at += 4) {
      // Edits are read newest first.
      if (!places.has(first + index)) places.set(first + index, body.readUInt32LE(at));
    }
  }
}

interface ListedSlide {
  readonly reference: number;
  readonly identifier: number;
  /** Texts of its placeholders, as in the outline. */
  readonly texts: readonly PptText[];
}

/** The slides of a slide list, in order. [MS-PPT] 2.4.14.3. */
function listedSlides(document: Buffer, instance: number): ListedSlide[] {
  const slides: { reference: number; identifier: number; records: PptRecord[] }[] = [];
  for (const list of recordsIn(document)) {
    if (list.type !== types.slideList || list.instance !== instance) continue;
    for (const record of recordsIn(list.body)) {
      if (record.type === types.slidePersist && record.body.length >= 16) {
        slides.push({
          reference: record.body.readUInt32LE(0),
          identifier: record.body.readUInt32LE(12),
          records: [],
        });
      } else slides.at(-1)?.records.push(record);
    }
  }
  // Ignore repeated slides: 20 KB listed 2,000 times would become 40 million characters.
  const once = new Map(slides.toReversed().map((slide) => [slide.reference, slide]));
  return slides
    .filter((slide) => once.get(slide.reference) === slide)
    .map(({ reference, identifier, records }) => ({ reference, identifier, texts: readTexts(records) }));
}

/** The outline texts of a slide, which its shapes reference, and the remaining output budget. */
interface Outline {
  readonly texts: readonly PptText[];
  readonly budget: DocumentBudget;
}

interface Shape {
  readonly text: PptText;
  readonly box: Edges | undefined;
  /** Replaces the text. */
  readonly table?: TreeBlock;
}

// Marks a table among the shapes; its text only needs to be non-empty.
const tableText: PptText = { kind: 'other', isCenteredTitle: false, text: 'table', paragraphs: [] };

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

function readTable(group: Buffer, outline: Outline, depth: number): Shape[] {
  const cells = readShapes(group, outline, depth);
  const table = tableOf(
    cells.flatMap(({ text, box }) => (box === undefined ? [] : [{ blocks: textBlocks(text), box }])),
  );
  if (table === undefined) return cells;
  const [frame] = recordsIn(group);
  const anchor = frame === undefined ? undefined : recordOf(frame.body, types.anchor);
  return [{ text: tableText, box: anchor === undefined ? undefined : boxOf(anchor.body), table }];
}

function readShape(shape: Buffer, outline: Outline): Shape[] {
  const anchor = recordOf(shape, types.anchor);
  const inGroup = recordOf(shape, types.childAnchor);
  const own = anchor === undefined ? undefined : boxOf(anchor.body);
  const box = own ?? (inGroup === undefined ? undefined : childBoxOf(inGroup.body));
  const textBox = recordOf(shape, types.textBox);
  if (textBox === undefined) return [];
  const reference = recordOf(textBox.body, types.outlineReference);
  const referred =
    reference === undefined || reference.body.length < 4
      ? undefined
      : outline.texts[reference.body.readUInt32LE(0)];
  outline.budget.spend('characters', referred?.text.length ?? 0);
  const texts = referred === undefined ? readTexts(recordsIn(textBox.body)) : [referred];
  return texts.map((text) => ({ text, box }));
}

/** All texts of a drawing, including nested groups. Shapes in a group use the group's position. */
function readShapes(container: Buffer, outline: Outline, depth: number): Shape[] {
  if (depth > MAX_GROUP_DEPTH) return [];
  return [...recordsIn(container)].flatMap((record) => {
    if (record.type === types.shape) return readShape(record.body, outline);
    if (!record.isContainer) return [];
    if (record.type === types.shapeGroup && isTableGroup(record.body))
      return readTable(record.body, outline, depth + 1);
    return readShapes(record.body, outline, depth + 1);
  });
}

const isShown = ({ text }: Shape): boolean => text.text.replaceAll('*', '').trim() !== '';

function slideBlocks(shapes: readonly Shape[], page: number): TreeBlock[] {
  const shown = shapes.filter(isShown);
  const titles = shown.filter(({ text }) => text.kind === 'title');
  const others = inReadingOrder(
    shown.filter(({ text }) => text.kind !== 'title'),
    ({ box }) => box,
  );
  return [
    ...titles.map(({ text }): TreeBlock => {
      const level = page === 1 && text.isCenteredTitle ? 1 : 2;
      return { kind: 'heading', level, content: titleLine(text) };
    }),
    ...others.flatMap(({ text, table }) => (table === undefined ? textBlocks(text) : [table])),
  ];
}

interface Presentation {
  readonly stream: Buffer;
  readonly places: ReadonlyMap<number, number>;
  readonly document: Buffer;
}

function openPresentation(file: CompoundFile): Presentation {
  const stream = file('PowerPoint Document');
  if (stream === undefined) throw corruptOle();
  const user = file('Current User');
  if (user !== undefined && user.length >= 20 && user.readUInt32LE(12) === ENCRYPTED_TOKEN)
    throw encryptedOle();
  const firstEdit = user !== undefined && user.length >= 20 ? user.readUInt32LE(16) : 0;
  const { places, document: reference } = readPlaces(stream, firstEdit);
  const listed = reference === undefined ? undefined : recordAt(stream, places.get(reference) ?? -1);
  const document = listed?.type === types.document ? listed : recordOf(stream, types.document);
  if (document === undefined) throw corruptOle();
  return { stream, places, document: document.body };
}

function readNotes(
  { stream, places, document }: Presentation,
  budget: DocumentBudget,
): Map<number, readonly Shape[]> {
  const notes = new Map<number, readonly Shape[]>();
  for (const { reference, identifier, texts } of listedSlides(document, 2)) {
    const container = recordAt(stream, places.get(reference) ?? -1);
    if (container?.type === types.notes)
      notes.set(identifier, readShapes(container.body, { texts, budget }, 0));
  }
  return notes;
}

/**
 * Reads a PowerPoint 97 to 2003 presentation ([MS-PPT]): slide texts in order, and notes. Skips images and charts.
 */
export async function readPpt(
  bytes: Uint8Array,
  { notes }: Pick<ReadSlidesOptions, 'notes'>,
): Promise<ReadSlides> {
  const file = openCompound(bytes);
  return readChecked(() => {
    const budget = createDocumentBudget();
    const presentation = openPresentation(file);
    const { stream, places, document } = presentation;
    const spoken = notes ? readNotes(presentation, budget) : new Map<number, readonly Shape[]>();
    const slides = listedSlides(document, 0);
    const blocks: TreeBlock[] = [];
    const hidden: number[] = [];
    for (const [index, { reference, texts }] of slides.entries()) {
      const page = index + 1;
      const container = recordAt(stream, places.get(reference) ?? -1);
      const isSlide = container?.type === types.slide;
      const read = isSlide ? readShapes(container.body, { texts, budget }, 0) : [];
      // A slide with a damaged drawing still has its outline.
      const shapes = read.some(isShown) ? read : texts.map((text) => ({ text, box: undefined }));
      const atom = isSlide ? recordOf(container.body, types.slideAtom) : undefined;
      const show = isSlide ? recordOf(container.body, types.slideShowInfo) : undefined;
      if (show !== undefined && show.body.length >= 12 && (show.body.readUInt16LE(10) & 4) !== 0)
        hidden.push(page);
      const noted =
        atom !== undefined && atom.body.length >= 20 ? spoken.get(atom.body.readUInt32LE(16)) : undefined;
      const said = (noted ?? [])
        .filter((shape) => shape.text.kind === 'notes' && isShown(shape))
        .flatMap(({ text }) => textBlocks(text));
      if (blocks.length > 0) blocks.push({ kind: 'page_break', page });
      const slide = [...slideBlocks(shapes, page), ...notesQuote(said, page)];
      // Slides can share notes.
      spendBlocks(slide, budget);
      for (const block of slide) blocks.push({ ...block, page });
    }
    const tree: DocumentTree = {
      hub: 'document',
      fileType: 'ppt',
      info: readSummary(file).info,
      blocks,
      notes: [],
      images: [],
      pages: slides.length,
    };
    const about = hidden.length > 0 ? [`Hidden slides are included: ${hidden.join(', ')}.`] : [];
    const hasImages = (file('Pictures')?.length ?? 0) > 0;
    const left = hasImages ? ['The images of the presentation were omitted.'] : [];
    return { tree, warnings: [...about, ...left] };
  });
}
