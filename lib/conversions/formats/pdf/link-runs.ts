import type { ParsedPage } from '@llamaindex/liteparse';
import type { Box } from '../../shared/geometry/box.ts';
import type { TextRun } from '../../shared/page-layout/text-run.ts';

/** A link area on a page. */
interface Link extends Box {
  readonly href: string;
}

/** The link areas on a page with a URL. Skips links within the document. */
export function linksOf({ annotations = [] }: ParsedPage): Link[] {
  return annotations.flatMap(({ uri, rect, quadpointRects }) => {
    if (uri === undefined) return [];
    const boxes = quadpointRects.length > 0 ? quadpointRects : rect === undefined ? [] : [rect];
    return boxes.map(({ x, y, width, height }) => ({ href: uri, x, y, width, height }));
  });
}

const NARROW = /[\sijltfrI.,:;!'|()[\]]/;
const WIDE = /[mwMW@%—\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;

/** Estimated start of each character of a run, and end of the last, from typical font widths. */
function placesOf({ text, x, width }: TextRun, mono: boolean): number[] {
  const weights = Array.from({ length: text.length }, (_, at) => {
    const letter = text[at] ?? '';
    return mono
      ? 1
      : NARROW.test(letter)
        ? 0.55
        : WIDE.test(letter)
          ? 1.6
          : /\p{Lu}/u.test(letter)
            ? 1.25
            : 1;
  });
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const places = [x];
  for (const weight of weights) places.push((places.at(-1) ?? x) + (weight / all) * width);
  return places;
}

/** Splits a run at the word boundaries where an area starts and ends, and changes the part in it. */
function cutRun(run: TextRun, area: Box, change: (inside: TextRun) => TextRun): TextRun[] {
  const places = placesOf(run, run.mono === true);
  const closest = (x: number): number => {
    let best = 0;
    places.forEach((place, at) => {
      if (Math.abs(place - x) < Math.abs((places[best] ?? 0) - x)) best = at;
    });
    return best;
  };
  const first = area.x <= run.x + run.size * 0.3 ? 0 : nearest(run.text, closest(area.x));
  const isToEnd = area.x + area.width >= run.x + run.width - run.size * 0.3;
  const last = isToEnd ? run.text.length : nearest(run.text, closest(area.x + area.width));
  if (last <= first) return [run];
  const part = (start: number, end: number): TextRun => {
    const from = places[start] ?? run.x;
    return { ...run, text: run.text.slice(start, end), x: from, width: (places[end] ?? from) - from };
  };
  const inside = part(first, last);
  const end = first + inside.text.trimEnd().length;
  return [part(0, first), change(part(first, end)), part(end, run.text.length)].filter(
    (piece) => piece.text !== '',
  );
}

/** The word boundary nearest to an index in a text. */
function nearest(text: string, at: number): number {
  for (let away = 0; away < 12; away += 1) {
    for (const place of [at - away, at + away]) {
      const isBorder = /\s/.test(text[place - 1] ?? ' ') !== /\s/.test(text[place] ?? ' ');
      if (place >= 0 && place <= text.length && isBorder) return place;
    }
  }
  return at;
}

/** Changes the part of a run that is in an area, if there is one. The change starts and ends at word boundaries. */
export function changeInside(run: TextRun, area: Box, change: (inside: TextRun) => TextRun): TextRun[] {
  const middle = run.y + run.height / 2;
  const isBeside = middle < area.y || middle > area.y + area.height;
  const overlap = Math.min(run.x + run.width, area.x + area.width) - Math.max(run.x, area.x);
  // A letter by itself is narrower than its run.
  if (isBeside || overlap < Math.min(run.size * 0.4, run.width / 2)) return [run];
  return overlap > run.width * 0.95 ? [change(run)] : cutRun(run, area, change);
}

// A page with more links is not ordinary text.
const MAX_LINKS = 500;

/** Adds link addresses to runs. Splits a run that is only partly in a link. */
export function withLinks(runs: readonly TextRun[], links: readonly Link[]): readonly TextRun[] {
  if (links.length === 0 || links.length > MAX_LINKS) return runs;
  let linked = [...runs];
  for (const link of links) {
    const { href } = link;
    linked = linked.flatMap((run) =>
      run.href === undefined ? changeInside(run, link, (inside) => ({ ...inside, href })) : [run],
    );
  }
  return linked;
}
