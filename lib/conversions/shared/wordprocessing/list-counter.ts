/** What counting needs to know of a list level. */
interface CountedLevel {
  readonly start: number;
  /** The level (from 0) below which items restart this one; undefined for any higher level, 0 for none. */
  readonly restart: number | undefined;
}

/** An item to be counted. */
interface CountedItem {
  /** Lists with the same definition share a counter. */
  readonly definition: string;
  /** The list, which may restart a level of the counter when it is first used. */
  readonly list: string;
  /** From 0. */
  readonly level: number;
  readonly levelAt: (index: number) => CountedLevel | undefined;
  /** Numbers with which the list restarts levels. */
  readonly starts: ReadonlyMap<number, number>;
}

const LEVELS = 9;

/**
 * Counts list items as Word does. Returns the numbers of an item and of the levels above it, by level. Levels that were
 * skipped count as begun (ECMA-376 part 1, 17.9; [MS-DOC] 2.9.150).
 */
export function createListCounter(): (item: CountedItem) => readonly (number | undefined)[] {
  const counts = new Map<string, (number | undefined)[]>();
  const begun = new Set<string>();
  return ({ definition, list, level, levelAt, starts }) => {
    const numbers = counts.get(definition) ?? [];
    counts.set(definition, numbers);
    for (let index = 0; index <= level; index += 1) {
      const key = `${list} ${index}`;
      const start = begun.has(key) ? undefined : starts.get(index);
      if (index === level) numbers[index] = start ?? (numbers[index] ?? (levelAt(index)?.start ?? 1) - 1) + 1;
      else numbers[index] ??= start ?? levelAt(index)?.start ?? 1;
      if (index === level) begun.add(key);
    }
    for (let deeper = level + 1; deeper < LEVELS; deeper += 1) {
      const restart = levelAt(deeper)?.restart;
      if (restart === undefined || level < restart) numbers[deeper] = undefined;
    }
    return numbers;
  };
}
