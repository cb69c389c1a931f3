/** A list level and its number format. RTF 1.9.1, "List Table". */
export interface RtfLevel {
  format: number;
  start: number;
}

/** A paragraph's position in its list. */
export interface RtfPlace {
  readonly list: string;
  readonly level: number;
  readonly ordered: boolean;
  readonly number: number;
}

/** List definitions and item counters. */
export interface RtfLists {
  readonly levels: Map<number, RtfLevel[]>;
  /** Lists by the override numbers that paragraphs refer to. */
  readonly overrides: Map<number, number>;
  readonly next: (override: number, level: number) => RtfPlace | undefined;
}

// \levelnfc: 23 is a bullet, 255 is no number.
const BULLET = 23;
const NOTHING = 255;
const LEVELS = 9;

/** Creates an empty set of lists. */
export function createRtfLists(): RtfLists {
  const levels = new Map<number, RtfLevel[]>();
  const overrides = new Map<number, number>();
  const counts = new Map<number, (number | undefined)[]>();
  return {
    levels,
    overrides,
    next: (override, requestedLevel) => {
      const list = overrides.get(override);
      if (list === undefined) return undefined;
      const level = Math.min(LEVELS - 1, Math.max(0, requestedLevel));
      const definition = levels.get(list)?.[level];
      if (definition === undefined || definition.format === NOTHING) return undefined;
      const numbers = counts.get(list) ?? [];
      counts.set(list, numbers);
      numbers.length = Math.min(numbers.length, level + 1);
      const number = (numbers[level] ?? definition.start - 1) + 1;
      numbers[level] = number;
      return { list: `list ${list}`, level, ordered: definition.format !== BULLET, number };
    },
  };
}
