import type { TextRun } from './layout/text-run.ts';
import type { Box } from './tables/page-table.ts';

/** A place on a page that leads somewhere. */
export interface Link extends Box {
  readonly href: string;
}

/** Which characters of a run lie in a link; positions are reckoned with, as if all letters had one width. */
function cutRun(run: TextRun, link: Link): TextRun[] {
  const from = Math.round(((link.x - run.x) / run.width) * run.text.length);
  const to = Math.round(((link.x + link.width - run.x) / run.width) * run.text.length);
  // Links begin and end with words.
  const wordStart = (at: number): number => (at <= 0 ? 0 : nearest(run.text, at));
  const first = wordStart(Math.max(0, from));
  const last = to >= run.text.length ? run.text.length : wordStart(to);
  if (last <= first) return [run];
  const width = run.width / run.text.length;
  const part = (start: number, end: number): TextRun => ({
    ...run,
    text: run.text.slice(start, end),
    x: run.x + start * width,
    width: (end - start) * width,
  });
  const inside = part(first, last);
  const text = inside.text.trimEnd();
  return [
    part(0, first),
    { ...inside, text, href: link.href, width: text.length * width },
    part(first + text.length, run.text.length),
  ].filter((piece) => piece.text !== '');
}

/** The border of a word that is nearest to a place in a text. */
function nearest(text: string, at: number): number {
  for (let away = 0; away < 12; away += 1) {
    for (const place of [at - away, at + away]) {
      const isBorder = /\s/.test(text[place - 1] ?? ' ') !== /\s/.test(text[place] ?? ' ');
      if (place >= 0 && place <= text.length && isBorder) return place;
    }
  }
  return at;
}

// More links than these on one page are no text with links.
const MAX_LINKS = 500;

/** Runs, those that lie in links with their addresses; runs that lie in one in part are cut. */
export function withLinks(runs: readonly TextRun[], links: readonly Link[]): readonly TextRun[] {
  if (links.length === 0 || links.length > MAX_LINKS) return runs;
  let linked = [...runs];
  for (const link of links) {
    linked = linked.flatMap((run) => {
      const middle = run.y + run.height / 2;
      const isBeside = middle < link.y || middle > link.y + link.height;
      const overlap = Math.min(run.x + run.width, link.x + link.width) - Math.max(run.x, link.x);
      if (run.href !== undefined || isBeside || overlap < run.size * 0.4) return [run];
      return overlap > run.width * 0.95 ? [{ ...run, href: link.href }] : cutRun(run, link);
    });
  }
  return linked;
}
