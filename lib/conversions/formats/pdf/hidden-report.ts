import type { TextItem } from '@llamaindex/liteparse';
import type { HiddenText } from '../../document/document-model.ts';
import { placeOf } from '../../document/places.ts';
import type { Box } from '../../shared/geometry/box.ts';
import type { HiddenRun, PdfiumPage } from './text-runs/text-runs.ts';

// Share of an item that a hidden run covers.
const COVERED = 0.5;

const overlapOf = (one: Box, other: Box): number =>
  Math.max(0, Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x)) *
  Math.max(0, Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y));

/** Removes the items of the other reader that cannot be seen. */
export const withoutHidden = (
  items: readonly TextItem[],
  hidden: readonly HiddenRun[],
): readonly TextItem[] =>
  hidden.length === 0
    ? items
    : items.filter(
        (item) => !hidden.some((run) => overlapOf(item, run) > item.width * item.height * COVERED),
      );

/** The text of a page that cannot be seen, with its places. */
export const hiddenTextOf = (page: number, { hidden }: PdfiumPage): HiddenText[] =>
  hidden.map(({ text, reason, ...box }) => ({ text: text.trim(), reason, place: placeOf(page, box) }));
