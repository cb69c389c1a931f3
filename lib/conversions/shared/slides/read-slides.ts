import { listed } from '../../base/count-of.ts';
import { oneLine } from '../../document/clean-text.ts';
import type { DocumentBudget } from '../../document/document-limits.ts';
import type { HiddenText, PagePlace, PageSize, Section } from '../../document/document-model.ts';
import { type DocumentTree, type TreeBlock, textRun } from '../../document/document-tree.ts';
import { hiddenWarnings, MAX_HIDDEN } from '../../document/hidden-text.ts';
import { spendBlocks } from '../../document/measure-blocks.ts';
import type { Needs } from '../../document/needs.ts';
import { placeOf } from '../../document/places.ts';
import { cellText, plainLine } from '../../document/plain-text.ts';
import { withPlaces } from '../../document/with-places.ts';
import { type Edges, heightOf, widthOf } from '../geometry/box.ts';

/** Options of a presentation reader. */
export interface ReadSlidesOptions {
  /** Default: if they are needed. */
  readonly notes: boolean | undefined;
  readonly needs: Needs;
  /** Whether text is read that nobody can see. */
  readonly keepsHidden: boolean;
}

/** Whether the result includes speaker notes. */
export const includesNotes = ({ notes, needs }: ReadSlidesOptions): boolean => notes ?? needs.speakerNotes;

/** Blocks of a shape with its box, which is in units of the format, as their place on the slide. */
export function onSlide(
  blocks: readonly TreeBlock[],
  page: number,
  box: Edges | undefined,
  unitsPerPoint: number,
): readonly TreeBlock[] {
  if (box === undefined) return blocks;
  const place = placeOf(page, {
    x: box.left / unitsPerPoint,
    y: box.top / unitsPerPoint,
    width: Math.max(0, widthOf(box)) / unitsPerPoint,
    height: Math.max(0, heightOf(box)) / unitsPerPoint,
  });
  return withPlaces(blocks, [place]);
}

/** The section of a slide whose blocks are the last ones that were read. */
function slideSection(
  blocks: readonly TreeBlock[],
  first_block: number,
  number: number,
  isHidden: boolean,
): Section {
  let at = first_block;
  while (at < blocks.length && blocks[at]?.kind !== 'heading') at += 1;
  const heading = blocks[at];
  const title = heading?.kind === 'heading' ? oneLine(plainLine(heading.content)).trim() : '';
  return {
    kind: 'slide',
    number,
    title: title === '' ? null : title,
    ...(isHidden ? { hidden: true } : {}),
    first_block,
    block_count: blocks.length - first_block,
  };
}

/** The footers of slides, each once; of slides without other text they are the text of the first one. */
function withFooters(
  blocks: readonly TreeBlock[],
  sections: readonly Section[],
  footers: Iterable<string>,
): Pick<DocumentTree, 'blocks' | 'sections' | 'furniture'> {
  const furniture = [...new Set(footers)]
    .filter((text) => text !== '')
    .map((text) => ({ kind: 'footer', text }) as const);
  if (furniture.length === 0 || blocks.some(({ kind }) => kind !== 'page_break'))
    return { blocks, sections, furniture };
  const shown = furniture.map(
    ({ text }): TreeBlock => ({
      kind: 'paragraph',
      content: [textRun(text)],
      page: sections[0]?.number ?? 1,
    }),
  );
  const firsts = sections.map((section, index) =>
    index === 0
      ? { ...section, first_block: 0, block_count: shown.length }
      : { ...section, first_block: shown.length, block_count: 0 },
  );
  return { blocks: shown, sections: firsts, furniture };
}

/** Width and height of a slide, in points. */
type SlideSize = Pick<PageSize, 'width' | 'height'>;

// PDF 1.7, annex C.
const LARGEST = 14_400;
const clamped = (points: number): number => Math.min(LARGEST, Math.max(1, points));

