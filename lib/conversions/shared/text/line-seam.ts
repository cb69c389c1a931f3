/** Hyphenated words found within lines, in lower case. */
export type Hyphenated = ReadonlySet<string>;

const COMPOUND = /(?<!\p{L})\p{L}+(?:-\p{L}+){1,20}/gu;

/** Finds the hyphenated words within lines of a document. */
export function hyphenatedWords(texts: Iterable<string>): Hyphenated {
  const words = new Set<string>();
  for (const text of texts)
    if (text.includes('-')) for (const [word] of text.matchAll(COMPOUND)) words.add(word.toLowerCase());
  return words;
}

const WIDE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}，。、；：？！（）「」『』《》]/u;
// The word before a hyphen; the longest words of dictionaries have 50 letters.
const BROKEN = /(\p{L}+)[-\u2010]$/u;
const LONGEST_WORD = 100;
// A dash or slash without a space before it: "and/", "2018–", "the rest—".
const ATTACHED = /\S[-\u2010-\u2014/]$/;

/** What joins two lines: nothing, a space, or nothing after removing the hyphen. `known` words keep theirs. */
export function lineSeam(before: string, after: string, known: Hyphenated): 'none' | 'space' | 'unhyphen' {
  const end = before.slice(-LONGEST_WORD);
  const start = after.slice(0, LONGEST_WORD);
  const broken = BROKEN.exec(end);
  if (broken !== null) {
    const rest = /^\p{L}+/u.exec(start)?.[0] ?? '';
    const isKept =
      rest === '' ||
      !/^\p{Ll}/u.test(rest) ||
      known.has(`${broken[1]}-${rest}`.toLowerCase()) ||
      (broken[1]?.length ?? 0) < 2;
    return isKept ? 'none' : 'unhyphen';
  }
  if (ATTACHED.test(end) && /^[\p{L}\p{N}]/u.test(start)) return 'none';
  if (WIDE.test(end.at(-1) ?? '') && WIDE.test(start[0] ?? '')) return 'none';
  return 'space';
}

const none: Hyphenated = new Set();

/** Joins the lines of a text and the words that are broken at their ends. */
export function joinLineTexts(lines: readonly string[]): string {
  const parts: string[] = [];
  for (const line of lines) {
    const before = parts.at(-1);
    if (before === undefined) {
      parts.push(line);
      continue;
    }
    const kind = lineSeam(before, line, none);
    if (kind === 'unhyphen') parts[parts.length - 1] = before.slice(0, -1);
    parts.push(kind === 'space' ? ` ${line}` : line);
  }
  return parts.join('');
}
