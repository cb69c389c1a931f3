import type { HiddenText } from '../../document/document-model.ts';
import { placeOf } from '../../document/places.ts';
import type { PdfiumPage } from './text-runs/text-runs.ts';

/** The text of a page that cannot be seen, with its places. */
export const hiddenTextOf = (page: number, { hidden }: PdfiumPage): HiddenText[] =>
  hidden.map(({ text, reason, ...box }) => ({ text: text.trim(), reason, place: placeOf(page, box) }));
