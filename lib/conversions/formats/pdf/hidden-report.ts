import type { TextItem } from '@llamaindex/liteparse';
import type { HiddenText } from '../../document/document-model.ts';
import { placeOf } from '../../document/places.ts';
import type { Box } from '../../shared/geometry/box.ts';
import type { PdfiumPage } from './text-runs/text-runs.ts';

// Share of an item that a hidden run covers.
const COVERED = 0.5;

const overlapOf = (one: Box, other: Box): number =>
  Math.max(0, Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x)) *
  Math.max(0, Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y));

// Maximum difference between the sizes of a watermark's text by both readers, as a share.
const SAME_SIZE = 0.1;

/** Removes the items of the other reader that cannot be seen, and those of watermarks. */
export function withoutHidden(
  items: readonly TextItem[],
  { hidden, watermarks }: Pick<PdfiumPage, 'hidden' | 'watermarks'>,
): readonly TextItem[] {
  if (hidden.length + watermarks.length === 0) return items;
  const mark = watermarks
    .map(({ text }) => text)
    .join('')
    .replaceAll(/\s/g, '');
  const isOfWatermark = ({ text, fontSize = 0 }: TextItem): boolean =>
    mark.includes(text.replaceAll(/\s/g, '')) &&
    watermarks.some(({ size }) => Math.abs(size - fontSize) <= size * SAME_SIZE);
  return items.filter(
    (item) =>
      !isOfWatermark(item) &&
      !hidden.some((run) => overlapOf(item, run) > item.width * item.height * COVERED),
  );
}

/** The text of a page that cannot be seen, with its places. */
export const hiddenTextOf = (page: number, { hidden }: PdfiumPage): HiddenText[] =>
  hidden.map(({ text, reason, ...box }) => ({ text: text.trim(), reason, place: placeOf(page, box) }));
