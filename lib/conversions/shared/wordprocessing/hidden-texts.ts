import type { HiddenText } from '../../document/document-model.ts';
import { MAX_HIDDEN, TINY_POINTS } from '../../document/hidden-text.ts';
import type { RunStyle } from './run-style.ts';

/** The backing of text: only the page, a separate white area, or something that may be dark. */
export type Backing = 'page' | 'white' | 'unknown';

const COLOUR = /^#?[\da-f]{6}$/i;
// Minimum channel value, of 255, that is invisible on white paper.
const NEARLY_WHITE = 250;

/** Returns true if a colour such as `FFFFFF` or `#ffffff` is invisible on white paper. False for names and automatic colours. */
export const isWhite = (colour: string): boolean =>
  COLOUR.test(colour) &&
  [-6, -4, -2].every((at) => Number.parseInt(colour.slice(at, at + 2 || undefined), 16) >= NEARLY_WHITE);

/** Returns true if a background such as `#203040` is visible on white paper. False for names and automatic colours. */
export const isDark = (colour: string): boolean => COLOUR.test(colour) && !isWhite(colour);

/** Finds and lists the invisible text of a text document. */
export interface HiddenTexts {
  /** True if hidden text is kept. */
  readonly keeps: boolean;
  /** Returns the reason to leave text out; undefined if it is read. */
  readonly reasonOf: (style: RunStyle, backing: Backing) => HiddenText['reason'] | undefined;
  /** Adds omitted text. Pieces of the same `line` and reason are joined. */
  readonly add: (text: string, reason: HiddenText['reason'], line: object) => void;
  readonly list: () => readonly HiddenText[];
}

/**
 * Finds hidden text: marked as hidden, tiny, or white on white.
 *
 * @param keeps true to keep hidden text
 * @param isPageWhite returns true if only white paper can be behind text on the page; called for the first white text
 */
export function createHiddenTexts(keeps: boolean, isPageWhite: () => boolean): HiddenTexts {
  const found: { text: string; readonly reason: HiddenText['reason']; readonly line: object }[] = [];
  let isPlainPage: boolean | undefined;
  const isOnWhite = (backing: Backing): boolean => {
    if (backing !== 'page') return backing === 'white';
    isPlainPage ??= isPageWhite();
    return isPlainPage;
  };
  return {
    keeps,
    reasonOf: ({ hidden, paint: { colour, size, isShaded } = {} }, backing) => {
      if (keeps) return undefined;
      if (hidden === true) return 'invisible';
      if (size !== undefined && size < TINY_POINTS) return 'tiny';
      const isUnseen = isShaded !== true && colour !== undefined && isWhite(colour) && isOnWhite(backing);
      return isUnseen ? 'same_colour' : undefined;
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
