import type { Box } from '../../shared/geometry/box.ts';
import type { TextRun } from '../../shared/page-layout/text-run.ts';
import { wordsOfRun } from '../../shared/page-layout/words-of-run.ts';
import type { PageAnnotation } from './page-annotations.ts';

/** A link area on a page. */
interface Link extends Box {
  readonly href: string;
}

/** The link areas on a page with a URL. Skips links within the document. */
export const linksOf = (annotations: readonly PageAnnotation[]): Link[] =>
  annotations.flatMap(({ uri, rect, areas }) =>
    uri === undefined ? [] : (areas.length > 0 ? areas : [rect]).map((area) => ({ href: uri, ...area })),
  );

/** Splits a run around the words in an area, and changes the part in it. */
function cutRun(run: TextRun, area: Box, change: (inside: TextRun) => TextRun): TextRun[] {
  const words = wordsOfRun(run);
  const isInside = words.map(({ x, width }) => x + width / 2 > area.x && x + width / 2 < area.x + area.width);
  const [first, last] = [isInside.indexOf(true), isInside.lastIndexOf(true) + 1];
  if (first < 0) return [run];
  /** The words from one index to another, with the spaces before and between them. */
  const part = (from: number, end: number): TextRun[] => {
    const [one, other] = [words[from], words[end - 1]];
    if (one === undefined || other === undefined || from >= end) return [];
    const start = from === 0 ? 0 : one.start;
    const text = run.text.slice(start, words[end]?.start);
    const edges = run.edges?.slice(from * 2, end * 2).map((edge) => edge - (one.x - run.x));
    return [{ ...run, text, x: one.x, width: other.x + other.width - one.x, edges }];
  };
  const inside = part(first, last).flatMap((piece) => {
    const text = piece.text.trimEnd();
    const space = piece.text.slice(text.length);
    return [
      change({ ...piece, text }),
      ...(space === '' ? [] : [{ ...piece, text: space, width: 0, edges: undefined }]),
    ];
  });
  return [...part(0, first), ...inside, ...part(last, words.length)];
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
