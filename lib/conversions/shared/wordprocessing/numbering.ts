import { formatNumber } from '../../base/number-formats.ts';
import { createListCounter } from './list-counter.ts';

/** A list level and its number format. RTF 1.9.1, "List Table"; [MS-DOC] 2.9.150. */
export interface RtfLevel {
  format: number;
  start: number;
  /** The label. The characters 0 to 8 are placeholders for the numbers of levels 1 to 9. */
  text: string;
  /** Whether all numbers of the label are decimal. */
  isLegal: boolean;
  /** The level (from 0) below which items restart this one; undefined for any higher level, 0 for none. */
  restart: number | undefined;
}

/** The list that paragraphs refer to, and what they change of it. */
interface RtfOverride {
  readonly list: number;
  /** Start numbers and definitions by level. */
  readonly starts: ReadonlyMap<number, number>;
  readonly levels: ReadonlyMap<number, RtfLevel>;
}

/** A paragraph's position in its list. */
interface RtfPlace {
  readonly list: string;
  readonly level: number;
  readonly ordered: boolean;
  readonly number: number;
  /** As shown; undefined for a bullet, and if the document does not define it. */
  readonly label: string | undefined;
}

/** List definitions and item counters. */
export interface RtfLists {
  readonly levels: Map<number, RtfLevel[]>;
  /** By the numbers that paragraphs refer to. */
  readonly overrides: Map<number, RtfOverride>;
  readonly next: (override: number, level: number) => RtfPlace | undefined;
}

// \levelnfc, [MS-OSHARED] 2.2.1.3: 23 is a bullet, 255 is no number.
const BULLET = 23;
const NOTHING = 255;
const LEVELS = 9;

const formats: Readonly<Partial<Record<number, string>>> = {
  1: 'upperRoman',
  2: 'lowerRoman',
  3: 'upperLetter',
  4: 'lowerLetter',
  5: 'ordinal',
  10: 'ideographDigital',
  11: 'japaneseCounting',
  12: 'aiueo',
  13: 'iroha',
  14: 'decimalFullWidth',
  16: 'japaneseLegal',
  17: 'japaneseDigitalTenThousand',
  18: 'decimalEnclosedCircle',
  19: 'decimalFullWidth2',
  20: 'aiueo',
  21: 'iroha',
  22: 'decimalZero',
  24: 'ganada',
  25: 'chosung',
  26: 'decimalEnclosedFullstop',
  27: 'decimalEnclosedParen',
  28: 'decimalEnclosedCircleChinese',
  29: 'ideographEnclosedCircle',
  30: 'ideographTraditional',
  31: 'ideographZodiac',
  33: 'taiwaneseCounting',
  34: 'ideographLegalTraditional',
  35: 'taiwaneseCountingThousand',
  36: 'taiwaneseDigital',
  37: 'chineseCounting',
  38: 'chineseLegalSimplified',
  39: 'chineseCountingThousand',
  41: 'koreanDigital',
  42: 'koreanCounting',
  44: 'koreanDigital2',
  45: 'hebrew1',
  46: 'arabicAlpha',
  47: 'hebrew2',
  48: 'arabicAbjad',
  51: 'hindiNumbers',
  53: 'thaiLetters',
  54: 'thaiNumbers',
  57: 'numberInDash',
  58: 'russianLower',
  59: 'russianUpper',
  [NOTHING]: 'none',
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: the file formats have them.
const PLACEHOLDER = /[\0-\x08]/g;

/** Creates an empty set of lists. */
export function createRtfLists(): RtfLists {
  const levels = new Map<number, RtfLevel[]>();
  const overrides = new Map<number, RtfOverride>();
  const count = createListCounter();

  return {
    levels,
    overrides,
    next: (id, requestedLevel) => {
      const override = overrides.get(id);
      if (override === undefined) return undefined;
      const { list } = override;
      const level = Math.min(LEVELS - 1, Math.max(0, requestedLevel));
      const levelOf = (index: number): RtfLevel | undefined =>
        override.levels.get(index) ?? levels.get(list)?.[index];
      const definition = levelOf(level);
      if (definition === undefined) return undefined;
      const { format, text } = definition;
      // A label of words only is not a number, but it is shown. A bullet that is a space is not.
      const isBlank = format === BULLET && text !== '';
      if ((format === NOTHING || isBlank) && text.trim() === '') return undefined;
      const numbers = count({
        definition: String(list),
        list: String(id),
        level,
        levelAt: levelOf,
        starts: override.starts,
      });
      const ordered = definition.format !== BULLET;
      const label = definition.text
        .replaceAll(PLACEHOLDER, (place) => {
          const index = place.charCodeAt(0);
          const of = levelOf(index);
          // A level of bullets has no number.
          if (of?.format === BULLET) return '';
          const format = definition.isLegal ? undefined : formats[of?.format ?? 0];
          return formatNumber(numbers[index] ?? of?.start ?? 1, format ?? 'decimal');
        })
        .trim();
      const number = numbers[level] ?? 1;
      return {
        list: `list ${list}`,
        level,
        ordered,
        number,
        label: ordered && label !== '' ? label : undefined,
      };
    },
  };
}
