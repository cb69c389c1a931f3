/** A level of a list, and what it shows. RTF 1.9.1, "List Table". */
export interface RtfLevel {
  format: number;
  start: number;
}

/** Where a paragraph stands in its list. */
export interface RtfPlace {
  readonly list: string;
  readonly level: number;
  readonly ordered: boolean;
  readonly number: number;
}

/** Lists as they are declared, and the counting of their items. */
export interface RtfLists {
  readonly levels: Map<number, RtfLevel[]>;
  /** Lists by the numbers paragraphs use. */
  readonly overrides: Map<number, number>;
  readonly next: (override: number, level: number) => RtfPlace | undefined;
}

// \levelnfc: 23 is a bullet, 255 shows nothing.
const BULLET = 23;
const NOTHING = 255;
const LEVELS = 9;

/** No lists yet. */
export function createRtfLists(): RtfLists {
  const levels = new Map<number, RtfLevel[]>();
  const overrides = new Map<number, number>();
  const counts = new Map<number, (number | undefined)[]>();
  return {
    levels,
    overrides,
    next: (override, asked) => {
      const list = overrides.get(override);
      if (list === undefined) return undefined;
      const level = Math.min(LEVELS - 1, Math.max(0, asked));
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
