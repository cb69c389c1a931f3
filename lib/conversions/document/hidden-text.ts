import { listed } from '../base/count-of.ts';
import type { HiddenText } from './document-model.ts';

/** Text below this size, in points, counts as hidden; the smallest print that people read is four. */
export const TINY_POINTS = 1.5;

/** Hidden texts that a document lists at most; it may have one for each of its words. */
export const MAX_HIDDEN = 1000;

/** A warning about text that was left out because it cannot be seen. `unit`: what the format has instead of pages. */
export function hiddenWarnings(hidden: readonly HiddenText[], unit = 'page'): string[] {
  if (hidden.length === 0) return [];
  const pages = [...new Set(hidden.flatMap(({ place }) => place?.page ?? []))].toSorted((a, b) => a - b);
  const where = pages.length === 0 ? '' : ` on ${unit}${pages.length === 1 ? '' : 's'} ${listed(pages)}`;
  return [`Hidden text was left out${where}. Set "hidden" to "keep" to include it.`];
}
