import { appendAll } from '../../base/arrays.ts';
import { createDocumentBudget, type DocumentBudget } from '../../document/document-limits.ts';
import type { Comment, DocumentTree, TreeBlock } from '../../document/document-tree.ts';
import { hiddenWarnings } from '../../document/hidden-text.ts';
import { spendBlocks } from '../../document/measure-blocks.ts';
import type { HiddenText } from '../../document/places.ts';
import type { Section } from '../../document/sections.ts';
import { corruptOle } from '../../shared/compound-file/corrupt-file.ts';
import {
  type CompoundFile,
  encryptedOle,
  openCompound,
  readChecked,
} from '../../shared/compound-file/open-compound.ts';
import { readSummary } from '../../shared/compound-file/summary-information.ts';
import { withoutOffSlide } from '../../shared/slides/off-slide.ts';
import {
  includesNotes,
  notesQuote,
  onSlide,
  type ReadSlides,
  type ReadSlidesOptions,
  slideSection,
  slideSizes,
  slideWarnings,
  withFooters,
} from '../../shared/slides/read-slides.ts';
import { inReadingOrder } from '../../shared/slides/reading-order.ts';
import { isEncryptedPresentation } from './encrypted-presentation.ts';
import { commentsOn, footersOf, leftOutOfDocument } from './ppt-parts.ts';
import { type PptRecord, recordAt, recordOf, recordsIn, types } from './ppt-records.ts';
import { readShapes, type Shape } from './ppt-shapes.ts';
import { type PptText, readTexts, textBlocks, titleLine } from './ppt-text.ts';
import { slideSize, UNITS_PER_POINT } from './slide-size.ts';

// Each incremental save adds one.
const MAX_EDITS = 1000;

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

const isShown = ({ text }: Shape): boolean => text.text.replaceAll('*', '').trim() !== '';

function slideBlocks(shapes: readonly Shape[], page: number): TreeBlock[] {
  const shown = shapes.filter(isShown);
  const titles = shown.filter(({ text }) => text.kind === 'title');
  const others = inReadingOrder(
    shown.filter(({ text }) => text.kind !== 'title'),
    ({ box }) => box,
  );
  return [
    ...titles.flatMap(({ text, place }) => {
      const level = page === 1 && text.isCenteredTitle ? 1 : 2;
      const heading: TreeBlock = { kind: 'heading', level, content: titleLine(text) };
      return onSlide([heading], page, place, UNITS_PER_POINT);
    }),
    ...others.flatMap(({ text, table, place }) =>
      onSlide(table === undefined ? textBlocks(text) : [table], page, place, UNITS_PER_POINT),
    ),
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
  if (isEncryptedPresentation(file)) throw encryptedOle();
  const user = file('Current User');
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

// [MS-PPT]: types of AnimationInfo containers of PowerPoint 97, and of VisualShapeAtom with its length, which is inside of a
// binary tag of later versions.
const ANIMATIONS = [Buffer.from('0f001410', 'hex'), Buffer.from('fb2a14000000', 'hex')];

/** Whether a slide may have an animation, which may move a shape onto it. */
const isAnimated = (slide: Buffer): boolean => ANIMATIONS.some((header) => slide.includes(header));

/** Warnings about the parts of a presentation that no target shows. Throws ConversionError `corrupt_document`. */
export const leftOutOfPpt = (bytes: Uint8Array): ReturnType<typeof leftOutOfDocument> =>
  leftOutOfDocument(openPresentation(openCompound(bytes)).document);

/** Options of the PPT reader. */
interface ReadPptOptions extends ReadSlidesOptions {
  /** Whether text beyond the edges of its slide is read. */
  readonly keepsHidden: boolean;
}

/**
 * Reads a PowerPoint 97 to 2003 presentation ([MS-PPT]): slide texts in order, and notes. Skips images, charts and hidden
 * shapes.
 */
export async function readPpt(bytes: Uint8Array, options: ReadPptOptions): Promise<ReadSlides> {
  const file = openCompound(bytes);
  return readChecked(() => {
    const budget = createDocumentBudget();
    const presentation = openPresentation(file);
    const { stream, places, document } = presentation;
    const spoken = includesNotes(options)
      ? readNotes(presentation, budget)
      : new Map<number, readonly Shape[]>();
    const slides = listedSlides(document, 0);
    const size = slideSize(document);
    const blocks: TreeBlock[] = [];
    const sections: Section[] = [];
    const hidden: number[] = [];
    const unseen: HiddenText[] = [];
    const comments: Comment[] = [];
    const footers = footersOf(document);
    for (const [index, { reference, texts }] of slides.entries()) {
      const page = index + 1;
      const container = recordAt(stream, places.get(reference) ?? -1);
      const isSlide = container?.type === types.slide;
      const read = isSlide ? readShapes(container.body, { texts, budget }, 0) : [];
      // A slide with a damaged drawing still has its outline.
      const shapes = read.some(isShown)
        ? read.filter((shape) => shape.isHidden !== true)
        : texts.map((text) => ({ text, box: undefined, place: undefined }));
      const atom = isSlide ? recordOf(container.body, types.slideAtom) : undefined;
      const show = isSlide ? recordOf(container.body, types.slideShowInfo) : undefined;
      const isHidden = show !== undefined && show.body.length >= 12 && (show.body.readUInt16LE(10) & 4) !== 0;
      if (isHidden) hidden.push(page);
      if (isSlide) {
        appendAll(comments, commentsOn(container.body, page));
        appendAll(footers, footersOf(container.body));
      }
      const noted =
        atom !== undefined && atom.body.length >= 20 ? spoken.get(atom.body.readUInt32LE(16)) : undefined;
      const said = (noted ?? [])
        .filter((shape) => shape.text.kind === 'notes' && isShown(shape))
        .flatMap(({ text }) => textBlocks(text));
      if (blocks.length > 0) blocks.push({ kind: 'page_break', page });
      const own = slideBlocks(shapes, page);
      const keeps = options.keepsHidden || (isSlide && isAnimated(container.body));
      const seen = keeps ? own : withoutOffSlide(own, size, unseen);
      const shown = [...seen, ...notesQuote(said, page)];
      // Slides can share notes.
      spendBlocks(shown, budget);
      const firstBlock = blocks.length;
      for (const block of shown) blocks.push({ ...block, page });
      sections.push(slideSection(blocks, firstBlock, page, isHidden));
    }
    const tree: DocumentTree = {
      hub: 'document',
      format: 'ppt',
      metadata: readSummary(file).metadata,
      ...withFooters(blocks, sections, footers),
      notes: [],
      images: [],
      comments,
      hidden_text: unseen,
      page_count: slides.length,
      pages: slideSizes(slides.length, size),
    };
    const about = [...slideWarnings(hidden, []), ...hiddenWarnings(unseen, 'slide')];
    const hasImages = (file('Pictures')?.length ?? 0) > 0;
    const left = hasImages ? ['The images of the presentation were omitted.'] : [];
    return { tree, warnings: [...about, ...left, ...leftOutOfDocument(document).all] };
  });
}
