/** The words of a document, in lower case. */
export interface KnownWords {
  /** Hyphenated words within lines. */
  readonly compounds: ReadonlySet<string>;
  /** Words without a hyphen that no line end breaks, of three letters or more. */
  readonly words: ReadonlySet<string>;
  /** Whether line ends break words that are also written without a hyphen: most programs break none. */
  readonly hyphenates: boolean;
  /** Whether broken words end in U+2010, which is nowhere else, as Chromium writes: then other hyphens belong to their words. */
  readonly marksBreaks: boolean;
}

const COMPOUND = /(?<!\p{L})\p{L}+(?:-\p{L}+){1,20}/gu;
const WORD = /[\p{L}-]+/gu;
const MIN_LETTERS = 3;
const FIRST_WORD = /^\s*(\p{L}+)/u;
const MARKED_END = /\p{L}\u2010\s?$/u;
const MARKED_WITHIN = /\u2010\s?\S/u;
// The longest words of dictionaries have 50 letters.
const ENDS_BROKEN = /(\p{L}{1,50})[-\u2010]\s*$/u;

/** Collects the words of a document from its texts, each a line or part of one, in order. They are read once they are needed. */
export function knownWords(texts: () => Iterable<string>): KnownWords {
  let found: KnownWords | undefined;
  const read = (): KnownWords => {
    const compounds = new Set<string>();
    const words = new Set<string>();
    const broken: string[] = [];
    let start: string | undefined;
    let [marked, within] = [false, false];
    for (const text of texts()) {
      marked ||= MARKED_END.test(text);
      within ||= MARKED_WITHIN.test(text);
      if (start !== undefined) broken.push(start + (FIRST_WORD.exec(text)?.[1] ?? ''));
      if (text.includes('-')) for (const [word] of text.matchAll(COMPOUND)) compounds.add(word.toLowerCase());
      for (const [word] of (start === undefined ? text : text.replace(FIRST_WORD, '')).matchAll(WORD))
        if (word.length >= MIN_LETTERS && !word.includes('-')) words.add(word.toLowerCase());
      // Few lines end in a hyphen.
      const end = text.trimEnd().at(-1);
      start = end === '-' || end === '\u2010' ? ENDS_BROKEN.exec(text)?.[1] : undefined;
    }
    const hyphenates = broken.some((word) => words.has(word.toLowerCase()));
    return { compounds, words, hyphenates, marksBreaks: marked && !within };
  };
  return {
    get compounds() {
      found ??= read();
      return found.compounds;
    },
    get words() {
      found ??= read();
      return found.words;
    },
    get hyphenates() {
      found ??= read();
      return found.hyphenates;
    },
    get marksBreaks() {
      found ??= read();
      return found.marksBreaks;
    },
  };
}

/** No document. */
export const noWords: KnownWords = {
  compounds: new Set(),
  words: new Set(),
  hyphenates: true,
  marksBreaks: false,
};
