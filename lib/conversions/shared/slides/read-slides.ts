import { listed } from '../../base/count-of.ts';
import { oneLine } from '../../document/clean-text.ts';
import type { PageSize, Section } from '../../document/document-model.ts';
import { type DocumentTree, type TreeBlock, textRun } from '../../document/document-tree.ts';
import type { Needs } from '../../document/needs.ts';
import { placeOf } from '../../document/places.ts';

import { plainLine } from '../../document/plain-text.ts';

import { withPlaces } from '../../document/with-places.ts';
import { type Edges, heightOf, widthOf } from '../geometry/box.ts';

/** Options of a presentation reader. */
export interface ReadSlidesOptions {
  /** Default: if they are needed. */
  readonly notes: boolean | undefined;
  readonly needs: Needs;
}

/** Whether the result includes speaker notes. */
export const includesNotes = ({ notes, needs }: ReadSlidesOptions): boolean => notes ?? needs.speakerNotes;

/** A parsed presentation with the warnings of its reader. */
export interface ReadSlides {
  readonly tree: DocumentTree;
  readonly warnings: readonly string[];
}

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
export function slideSection(
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
export function withFooters(
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

/** The sizes of slides, which all have the same, in points. */
export const slideSizes = (
  count: number,
  { width, height }: { readonly width: number; readonly height: number },
): PageSize[] => Array.from({ length: count }, (_, index) => ({ number: index + 1, width, height }));

/** Speaker notes as a labelled quote; empty without notes. */
export function notesQuote(blocks: readonly TreeBlock[], page: number): TreeBlock[] {
  if (blocks.length === 0) return [];
  const label: TreeBlock = { kind: 'paragraph', content: [textRun('Notes', { bold: true })] };
  return [{ kind: 'quote', role: 'speaker_notes', blocks: [label, ...blocks], page }];
}

/** Warnings about slides by number. */
export const slideWarnings = (hidden: readonly number[], damaged: readonly number[]): string[] => [
  ...(hidden.length > 0 ? [`Hidden slides are included: ${listed(hidden)}.`] : []),
  ...(damaged.length > 0 ? [`Damaged slides could not be read: ${listed(damaged)}.`] : []),
];
