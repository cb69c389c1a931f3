/** Merges properties of any kind: those that `over` does not set come from `under`. */
export function merged<Properties extends object>(
  under: Properties | undefined,
  over: Properties | undefined,
): Properties | undefined {
  if (under === undefined || over === undefined) return over ?? under;
  const set = Object.entries(over).filter(([, value]) => value !== undefined);
  return set.length === 0 ? under : { ...under, ...Object.fromEntries(set) };
}
