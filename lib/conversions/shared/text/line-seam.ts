import { type KnownWords, noWords } from './known-words.ts';

// All from U+2E80 on.
const WIDE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}，。、；：？！（）「」『』《》]/u;
// The word before a hyphen; the longest words of dictionaries have 50 letters.
const BROKEN = /(\p{L}+)[-\u2010]$/u;
const LONGEST_WORD = 100;
// A dash or slash without a space before it: "and/", "2018–", "the rest—".
const ATTACHED = /\S[-\u2010-\u2014/]$/;
// Parts of addresses, which line ends break at their own hyphens.
const ADDRESS_END = /:\/\/|www\.|@/;
const ADDRESS_START = /^[\p{L}\p{N}._-]+@[\p{L}\p{N}]/u;
// A word of at least two hyphens, the last of them at the line's end, or of a short word between two: "state-of-the-", "day-to-".
const CHAIN = /\p{L}-(?:\p{L}+-\p{L}+|\p{L}{1,3})[-\u2010]$/u;
// Words that mostly begin compounds if a hyphen follows them, and endings of derived words.
const FIRST_PARTS = new Set(
  'age best better clear cost cross decision double eight error far fifty first five forty four full fully half hard high higher highly ill large left long longer low lower mid new newly nine ninety non old one open publicly quasi right second self seven short single six sixty small soft ten third thirty three time top triple twenty two user vice well wide world year'.split(
    ' ',
  ),
);
const ENDING =
  /^(?:ages?|ances?|ards?|ast|ate|cast|dom|ences?|enings?|ens?|ents?|ers?|est|eth|ful|hoods?|ing|ings|ion|ions|ish|ities|ity|ive|less|ly|lings?|ments?|ness|nesses|ships?|some|ths?|ties|wards?|ware|ways?)$/;
// Prefixes that a hyphen separates from the vowel that they end in: "re-entered", "anti-inflammatory".
const BEFORE_VOWEL = /^(?:(?:re|pre|de)-e|(?:anti|semi|multi)-i)/;
// A word between two of which the first ends in a hyphen: "short- and long-term".
const CONJUNCTION = /^(?:and|or|to|und|oder|bis|et|ou|en|of|och|eller)$/;

// People who may be former ones: "ex-president". Most other words that start with "ex" are one word.
const FORMER = new Set(
  'boyfriend chancellor colleague convict convicts girlfriend husband member members minister ministers officer partner president presidents prisoner prisoners soldier soldiers wife wives'.split(
    ' ',
  ),
);

/** Returns true if two parts of a word at a line's end are words of their own. */
const areWords = (first: string, rest: string, words: ReadonlySet<string>): boolean =>
  !ENDING.test(rest) && (FIRST_PARTS.has(first) || (words.has(first) && words.has(rest)));

/** What joins the parts of a word that a hyphen at a line's end breaks. */
function brokenSeam(
  first: string,
  rest: string,
  isChain: boolean,
  { compounds, words }: KnownWords,
): 'none' | 'space' | 'unhyphen' {
  if (first.length < 2 || isChain || /^\p{Lu}{2}/u.test(first)) return 'none';
  const [start, end] = [first.toLowerCase(), rest.toLowerCase()];
  if (compounds.has(`${start}-${end}`)) return 'none';
  if (words.has(start + end)) return 'unhyphen';
  if (BEFORE_VOWEL.test(`${start}-${end}`) || (start === 'ex' && FORMER.has(end))) return 'none';
  if (CONJUNCTION.test(end)) return words.has(start) || FIRST_PARTS.has(start) ? 'space' : 'unhyphen';
  return areWords(start, end, words) ? 'none' : 'unhyphen';
}

const isWide = (character: string): boolean => character >= '\u2e80' && WIDE.test(character);
// The ends of lines that a space may not follow.
const DASHES = '-\u2010\u2011\u2012\u2013\u2014/';

/** What joins two lines: nothing, a space, or nothing after removing the hyphen. `known` words decide about hyphens. */
export function lineSeam(before: string, after: string, known: KnownWords): 'none' | 'space' | 'unhyphen' {
  const last = before.at(-1) ?? '';
  if (!DASHES.includes(last)) return isWide(last) && isWide(after[0] ?? '') ? 'none' : 'space';
  const end = before.slice(-LONGEST_WORD);
  const start = after.slice(0, LONGEST_WORD);
  const first = BROKEN.exec(end)?.[1];
  if (first !== undefined) {
    const rest = /^\p{L}+/u.exec(start)?.[0] ?? '';
    const isAddress = ADDRESS_END.test(end.slice(end.lastIndexOf(' ') + 1)) || ADDRESS_START.test(start);
    if (!/^\p{Ll}/u.test(rest) || isAddress) return 'none';
    if (!known.marksBreaks) return brokenSeam(first, rest, CHAIN.test(end), known);
    if (last === '\u2010') return 'unhyphen';
    return CONJUNCTION.test(rest) ? 'space' : 'none';
  }
  return ATTACHED.test(end) && /^[\p{L}\p{N}]/u.test(start) ? 'none' : 'space';
}

/** Joins the lines of a cell and the words that are broken at their ends. */
export function joinLineTexts(lines: readonly string[], known: KnownWords = noWords): string {
  const parts: string[] = [];
  for (const line of lines) {
    const before = parts.at(-1);
    if (before === undefined) {
      parts.push(line);
      continue;
    }
    const seam = lineSeam(before, line, known);
    const kind = seam === 'unhyphen' && !known.hyphenates ? 'none' : seam;
    if (kind === 'unhyphen') parts[parts.length - 1] = before.slice(0, -1);
    parts.push(kind === 'space' ? ` ${line}` : line);
  }
  return parts.join('');
}

// A soft hyphen, which PDFium replaces in text.
const BREAK = '\u00ad';

/** Joins the lines of a cell before the words of its document are known. `mendBreaks` joins the words that are broken. */
export const joinCellLines = (lines: readonly string[]): string =>
  lines.reduce((before, line) => {
    if (before === '') return line;
    if (BROKEN.test(before.slice(-LONGEST_WORD)) && /^\p{Ll}/u.test(line)) return `${before}${BREAK}${line}`;
    return lineSeam(before, line, noWords) === 'space' ? `${before} ${line}` : `${before}${line}`;
  }, '');

/** Joins the words of a cell that its line ends break. */
export const mendBreaks = (text: string, known: KnownWords): string =>
  text.includes(BREAK) ? joinLineTexts(text.split(BREAK), known) : text;
