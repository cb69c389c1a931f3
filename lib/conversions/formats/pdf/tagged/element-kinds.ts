import { MAX_LEVEL } from '../../../shared/page-layout/headings.ts';
import type { TagElement, TaggedContent } from './tag-tree.ts';

// Types of elements that are blocks wherever they are, beside headings (ISO 32000-2, 14.8.4). Any other one is part of a line, unless
// it contains a block.
const blockTypes = new Set(
  'Document DocumentFragment Part Art Sect Div Aside BlockQuote Caption TOC TOCI Index P L LI LBody Table TR TH TD THead TBody TFoot Note FENote Figure Artifact'.split(
    ' ',
  ),
);
const inlineTypes = new Set(
  'NonStruct Private Lbl Span Quote Reference BibEntry Code Link Annot Ruby RB RT RP Warichu WT WP Formula Form Em Strong Sub'.split(
    ' ',
  ),
);

/** Returns true for content, as opposed to an element. */
export const isContent = (kid: TagElement | TaggedContent): kid is TaggedContent => 'mark' in kid;

/** Returns the level of a heading, by its type or, for `H`, the number of sections around it. Undefined for other elements. */
export function levelOf({ type }: Pick<TagElement, 'type'>, sections: number): number | undefined {
  if (type === 'Title') return 1;
  const level = type.startsWith('H') ? Number(type.slice(1)) : Number.NaN;
  return Number.isInteger(level) ? Math.min(MAX_LEVEL, Math.max(1, level || sections)) : undefined;
}

/** Returns true for an element of a type that is always a block. */
export const isBlockType = (element: Pick<TagElement, 'type'>): boolean =>
  blockTypes.has(element.type) || levelOf(element, 1) !== undefined;

/** Returns true for a type that needs no role map. */
export const isStandardType = (type: string): boolean => inlineTypes.has(type) || isBlockType({ type });

/** Returns true for a division (`div`) as Chromium writes it: an element without a type that contains only such elements. */
export const isDivision = (kid: TagElement | TaggedContent): kid is TagElement =>
  !isContent(kid) &&
  kid.type === 'NonStruct' &&
  kid.kids.length > 0 &&
  kid.kids.every((each) => !isContent(each) && each.type === 'NonStruct');

/** Returns a function that returns true for a block: by its type, or because it contains one. */
export function blockFinder(): (element: TagElement) => boolean {
  const known = new Map<TagElement, boolean>();
  const isBlock = (element: TagElement): boolean => {
    const found =
      known.get(element) ??
      (isBlockType(element) || element.kids.some((kid) => !isContent(kid) && isBlock(kid)));
    known.set(element, found);
    return found;
  };
  return isBlock;
}
