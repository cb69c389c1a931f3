import type { SheetAxis } from '../../../../../document/printed-sheet.ts';
import type { Axis } from './axis.ts';

/** The columns or rows of a page, inclusive. */
export interface Span {
  readonly first: number;
  readonly last: number;
}

// Sizes are multiples of a twentieth of a point.
const ROUNDING = 0.001;

/** Size of the repeated columns or rows on a page that starts at an index. */
export const repeatedSize = (axis: Axis, repeated: SheetAxis['repeated'], first: number): number =>
  repeated === undefined || first <= repeated.last
    ? 0
    : axis.offset(repeated.last + 1) - axis.offset(repeated.first);

/**
 * Splits columns or rows into pages of `room` points, with at least one on each. Omits pages on which all are hidden.
 */
export function pageSpans(
  axis: Axis,
  { first, last }: Span,
  room: number,
  { breaks, repeated }: Pick<SheetAxis, 'breaks' | 'repeated'>,
): Span[] {
  const spans: Span[] = [];
  let start = first;
  let left = room - repeatedSize(axis, repeated, first);
  let isVisible = false;
  let nextBreak = 0;
  const end = (index: number): void => {
    if (isVisible) spans.push({ first: start, last: index - 1 });
    start = index;
    left = room - repeatedSize(axis, repeated, index);
    isVisible = false;
  };
  for (let index = first; index <= last; index += 1) {
    while ((breaks[nextBreak] ?? Number.POSITIVE_INFINITY) < index) nextBreak += 1;
    const size = axis.size(index);
    const isBreak = breaks[nextBreak] === index && index > start;
    if (isBreak || (isVisible && size > left + ROUNDING)) end(index);
    if (size > 0) isVisible = true;
    left -= size;
  }
  end(last + 1);
  return spans;
}
