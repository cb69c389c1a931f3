/**
 * Makes names unique: the first keeps its name, later ones become `copyOf(2)`, `copyOf(3)` and so on. `keyOf` returns
 * the key that must be unique. Linear in the number of names, even if all are alike.
 */
export function createUniqueNames(
  keyOf: (name: string) => string = (name) => name,
): (base: string, copyOf: (copy: number) => string) => string {
  const taken = new Set<string>();
  const nextCopies = new Map<string, number>();
  return (base, copyOf) => {
    let name = base;
    let copy = nextCopies.get(keyOf(base)) ?? 2;
    for (; taken.has(keyOf(name)); copy += 1) name = copyOf(copy);
    nextCopies.set(keyOf(base), copy);
    taken.add(keyOf(name));
    return name;
  };
}
