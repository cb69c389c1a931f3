import { maxOf, minOf } from '../base/arrays.ts';
import type { Engine, Target } from '../engine/engine.ts';
import { remainingRoutes } from './options.ts';
import { engines as allEngines } from './registry.ts';

/**
 * The most characters, white space left out, that a text file may have to become `target`: the limit of the most generous
 * route. Undefined if a route has no limit. Every engine on a route limits the same characters, because plain text passes
 * through it unchanged; the characters of other formats include markup, so nothing follows from them.
 */
export function maxTextCharacters(
  target: Target,
  options: Readonly<Record<string, unknown>>,
  engines: readonly Engine[] = allEngines,
): number | undefined {
  const limits = remainingRoutes('text', target, options, [], engines).map((route) =>
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