/** The size that a file states in points; that of its program if it states none. */
export const slideSize = (
  width: number | undefined,
  height: number | undefined,
  usual: SlideSize,
): SlideSize =>
  width !== undefined && height !== undefined && width > 0 && height > 0
    ? { width: clamped(width), height: clamped(height) }
    : usual;

const isOff = ({ box: [left, top, right, bottom] }: PagePlace, slide: SlideSize): boolean =>
  left >= slide.width || top >= slide.height || right <= 0 || bottom <= 0;

/** Removes the blocks that have text and are wholly beyond the edges of their slide, and adds them to `unseen`. */
function withoutOffSlide(
  blocks: readonly TreeBlock[],
  slide: SlideSize,
  unseen: HiddenText[],
): readonly TreeBlock[] {
  return blocks.filter((block) => {
    const place = block.places?.[0];
    if (place === undefined || !('page' in place) || !isOff(place, slide)) return true;
    const text = cellText({ blocks: [block] }).trim();
    if (text === '') return true;
    if (unseen.length < MAX_HIDDEN) unseen.push({ text, reason: 'off_page', place });
    return false;
  });
}

/** Speaker notes as a labelled quote; empty without notes. */
function notesQuote(blocks: readonly TreeBlock[], page: number): TreeBlock[] {
  if (blocks.length === 0) return [];
  const label: TreeBlock = { kind: 'paragraph', content: [textRun('Notes', { bold: true })] };
  return [{ kind: 'quote', role: 'speaker_notes', blocks: [label, ...blocks], page }];
}

/** Warnings about slides by number. */
const slideWarnings = (hidden: readonly number[], damaged: readonly number[]): string[] => [
  ...(hidden.length > 0 ? [`Hidden slides are included: ${listed(hidden)}.`] : []),
  ...(damaged.length > 0 ? [`Damaged slides could not be read: ${listed(damaged)}.`] : []),
];

/** A slide that was read. */
interface ReadSlide {
  readonly page: number;
  readonly size: SlideSize;
  readonly isHidden: boolean;
  /** Whether it has an animation, which may move a shape onto it. */
  readonly isAnimated: boolean;
  /** What its shapes have, with their places. */
  readonly own: readonly TreeBlock[];
  /** The text of its master that shows on it. */
  readonly standing: readonly TreeBlock[];
  readonly spoken: readonly TreeBlock[];
  readonly footers: readonly string[];
}

/** Collects the slides of a presentation in order. */
export function createSlides({ keepsHidden }: ReadSlidesOptions, budget: DocumentBudget) {
  const blocks: TreeBlock[] = [];
  const sections: Section[] = [];
  const pages: PageSize[] = [];
  const hidden: number[] = [];
  const unseen: HiddenText[] = [];
  const footers = new Set<string>();
  return {
    blocks,
    sections,
    add: ({ page, size, isHidden, isAnimated, own, standing, spoken, ...slide }: ReadSlide): void => {
      if (isHidden) hidden.push(page);
      for (const text of slide.footers) footers.add(text);
      const seen = keepsHidden || isAnimated ? own : withoutOffSlide(own, size, unseen);
      const quote = notesQuote(spoken, page);
      // Slides can share notes.
      spendBlocks(quote, budget);
      if (blocks.length > 0) blocks.push({ kind: 'page_break', page });
      const firstBlock = blocks.length;
      for (const block of [...seen, ...standing, ...quote]) blocks.push({ ...block, page });
      sections.push(slideSection(blocks, firstBlock, page, isHidden));
      pages.push({ number: page, ...size });
    },
    /** The slides as parts of a document. `more` is hidden text inside of its shapes. */
    tree: (more: readonly HiddenText[] = []) => ({
      ...withFooters(blocks, sections, footers),
      hidden_text: [...more, ...unseen],
      pages,
    }),
    warnings: (more: readonly HiddenText[], damaged: readonly number[]): string[] => [
      ...slideWarnings(hidden, damaged),
      ...hiddenWarnings([...more, ...unseen], 'slide'),
    ],
  };
}
