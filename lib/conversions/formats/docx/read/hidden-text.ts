import { MAX_HIDDEN, TINY_POINTS } from '../../../document/hidden-text.ts';
import type { HiddenReason, HiddenText } from '../../../document/places.ts';
import type { OfficePackage } from '../../../shared/ooxml/open-package.ts';
import type { RunPaint, RunStyle } from '../../../shared/wordprocessing/run-style.ts';
import { childOf, type XmlElement } from '../../../shared/xml/element.ts';

const COLOUR = /^[\da-f]{6}$/i;
// Of 255. A channel below is seen on white paper.
const NEARLY_WHITE = 250;

const isWhite = (colour: string): boolean =>
  COLOUR.test(colour) &&
  [0, 2, 4].every((at) => Number.parseInt(colour.slice(at, at + 2), 16) >= NEARLY_WHITE);

/** Whether the shading of `w:shd` shows behind the text (ECMA-376 part 1, 17.3.5); undefined without shading. */
export function isShaded(properties: XmlElement | undefined): boolean | undefined {
  const shading = childOf(properties, 'w:shd')?.attributes;
  if (shading === undefined) return undefined;
  const fill = shading['w:fill'] ?? 'auto';
  const hasPattern = !['clear', 'nil', undefined].includes(shading['w:val']);
  return hasPattern || (COLOUR.test(fill) && !isWhite(fill));
}

/** Reads from `w:rPr` what decides whether text is seen. Undefined properties are inherited. */
export function readPaint(properties: XmlElement | undefined): RunPaint | undefined {
  if (properties === undefined || properties.children.length === 0) return undefined;
  const halfPoints = Number.parseFloat(childOf(properties, 'w:sz')?.attributes['w:val'] ?? '');
  const highlight = childOf(properties, 'w:highlight')?.attributes['w:val'];
  return {
    colour: childOf(properties, 'w:color')?.attributes['w:val'],
    size: halfPoints > 0 ? halfPoints / 2 : undefined,
    isShaded: highlight === undefined ? isShaded(properties) : !['none', 'white'].includes(highlight),
  };
}

/** Finds and lists the text that nobody can see. */
export interface HiddenTexts {
  /** Whether all text is read. */
  readonly keeps: boolean;
  /** Why text is left out; undefined if it is read. `isOnPaper`: whether only the page is behind it. */
  readonly reasonOf: (style: RunStyle, isOnPaper: boolean) => HiddenReason | undefined;
  /** Adds text that is left out. Text of the same `line` and reason is one. */
  readonly add: (text: string, reason: HiddenReason, line: object) => void;
  readonly list: () => readonly HiddenText[];
}

// Drawings that are not in the line of the text, which may be behind it.
const FLOATING = /<(?:wp:anchor|v:(?:shape|rect|roundrect|oval|background)|w:framePr)\b/;

/** Whether something may be painted behind the text of a document. */
function hasFloating(office: OfficePackage, parts: readonly string[]): boolean {
  const decoder = new TextDecoder();
  return parts.some((part) => {
    const bytes = office.archive.read(part);
    return bytes === undefined || FLOATING.test(decoder.decode(bytes));
  });
}

/**
 * Finds hidden text: marked as hidden in Word (`w:vanish`), tiny, or white on white paper. Text in tables, boxes and notes
 * and above drawings may have a colour behind it, and counts as seen if it is white.
 *
 * `keeps`: all text is read. `parts`: the body, and the headers and footers. `isPaperWhite`: the page has no colour of its
 * own.
 */
export function createHiddenTexts(
  office: OfficePackage,
  {
    keeps,
    parts,
    isPaperWhite,
  }: {
    readonly keeps: boolean;
    readonly parts: readonly string[];
    readonly isPaperWhite: boolean;
  },
): HiddenTexts {
  const found: { text: string; readonly reason: HiddenReason; readonly line: object }[] = [];
  let isWhiteHidden = isPaperWhite ? undefined : false;
  const isUnseen = ({ colour, isShaded: isOnShade }: RunPaint, isOnPaper: boolean): boolean => {
    if (!isOnPaper || isOnShade === true || colour === undefined || !isWhite(colour)) return false;
    isWhiteHidden ??= !hasFloating(office, parts);
    return isWhiteHidden;
  };
  return {
    keeps,
    reasonOf: ({ hidden, paint = {} }, isOnPaper) => {
      if (keeps) return undefined;
      if (hidden === true) return 'invisible';
      if (paint.size !== undefined && paint.size < TINY_POINTS) return 'tiny';
      return isUnseen(paint, isOnPaper) ? 'same_colour' : undefined;
    },
    add: (text, reason, line) => {
      const last = found.at(-1);
      if (last?.line === line && last.reason === reason) last.text += text;
      else if (found.length < MAX_HIDDEN) found.push({ text, reason, line });
    },
    list: () =>
      found.map(({ text, reason }) => ({ text: text.trim(), reason })).filter(({ text }) => text !== ''),
  };
}
