import type { Column } from './columns.ts';
import type { Line } from './lines.ts';
import type { Word } from './words.ts';

// Points by which the ends of a heading and of its numbers differ.
const ALIGNED = 1;
// Columns that end where a word of a line ends, at least, unless all words of the line do.
const MIN_ENDS = 3;
// Columns that can end elsewhere: that of the labels, and one such as numbers with marks.
const OTHER_COLUMNS = 2;

/** Whether a word ends where a column ends. */
export const endsAt = (word: Word, { right }: Column): boolean => Math.abs(word.right - right) < ALIGNED;

/** The columns that end where words of a line end, as right-aligned numbers and their headings do. None if they are few. */
export function sharedEnds({ words }: Line, columns: readonly Column[]): readonly Column[] {
  const shared = columns.filter((column) => words.some((word) => endsAt(word, column)));
  const isEach = shared.length > 1 && shared.length === words.length;
  return isEach || shared.length >= Math.max(MIN_ENDS, columns.length - OTHER_COLUMNS) ? shared : [];
}
