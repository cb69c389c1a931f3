import type { HiddenText, PagePlace, PageSize } from '../../document/document-model.ts';
import type { TreeBlock } from '../../document/document-tree.ts';
import { MAX_HIDDEN } from '../../document/hidden-text.ts';

import { cellText } from '../../document/plain-text.ts';

const isOff = (
  { box: [left, top, right, bottom] }: PagePlace,
  slide: Pick<PageSize, 'width' | 'height'>,
): boolean => left >= slide.width || top >= slide.height || right <= 0 || bottom <= 0;

/** Removes the blocks that have text and are wholly beyond the edges of their slide, and adds them to `unseen`. Sizes are in points. */
export function withoutOffSlide(
  blocks: readonly TreeBlock[],
  slide: Pick<PageSize, 'width' | 'height'>,
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
