import { formatNumber } from '../../../base/number-formats.ts';
import { createListCounter } from '../../../shared/wordprocessing/list-counter.ts';
import { isOn } from '../../../shared/wordprocessing/run-style.ts';
import { isSymbolFont, symbolCharacter } from '../../../shared/wordprocessing/symbols.ts';
import { childOf, elementsOf, integerOf, type XmlElement } from '../../../shared/xml/element.ts';
import { indentOf, type NumberingRef, type Styles } from './styles.ts';

/** A list level. ECMA-376 part 1, 17.9.6. */
interface ListLevel {
  readonly format: string;
  readonly start: number;
  /** Such as `%1.%2)`. */
  readonly text: string;
  /** Whether all numbers of the label are decimal. */
  readonly isLegal: boolean;
  readonly indent: number;
  /** The paragraph style linked to this level. */
  readonly style: string | undefined;
  /** The level (from 0) whose items restart this one; undefined for any higher level. */
  readonly restart: number | undefined;
  readonly element: XmlElement;
}

/** A paragraph's position in its list. */
export interface ListPlace {
  readonly list: string;
  /** From 0. */
  readonly level: number;
  readonly ordered: boolean;
  readonly number: number;
  /** The label as Word displays it, such as `1.2.` or `Article IV`; empty for a bullet. */
  readonly label: string;
  /** Whether the label contains more than a number, such as words that list markup cannot express. */
  readonly isWordy: boolean;
  readonly indent: number;
  /** The label as Word displays it, also of a bullet. */
  readonly shownLabel: string;
}

/** Numbers the items of all lists of a document, in reading order. */
export interface Numbering {
  /** Position of the next paragraph of a list; undefined if the list is unknown or has no visible labels. */
  readonly next: (ref: NumberingRef, styleId: string | undefined) => ListPlace | undefined;
}

// ECMA-376 part 1, 17.9.3: levels are 0 to 8.
const LEVELS = 9;

/** The number of a level in a label. */
const NUMBER = /%([1-9])/g;

/** The number format of a level; of a custom one its first number, such as `001` of `001, 002, 003, ...`. */
function formatOf(element: XmlElement): string {
  const { 'w:val': format = 'decimal', 'w:format': sample } = childOf(element, 'w:numFmt')?.attributes ?? {};
  return format === 'custom' ? (sample?.split(',')[0] ?? 'decimal') : format;
}

function readLevel(element: XmlElement): ListLevel {
  const text = childOf(element, 'w:lvlText')?.attributes['w:val'] ?? '';
  return {
    format: formatOf(element),
    start: Math.max(0, integerOf(childOf(element, 'w:start'), 'w:val') ?? 0),
    text,
    isLegal: isOn(childOf(element, 'w:isLgl')) === true,
    indent: indentOf(childOf(element, 'w:pPr')) ?? 0,
    style: childOf(element, 'w:pStyle')?.attributes['w:val'],
    restart: integerOf(childOf(element, 'w:lvlRestart'), 'w:val'),
    element,
  };
}

const levelsOf = (element: XmlElement): Map<number, ListLevel> => {
  const levels = new Map<number, ListLevel>();
  for (const child of elementsOf(element)) {
    const index = integerOf(child, 'w:ilvl');
    if (child.name === 'w:lvl' && index !== undefined && index >= 0 && index < LEVELS)
      levels.set(index, readLevel(child));
  }
  return levels;
};

interface List {
  readonly abstract: string;
  readonly levels: ReadonlyMap<number, ListLevel>;
  /** Levels that this list restarts, with their start numbers. */
  readonly starts: ReadonlyMap<number, number>;
}

