import { countOf, listed } from '../../base/count-of.ts';
import { formatPageRanges } from '../../base/page-ranges.ts';
import { type DamagedImage, damageWarnings } from '../../shared/images/damaged-images.ts';

/** A recognized page, and the number of places and numbers on it that could not be read for certain. */
export interface UnreadCount {
  readonly pageNum: number;
  readonly unread: number;
  readonly doubtful: number;
  /** Clockwise degrees by which the scan was turned. */
  readonly turn?: number | undefined;
  /** The page could not be recognized at all. */
  readonly hasFailed?: boolean | undefined;
  /** Images of the page that are missing on its scan. */
  readonly damaged?: readonly DamagedImage[] | undefined;
}

/** A warning that names all pages that could not be recognized. */
function failureWarnings(pages: readonly UnreadCount[]): string[] {
  const failed = pages.filter(({ hasFailed }) => hasFailed).map(({ pageNum }) => pageNum);
  if (failed.length === 0) return [];
  const which = `page${failed.length === 1 ? '' : 's'} ${formatPageRanges(failed)}`;
  return [
    `The text of ${which} could not be recognized and is missing. Convert these pages again on their own.`,
  ];
}

/** The number of something on pages, and the pages. */
function counted(pages: readonly UnreadCount[], noun: string, count: (page: UnreadCount) => number) {
  const affected = pages.filter((page) => count(page) > 0);
  const all = affected.reduce((sum, page) => sum + count(page), 0);
  const where = `page${affected.length === 1 ? '' : 's'} ${listed(affected.map(({ pageNum }) => pageNum))}`;
  return all === 0 ? undefined : { what: countOf(all, noun), where };
}

/** A warning about pages that were turned to be read. */
function turnWarnings(pages: readonly UnreadCount[]): string[] {
  const turned = pages.filter(({ turn = 0 }) => turn !== 0).map(({ pageNum }) => pageNum);
  if (turned.length === 0) return [];
  const which = turned.length === 1 ? `Page ${turned[0]} was` : `Pages ${formatPageRanges(turned)} were`;
  return [`${which} not upright and turned for text recognition. Compare the result with the original.`];
}

/** Warnings about what could not be read for certain on recognized pages. */
export function unreadWarnings(pages: readonly UnreadCount[]): string[] {
  const unread = counted(pages, 'place', (page) => page.unread);
  const doubtful = counted(pages, 'number', (page) => page.doubtful);
  return [
    ...failureWarnings(pages),
    ...damageWarnings(pages.flatMap(({ damaged = [] }) => damaged)),
    ...turnWarnings(pages),
    ...(unread === undefined
      ? []
      : [
          `${unread.what} with text on ${unread.where} could not be recognized. Compare the result with the original.`,
        ]),
    ...(doubtful === undefined
      ? []
      : [
          `${doubtful.what} on ${doubtful.where} may have been recognized without a point, a bracket or a digit. Compare the result with the original.`,
        ]),
  ];
}
