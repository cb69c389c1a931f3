/**
 * A table that is indexed by names from outside, such as those of elements or fonts.
 *
 * It inherits nothing: `constructor` and `__proto__` are names like any other.
 */
export const nameTable = <Value>(entries: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> =>
  Object.freeze(Object.assign(Object.create(null), entries));