function readLists(root: XmlElement | undefined, styles: Styles): Map<string, List> {
  const abstracts = new Map<string, XmlElement>();
  const numbers = new Map<string, XmlElement>();
  for (const child of elementsOf(root)) {
    const id = child.attributes[child.name === 'w:num' ? 'w:numId' : 'w:abstractNumId'];
    if (id === undefined) continue;
    if (child.name === 'w:abstractNum') abstracts.set(id, child);
    else if (child.name === 'w:num') numbers.set(id, child);
  }
  const abstractOf = (number: XmlElement | undefined): string | undefined =>
    childOf(number, 'w:abstractNumId')?.attributes['w:val'];
  const lists = new Map<string, List>();
  for (const [id, number] of numbers) {
    let abstract = abstractOf(number);
    if (abstract === undefined) continue;
    const link = childOf(abstracts.get(abstract), 'w:numStyleLink')?.attributes['w:val'];
    const linked = link === undefined ? undefined : numbers.get(styles.numbering(link) ?? '');
    abstract = abstractOf(linked) ?? abstract;
    const definition = abstracts.get(abstract);
    if (definition === undefined) continue;
    const levels = levelsOf(definition);
    const starts = new Map<number, number>();
    for (const override of elementsOf(number)) {
      const level = integerOf(override, 'w:ilvl');
      if (override.name !== 'w:lvlOverride' || level === undefined) continue;
      for (const [index, own] of levelsOf(override)) levels.set(index, own);
      const start = integerOf(childOf(override, 'w:startOverride'), 'w:val');
      if (start !== undefined) starts.set(level, start);
    }
    lists.set(id, { abstract, levels, starts });
  }
  return lists;
}

// A bullet of a symbol font that has no equivalent.
const BULLET = '•';

function bulletOf({ text, element }: ListLevel): string {
  const font = childOf(childOf(element, 'w:rPr'), 'w:rFonts')?.attributes['w:ascii'] ?? '';
  const code = text.codePointAt(0);
  if (code === undefined) return '';
  const isSymbol = isSymbolFont(font) || (code >= 0xf000 && code <= 0xf0ff);
  return isSymbol ? symbolCharacter(font, code) || BULLET : text;
}

/** Reads `word/numbering.xml`, ECMA-376 part 1, 17.9. */
export function readNumbering(root: XmlElement | undefined, styles: Styles): Numbering {
  const lists = readLists(root, styles);
  const count = createListCounter();

  function levelOf(list: List, ref: NumberingRef, styleId: string | undefined): number {
    if (ref.level !== undefined) return Math.min(LEVELS - 1, Math.max(0, ref.level));
    for (const [index, level] of list.levels) {
      if (level.style !== undefined && level.style === styleId) return index;
    }
    return 0;
  }

  function labelOf(
    list: List,
    { text, isLegal }: ListLevel,
    numbers: readonly (number | undefined)[],
  ): string {
    return text.replaceAll(NUMBER, (_, digit: string) => {
      const index = Number(digit) - 1;
      const level = list.levels.get(index);
      // A level of bullets has no number.
      if (level?.format === 'bullet') return '';
      const format = isLegal ? 'decimal' : (level?.format ?? 'decimal');
      return formatNumber(numbers[index] ?? level?.start ?? 1, format);
    });
  }

  return {
    next: (ref, styleId) => {
      const list = lists.get(ref.id);
      if (list === undefined) return undefined;
      const level = levelOf(list, ref, styleId);
      const definition = list.levels.get(level);
      if (definition === undefined) return undefined;
      const { format, text, indent } = definition;
      const numbers = count({
        definition: list.abstract,
        list: ref.id,
        level,
        levelAt: (index) => list.levels.get(index),
        starts: list.starts,
      });
      const words = text.replaceAll(NUMBER, '');
      const isFixed = words === text;
      // A label without numbers, such as "Annex" or a dash.
      const isBullet = format === 'bullet' || (isFixed && text !== '' && !/[\p{L}\p{N}]/u.test(text));
      const label = isBullet ? '' : labelOf(list, definition, numbers).trim();
      if (!isBullet && label === '') return undefined;
      return {
        list: list.abstract,
        level,
        ordered: !isBullet,
        number: numbers[level] ?? 1,
        label,
        shownLabel: isBullet ? bulletOf(definition) : label,
        isWordy: !isBullet && (isFixed || /\p{L}{2}/u.test(words)),
        indent,
      };
    },
  };
}
