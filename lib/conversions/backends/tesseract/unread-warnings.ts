import { countOf, listed } from '../../base/count-of.ts';
import { formatPageRanges } from '../../base/page-ranges.ts';

/** A recognized page, and the number of places with text on it that could not be read. */
export interface UnreadCount {
  readonly pageNum: number;
  readonly unread: number;
  /** The page could not be recognized at all. */
  readonly hasFailed?: boolean | undefined;
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

/** A warning about text on recognized pages that could not be read. */
export function unreadWarnings(pages: readonly UnreadCount[]): string[] {
  const affected = pages.filter(({ unread }) => unread > 0);
  if (affected.length === 0) return failureWarnings(pages);
  const count = affected.reduce((sum, { unread }) => sum + unread, 0);
  const where = `page${affected.length === 1 ? '' : 's'} ${listed(affected.map(({ pageNum }) => pageNum))}`;
  return [
    ...failureWarnings(pages),
    `${countOf(count, 'place')} with text on ${where} could not be recognized. Compare the result with the original.`,
  ];
}
