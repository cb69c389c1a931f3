import { ConversionError } from '../../../../../errors.ts';
import type { DocumentTree, TreeBlock } from '../../../../document/document-tree.ts';
import { blocksData, groupRotated } from './block-data.ts';
import type { LayoutContext, Place } from './layout-context.ts';
import type { PageData } from './page-data.ts';
import { spaced, spacedPage } from './page-layout/laid-paragraph.ts';
import { type ReplacedParts, type RunningParts, runningParts } from './page-layout/page-parts.ts';
import type { Section, SectionPart } from './sections.ts';
import type { BlockData } from './typst-data.ts';

/** A section and the settings of its pages. */
export type PagedSection = Section & { readonly page: PageData };

/** A section for the template. */
interface SectionData {
  readonly page: PageData;
  /** Null if the document has no page settings. */
  readonly running: RunningParts | null;
  readonly blocks: readonly BlockData[];
}

/** The content of a document for the template. */
export interface BodyData {
  readonly parts: readonly SectionData[];
  readonly notes: readonly (readonly BlockData[])[];
}

const NOTE_SCALE = 0.85;

/** The lengths between the margins of a page, and the width of its paper. */
export const pageRoom = ({ width, height, left, right, top, bottom }: PageData) => ({
  paper: width,
  width: width - left - right,
  rotatedWidth: height - left - right,
  height: height - top - bottom,
});

const placeOf = ({ width, fontSize }: LayoutContext): Place => ({ room: width, size: fontSize, depth: 0 });

/** Groups blocks into columns. A page break ends the columns because Typst forbids page breaks in containers. */
function inColumns(
  blocks: readonly BlockData[],
  { count, gap }: NonNullable<SectionPart['columns']>,
): BlockData[] {
  const out: BlockData[] = [];
  let open: BlockData[] = [];
  const close = (): void => {
    if (open.length > 0) out.push({ k: 'cols', n: count, gap, c: open });
    open = [];
  };
  for (const block of blocks) {
    if (block.k === 'pb' || block.k === 'wide') {
      close();
      out.push(block);
    } else open.push(block);
  }
  close();
  return out;
}

function partData({ blocks, columns }: SectionPart, context: LayoutContext): BlockData[] {
  const place = placeOf(context);
  if (columns === undefined) return blocksData(blocks, place, context);
  const room = Math.max(place.size, (place.room - (columns.count - 1) * columns.gap) / columns.count);
  return inColumns(blocksData(blocks, { ...place, room }, context), columns);
}

function sectionData(
  { page, setup, parts }: PagedSection,
  replaced: ReplacedParts,
  context: LayoutContext,
): SectionData {
  const inPage = { ...context, ...pageRoom(page) };
  const blocks = parts.flatMap((part) => partData(part, inPage));
  if (setup === undefined) return { page, running: null, blocks: groupRotated(blocks) };
  const shown = spacedPage(blocks, inPage);
  const running = runningParts(setup, replaced, placeOf(inPage), inPage, blocksData);
  return { page, running, blocks: groupRotated(shown) };
}

const emptyParagraph: TreeBlock = { kind: 'paragraph', content: [], layout: {} };

/** Converts sections. A document that describes its pages but has no content is one empty page, as in office programs. */
function shownSections(
  sections: readonly PagedSection[],
  replaced: ReplacedParts,
  context: LayoutContext,
): readonly SectionData[] {
  const parts = sections.map((section) => sectionData(section, replaced, context));
  const [first] = sections;
  if (first?.setup === undefined || parts.some(({ blocks }) => blocks.length > 0)) return parts;
  return [
    sectionData({ ...first, parts: [{ columns: undefined, blocks: [emptyParagraph] }] }, replaced, context),
  ];
}

/**
 * Converts the sections and the referenced notes of a document for the template. `replaced`: the header or footer that an
 * option replaces. Throws ConversionError `too_complex`, and `empty_document` if nothing remains to be shown.
 */
export function bodyData(
  { notes }: Pick<DocumentTree, 'notes'>,
  sections: readonly PagedSection[],
  replaced: ReplacedParts,
  context: LayoutContext,
): BodyData {
  const parts = shownSections(sections, replaced, context);
  const inNote: Place = { ...placeOf(context), size: context.fontSize * NOTE_SCALE, isNote: true };
  // The sections are converted first: they record which notes they reference.
  const shownNotes = notes.map((blocks, index) =>
    context.seen.notes.has(index) ? spaced(blocksData(blocks, inNote, context), context) : [],
  );
  if (parts.every(({ blocks }) => blocks.length === 0))
    throw new ConversionError(
      'empty_document',
      'The document has no content that can be written to a PDF. Check that the file is complete.',
    );
  return { parts, notes: shownNotes };
}
