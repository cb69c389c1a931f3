import type { TextItem } from '@llamaindex/liteparse';
import type { TextRun } from '../../shared/page-layout/text-run.ts';

// liteparse replaces typographic dashes and quotation marks by those of ASCII: "2003–04" becomes "2003-04".
const LOST = /[-'"]/;

const replaced: ReadonlyMap<string, string> = new Map([
  ...[...'\u2010\u2011\u2012\u2013\u2014\u2015\u2212'].map((dash): [string, string] => [dash, '-']),
  ...[...'\u2018\u2019\u201a\u201b\u2032'].map((mark): [string, string] => [mark, "'"]),
  ...[...'\u201c\u201d\u201e\u201f\u2033'].map((mark): [string, string] => [mark, '"']),
]);

/** Whether a text has signs that may have been others in the file. */
export const mayHaveLostSigns = (text: string): boolean => LOST.test(text);

/** The characters of a line other than white space, with their left edges. */
interface FineLine {
  /** As in the file. */
  readonly characters: readonly string[];
  readonly lefts: readonly number[];
  /** As liteparse writes them; one each. */
  readonly plain: string;
}

function lineOf(runs: readonly TextRun[]): FineLine {
  const characters: string[] = [];
  const lefts: number[] = [];
  for (const { text, x, width } of runs) {
    const all = text.split('');
    for (const [at, character] of all.entries()) {
      if (/\s/.test(character)) continue;
      characters.push(character);
      lefts.push(x + (width * at) / all.length);
    }
  }
  return {
    characters,
    lefts,
    plain: characters.map((character) => replaced.get(character) ?? character).join(''),
  };
}

/** Where a text is in a line, of several places the nearest to `left`; -1 if it is not there. */
function placeOf(text: string, left: number, { plain, lefts }: FineLine): number {
  let best = -1;
  for (let at = plain.indexOf(text); at >= 0; at = plain.indexOf(text, at + 1)) {
    const distance = Math.abs((lefts[at] ?? 0) - left);
    if (best < 0 || distance < Math.abs((lefts[best] ?? 0) - left)) best = at;
  }
  return best;
}

/** Replaces the characters of a text, but for its white space, by those of a line from `from` on. */
function withCharacters(text: string, line: FineLine, from: number): string {
  let at = from;
  return text.replaceAll(/\S/g, (character) => {
    const original = line.characters[at] ?? character;
    at += 1;
    return replaced.get(original) === character ? original : character;
  });
}

const middleOf = ({ y, height }: { readonly y: number; readonly height: number }): number => y + height / 2;

// Points in which runs are looked up.
const BAND = 8;
// Heights by which the middles of an item and of its run may differ.
const SAME_LINE = 0.6;
// Points that a run may be outside of an item.
const MARGIN = 2;

function bandsOf(runs: readonly TextRun[]): Map<number, TextRun[]> {
  const bands = new Map<number, TextRun[]>();
  for (const run of runs) {
    const band = Math.floor(middleOf(run) / BAND);
    const own = bands.get(band);
    if (own === undefined) bands.set(band, [run]);
    else own.push(run);
  }
  return bands;
}

/**
 * Gives the words of a page the dashes and quotation marks that they have in the file. `runs` are the page's texts as
 * PDFium reads them, on the same coordinates.
 */
export function withOriginalSigns(items: readonly TextItem[], runs: readonly TextRun[]): TextItem[] {
  const bands = bandsOf(runs);
  return items.map((item) => {
    if (!mayHaveLostSigns(item.text)) return item;
    const band = Math.floor(middleOf(item) / BAND);
    const near = [band - 1, band, band + 1]
      .flatMap((index) => bands.get(index) ?? [])
      .filter(
        (run) =>
          Math.abs(middleOf(run) - middleOf(item)) < Math.max(run.height, item.height) * SAME_LINE &&
          run.x < item.x + item.width + MARGIN &&
          run.x + run.width > item.x - MARGIN,
      )
      .toSorted((one, other) => one.x - other.x);
    const line = lineOf(near);
    const from = placeOf(item.text.replaceAll(/\s/g, ''), item.x, line);
    if (from < 0) return item;
    const text = withCharacters(item.text, line, from);
    let at = from;
    const words = item.words?.map((word) => {
      const own = withCharacters(word.text, line, at);
      at += word.text.replaceAll(/\s/g, '').length;
      return { ...word, text: own };
    });
    return { ...item, text, ...(words === undefined ? {} : { words }) };
  });
}
