import type { Bidi } from 'bidi-js';
import { covers } from '../../../../backends/fonts/font-coverage.ts';
import type { FontName } from '../../../../backends/fonts/fonts.ts';
import { fontOrder, leadRuns } from '../../../../backends/fonts/leading-font.ts';
import { loadPackage } from '../../../../base/package-assets.ts';
import { IGNORABLE } from './font-codes.ts';
import type { PageFont, ShapedText } from './page-font.ts';

/** A piece of a line: a word, the spaces between two words, an East Asian character. In one font and direction. */
export interface Piece {
  readonly shaped: ShapedText;
  /** Embedding level (Unicode Bidirectional Algorithm, UAX 9): odd from right to left. */
  readonly level: number;
}

/** Splits lines of a document into shaped pieces, in logical order. */
export type SplitLine = (line: string, isRightToLeft: boolean) => Piece[];

const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const TOKENS = / +|[^ ]+/g;
// Longer words are shaped in pieces, because a word that is broken is shaped again for each row.
const LONGEST_TOKEN = 200;
// These have the font of the character before them, as do those after a joiner.
const ATTACHED = /[\p{M}\p{Default_Ignorable_Code_Point}\p{Emoji_Modifier}]/u;
const JOINER = '\u200d';
const FIRST_ATTACHED = 0x300;

/** Whether a character is shaped by itself: ideographs, kana, Hangul and their punctuation. */
const isEastAsian = (codePoint: number): boolean =>
  // Voiced sound marks are shaped with the kana before them.
  (codePoint >= 0x2e80 && codePoint < 0xa4d0 && codePoint !== 0x3099 && codePoint !== 0x309a) ||
  (codePoint >= 0xac00 && codePoint < 0xd7a4) ||
  (codePoint >= 0xf900 && codePoint < 0xfb00) ||
  (codePoint >= 0xff00 && codePoint < 0xfff0) ||
  (codePoint >= 0x20000 && codePoint < 0x40000);

const CACHED_TOKENS = 50_000;

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Splits text at spaces, and long words between graphemes. */
function* tokensOf(text: string): Generator<string> {
  for (const [token] of text.matchAll(TOKENS)) {
    if (token.length <= LONGEST_TOKEN) {
      yield token;
      continue;
    }
    let from = 0;
    for (const { index } of graphemes.segment(token)) {
      if (index - from < LONGEST_TOKEN) continue;
      yield token.slice(from, index);
      from = index;
    }
    yield token.slice(from);
  }
}

/** Returns the fonts of a text's characters: the first in `order` that has them, otherwise the first. */
function* fontRuns(text: string, order: readonly FontName[]): Generator<readonly [FontName, string]> {
  const [main] = order;
  if (main === undefined) return;
  const firstWith = (characters: Iterable<string>): FontName | undefined => {
    const all = [...characters].filter((character) => !IGNORABLE.test(character));
    return order.find((name) => all.every((character) => covers(name, character.codePointAt(0) ?? 0)));
  };
  let font: FontName | undefined;
  let from = 0;
  let clusterFrom = 0;
  let isAfterEastAsian = false;
  for (let at = 0; at < text.length; ) {
    const codePoint = text.codePointAt(at) ?? 0;
    const next = at + (codePoint > 0xffff ? 2 : 1);
    const isOwn = isEastAsian(codePoint);
    const isAttached =
      codePoint >= FIRST_ATTACHED &&
      !isOwn &&
      (ATTACHED.test(text.slice(at, next)) || text[at - 1] === JOINER);
    if (font !== undefined && isAttached) {
      const joint = firstWith(text.slice(clusterFrom, next)) ?? font;
      if (joint !== font && !covers(font, codePoint)) {
        if (clusterFrom > from) yield [font, text.slice(from, clusterFrom)];
        from = clusterFrom;
        font = joint;
      }
      at = next;
      continue;
    }
    const own: FontName = order.find((name) => covers(name, codePoint)) ?? main;
    if (font !== undefined && (own !== font || isOwn || isAfterEastAsian)) {
      yield [font, text.slice(from, at)];
      from = at;
    }
    font = own;
    clusterFrom = at;
    isAfterEastAsian = isOwn;
    at = next;
  }
  if (font !== undefined) yield [font, text.slice(from)];
}

/** Creates the function for a document with these fonts, in lookup order. */
export async function lineSplitter(
  names: readonly FontName[],
  fontOf: (name: FontName) => PageFont,
): Promise<SplitLine> {
  const { default: createBidi } = await loadPackage<{ readonly default: () => Bidi }>('bidi-js');
  const bidi = createBidi();
  const orders = new Map<string | undefined, readonly FontName[]>();
  const tokens = new Map<string, Map<string, ShapedText[]>>();

  function shapeToken(token: string, lead: string | undefined, isRightToLeft: boolean): ShapedText[] {
    const key = `${lead} ${isRightToLeft}`;
    const cached = tokens.get(key) ?? new Map<string, ShapedText[]>();
    tokens.set(key, cached);
    const known = cached.get(token);
    if (known !== undefined) return known;
    const order = orders.get(lead) ?? fontOrder(names, lead);
    orders.set(lead, order);
    const shaped = Array.from(fontRuns(token, order), ([name, text]) =>
      fontOf(name).shape(text, isRightToLeft),
    );
    if (cached.size === CACHED_TOKENS) cached.clear();
    cached.set(token, shaped);
    return shaped;
  }

  return (line, isRightToLeft) => {
    const levels = RIGHT_TO_LEFT.test(line)
      ? bidi.getEmbeddingLevels(line, isRightToLeft ? 'rtl' : 'ltr').levels
      : undefined;
    const pieces: Piece[] = [];
    let start = 0;
    for (const { lead, text } of leadRuns(line)) {
      const end = start + text.length;
      for (let from = start; from < end; ) {
        const level = levels?.[from] ?? 0;
        let to = levels === undefined ? end : from + 1;
        while (to < end && levels?.[to] === level) to += 1;
        for (const token of tokensOf(line.slice(from, to)))
          for (const shaped of shapeToken(token, lead, level % 2 === 1)) pieces.push({ shaped, level });
        from = to;
      }
      start = end;
    }
    return pieces;
  };
}
