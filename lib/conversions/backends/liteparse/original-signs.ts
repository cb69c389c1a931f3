import type { TextItem } from '@llamaindex/liteparse';
import type { Box } from '../../shared/geometry/box.ts';

// liteparse replaces typographic dashes and quotation marks by those of ASCII: "2003–04" becomes "2003-04".
const PLAIN = /[-'"]/;
const ALL_PLAIN = /[-'"]/g;

const plainSigns: ReadonlyMap<string, string> = new Map([
  ...[...'-\'"'].map((sign): [string, string] => [sign, sign]),
  ...[...'\u2010\u2011\u2012\u2013\u2014\u2015\u2212'].map((dash): [string, string] => [dash, '-']),
  ...[...'\u2018\u2019\u201a\u201b\u2032'].map((mark): [string, string] => [mark, "'"]),
  ...[...'\u201c\u201d\u201e\u201f\u2033'].map((mark): [string, string] => [mark, '"']),
]);

/** A dash or quotation mark as it is in the file, plain ones included. Its middle, in points from the page's top left. */
export interface Sign {
  readonly text: string;
  readonly x: number;
  readonly y: number;
}

/** Whether a character is a dash or quotation mark, plain or not. */
export const isSign = (text: string): boolean => plainSigns.has(text);

// Points in which signs are looked up.
const BAND = 8;
// Points that the middle of a sign may be outside of its item.
const MARGIN = 0.5;

function bandsOf(signs: readonly Sign[]): Map<number, Sign[]> {
  const bands = new Map<number, Sign[]>();
  for (const sign of signs) {
    const band = Math.floor(sign.y / BAND);
    const own = bands.get(band);
    if (own === undefined) bands.set(band, [sign]);
    else own.push(sign);
  }
  return bands;
}

/** The signs inside a box, from left to right. */
function signsIn({ x, y, width, height }: Box, bands: ReadonlyMap<number, readonly Sign[]>): string[] {
  const inside: Sign[] = [];
  for (let band = Math.floor(y / BAND); band <= Math.floor((y + height) / BAND); band += 1) {
    for (const sign of bands.get(band) ?? []) {
      const isInside = sign.x >= x - MARGIN && sign.x <= x + width + MARGIN;
      if (isInside && sign.y >= y && sign.y <= y + height) inside.push(sign);
    }
  }
  return inside.toSorted((one, other) => one.x - other.x).map(({ text }) => text);
}

/** Replaces the signs of texts, one after the other. */
function replacer(signs: readonly string[]): (text: string) => string {
  let at = 0;
  return (text) =>
    text.replaceAll(ALL_PLAIN, (sign) => {
      at += 1;
      return signs[at - 1] ?? sign;
    });
}

/**
 * Gives the words of a page the dashes and quotation marks that they have in the file. An item whose signs are not those
 * that the file has at its place stays as it is, the same object.
 */
export function withOriginalSigns(items: readonly TextItem[], signs: readonly Sign[]): TextItem[] {
  const bands = bandsOf(signs);
  return items.map((item) => {
    if (!PLAIN.test(item.text)) return item;
    const found = signsIn(item, bands);
    const plain = found.map((sign) => plainSigns.get(sign)).join('');
    const isSame = plain === found.join('');
    if (isSame || plain !== (item.text.match(ALL_PLAIN) ?? []).join('')) return item;
    const text = replacer(found)(item.text);
    return item.words === undefined
      ? { ...item, text }
      : { ...item, text, words: item.words.map(replaceWord(replacer(found))) };
  });
}

const replaceWord =
  (replace: (text: string) => string) =>
  <W extends { readonly text: string }>(word: W): W => ({ ...word, text: replace(word.text) });
