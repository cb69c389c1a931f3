/**
 * Creates a table that is safe to index by untrusted names, such as those of elements or fonts.
 *
 * It has no prototype, so `constructor` and `__proto__` are ordinary names.
 */
export const nameTable = <Value>(entries: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> =>
  Object.freeze(Object.assign(Object.create(null), entries));
