/** Binary search: index of the last of `count` ascending numbers that is at most `value`; -1 if none is. */
export function lastNotAbove(count: number, numberAt: (index: number) => number, value: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numberAt(middle) <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
