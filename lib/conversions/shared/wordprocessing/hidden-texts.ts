import type { HiddenText } from '../../document/document-model.ts';
import { MAX_HIDDEN, TINY_POINTS } from '../../document/hidden-text.ts';
import type { RunStyle } from './run-style.ts';

/** What is behind text: only the page, a white area of its own, or something that may be dark. */
export type Backing = 'page' | 'white' | 'unknown';

const COLOUR = /^#?[\da-f]{6}$/i;
// Of 255. A channel below is seen on white paper.
const NEARLY_WHITE = 250;

/** Whether a colour such as `FFFFFF` or `#ffffff` cannot be seen on white paper. False for names and automatic colours. */
export const isWhite = (colour: string): boolean =>
  COLOUR.test(colour) &&
  [-6, -4, -2].every((at) => Number.parseInt(colour.slice(at, at + 2 || undefined), 16) >= NEARLY_WHITE);

/** Whether a background such as `FFFFFF` or `#203040` shows. False for names and automatic colours. */
export const isDark = (colour: string): boolean => COLOUR.test(colour) && !isWhite(colour);

/** Finds and lists the text of a text document that nobody can see. */
export interface HiddenTexts {
  /** Whether all text is read. */
  readonly keeps: boolean;
  /** Why text is left out; undefined if it is read. */
  readonly reasonOf: (style: RunStyle, backing: Backing) => HiddenText['reason'] | undefined;
  /** Adds text that is left out. Text of the same `line` and reason is one. */
  readonly add: (text: string, reason: HiddenText['reason'], line: object) => void;
  readonly list: () => readonly HiddenText[];
}

/**
 * Finds hidden text: marked as hidden, tiny, or white on white.
 *
 * @param keeps whether all text is read
 * @param isPageWhite whether nothing but white paper may be behind text on the page; called for the first white text
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
