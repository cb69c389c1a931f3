import type { Box } from '../../shared/geometry/box.ts';

// liteparse replaces typographic dashes and quotation marks by those of ASCII: "2003–04" becomes "2003-04".
const PLAIN = /[-'"]/;
const ALL_PLAIN = /[-'"]/g;

const plainByOriginal: ReadonlyMap<string, string> = new Map([
  ...[...'-\'"'].map((character): [string, string] => [character, character]),
  ...[...'\u2010\u2011\u2012\u2013\u2014\u2015\u2212'].map((dash): [string, string] => [dash, '-']),
  ...[...'\u2018\u2019\u201a\u201b\u2032'].map((quote): [string, string] => [quote, "'"]),
  ...[...'\u201c\u201d\u201e\u201f\u2033'].map((quote): [string, string] => [quote, '"']),
]);

/** A dash or quotation mark as it is in the file, plain ones included. Its middle, in points from the page's top left. */
export interface Punctuation {
  readonly text: string;
  readonly x: number;
  readonly y: number;
}

const byCode: ReadonlyMap<number, string> = new Map(
  [...plainByOriginal.keys()].map((character) => [character.charCodeAt(0), character]),
);

/** Returns the dash or quotation mark of a UTF-16 code, plain or not; undefined for another character. */
export const punctuationOf = (code: number): string | undefined => byCode.get(code);

// Height in points of the bands by which punctuation is looked up.
const BAND = 8;
// Maximum points by which the middle of a character is outside its item.
const MARGIN = 0.5;

type Bands = ReadonlyMap<number, readonly Punctuation[]>;

/** Returns the punctuation in a box, from left to right. */
function inside({ x, y, width, height }: Box, bands: Bands): Punctuation[] {
  const found: Punctuation[] = [];
  for (let band = Math.floor(y / BAND); band <= Math.floor((y + height) / BAND); band += 1) {
    for (const each of bands.get(band) ?? []) {
      const isLevel = each.y >= y && each.y <= y + height;
      if (isLevel && each.x >= x - MARGIN && each.x <= x + width + MARGIN) found.push(each);
    }
  }
  return found.toSorted((one, other) => one.x - other.x);
}

/** A text on one line, with its words if they are known. */
interface Item extends Box {
  readonly text: string;
  readonly words?: readonly { readonly text: string }[] | undefined;
}

/**
 * Restores the dashes and quotation marks that the texts of a page have in the file. Returns an item unchanged if the file has
 * other punctuation at its place.
 */
export function withOriginalPunctuation<T extends Item>(
  items: readonly T[],
  punctuation: readonly Punctuation[],
): T[] {
  const bands: Bands = Map.groupBy(punctuation, ({ y }) => Math.floor(y / BAND));
  return items.map((item) => {
    if (!PLAIN.test(item.text)) return item;
    const originals = inside(item, bands).map(({ text }) => text);
    const plain = originals.map((text) => plainByOriginal.get(text)).join('');
    if (originals.join('') === plain || plain !== (item.text.match(ALL_PLAIN) ?? []).join('')) return item;
    const restored = (texts: readonly string[]): string[] => {
      let at = -1;
      return texts.map((text) => text.replaceAll(ALL_PLAIN, (character) => originals[++at] ?? character));
    };
    const words = item.words === undefined ? [] : restored(item.words.map(({ text }) => text));
    return {
      ...item,
      text: restored([item.text]).join(''),
      words: item.words?.map((word, at) => ({ ...word, text: words[at] ?? word.text })),
    };
  });
}
