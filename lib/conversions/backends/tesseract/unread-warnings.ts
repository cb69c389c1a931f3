import { countOf, listed } from '../../base/count-of.ts';

/** A recognized page, and the number of places with text on it that could not be read. */
export interface UnreadCount {
  readonly pageNum: number;
  readonly unread: number;
}

/** A warning about text on recognized pages that could not be read. */
export function unreadWarnings(pages: readonly UnreadCount[]): string[] {
  const affected = pages.filter(({ unread }) => unread > 0);
  if (affected.length === 0) return [];
  const count = affected.reduce((sum, { unread }) => sum + unread, 0);
  const where = `page${affected.length === 1 ? '' : 's'} ${listed(affected.map(({ pageNum }) => pageNum))}`;
  return [
    `${countOf(count, 'place')} with text on ${where} could not be recognized. Compare the result with the original.`,
  ];
}
