import { maxOf, minOf } from '../base/arrays.ts';
import type { Plan } from './plan.ts';

/**
 * The most characters, without white space, that a text file may have for a plan: the limit of its most generous route.
 * Undefined if a route has no limit or the document is not plain text. Every engine on a route limits the same characters,
 * because plain text passes through it unchanged; in other formats, markup counts as well.
 */
export function maxTextCharacters({ from, routes }: Plan): number | undefined {
  if (from !== 'text') return undefined;
  const limits = routes.map((route) =>
    minOf(route.map(({ engine }) => engine.limits.maxCharacters ?? Number.POSITIVE_INFINITY)),
  );
  const limit = maxOf(limits);
  return Number.isFinite(limit) ? limit : undefined;
}

/** Characters of a text other than ASCII white space, in UTF-16 code units. */
export function countCharacters(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 0x20) count += 1;
  return count;
}
