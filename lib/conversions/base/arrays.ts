// `push(...items)` puts each item on the stack and throws a RangeError at about 120,000 items.

/** Appends `items` to `target`, however many there are. */
export function appendAll<Item>(target: Item[], items: Iterable<Item>): void {
  for (const item of items) target.push(item);
}

/** Returns the smallest of `values` and `most`. */
export function minOf(values: Iterable<number>, most = Number.POSITIVE_INFINITY): number {
  let least = most;
  for (const value of values) least = Math.min(least, value);
  return least;
}

/** Returns the largest of `values` and `least`. */
export function maxOf(values: Iterable<number>, least = Number.NEGATIVE_INFINITY): number {
  let most = least;
  for (const value of values) most = Math.max(most, value);
  return most;
}
