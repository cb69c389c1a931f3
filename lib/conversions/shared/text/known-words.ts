/** The words of a document, in lower case. */
export interface KnownWords {
  /** Hyphenated words within lines. */
  readonly compounds: ReadonlySet<string>;
  /** Words without a hyphen that no line end breaks, of three letters or more. */
  readonly words: ReadonlySet<string>;
}

const COMPOUND = /(?<!\p{L})\p{L}+(?:-\p{L}+){1,20}/gu;
const WORD = /[\p{L}-]+/gu;
const MIN_LETTERS = 3;
const FIRST_WORD = /^\s*\p{L}+/u;
const ENDS_BROKEN = /\p{L}[-\u2010]\s*$/u;

/** Collects the words of a document from its texts, each a line or part of one, in order. They are read once they are needed. */
export function knownWords(texts: () => Iterable<string>): KnownWords {
  let found: KnownWords | undefined;
  const read = (): KnownWords => {
    const compounds = new Set<string>();
    const words = new Set<string>();
    let isBroken = false;
    for (const text of texts()) {
      if (text.includes('-')) for (const [word] of text.matchAll(COMPOUND)) compounds.add(word.toLowerCase());
      for (const [word] of (isBroken ? text.replace(FIRST_WORD, '') : text).matchAll(WORD))
        if (word.length >= MIN_LETTERS && !word.includes('-')) words.add(word.toLowerCase());
      isBroken = ENDS_BROKEN.test(text);
    }
    return { compounds, words };
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
  };
}

/** No document. */
export const noWords: KnownWords = { compounds: new Set(), words: new Set() };
