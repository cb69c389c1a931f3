/** The agreement of a text with a reference, 0 to 1. */
export type Agreement = {
  /** The share of the reference's words that are in the text. */
  readonly recall: number;
  /** The share of the text's words that are in the reference. */
  readonly precision: number;
  /** The share of the reference's first words that are in the text in the same order. */
  readonly order: number;
};

const word = /[\p{L}\p{N}]+/gu;
const eastAsian = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;

/** The number of words whose order is compared. The comparison is quadratic. */
const orderedWords = 6000;

/** Splits a text into lower-case words after NFKC. Each East Asian character is a word. */
export const wordsOf = (text: string): string[] => {
  const plain = text
    .normalize('NFKC')
    .replaceAll(/[\u00ad\ufeff]/g, '')
    .toLowerCase();
  return Array.from(plain.matchAll(word), ([found]) => (eastAsian.test(found) ? [...found] : [found])).flat();
};

const countsOf = (words: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const each of words) counts.set(each, (counts.get(each) ?? 0) + 1);
  return counts;
};

type Range = { readonly a0: number; readonly a1: number; readonly b0: number; readonly b1: number };

/** Finds the longest common run of two ranges (Ratcliff and Obershelp's gestalt pattern matching). */
const longestMatch = (a: readonly string[], places: ReadonlyMap<string, number[]>, range: Range) => {
  let best = { a: range.a0, b: range.b0, size: 0 };
  let lengths = new Map<number, number>();
  for (let i = range.a0; i < range.a1; i += 1) {
    const next = new Map<number, number>();
    for (const j of places.get(a[i] ?? '') ?? []) {
      if (j < range.b0) continue;
      if (j >= range.b1) break;
      const size = (lengths.get(j - 1) ?? 0) + 1;
      next.set(j, size);
      if (size > best.size) best = { a: i - size + 1, b: j - size + 1, size };
    }
    lengths = next;
  }
  return best;
};

/** Counts the words of `a` that are in `b` in the same order, longest runs first. */
const matchingWords = (a: readonly string[], b: readonly string[]): number => {
  const places = Map.groupBy(b.keys(), (index) => b[index] ?? '');
  const ranges: Range[] = [{ a0: 0, a1: a.length, b0: 0, b1: b.length }];
  let matched = 0;
  for (let range = ranges.pop(); range !== undefined; range = ranges.pop()) {
    const match = longestMatch(a, places, range);
    if (match.size === 0) continue;
    matched += match.size;
    ranges.push({ ...range, a1: match.a, b1: match.b });
    ranges.push({ ...range, a0: match.a + match.size, b0: match.b + match.size });
  }
  return matched;
};

/** Compares a text with a reference. With another tool's output as reference, it measures agreement, not correctness. */
export const agreementOf = (reference: string, text: string): Agreement => {
  const want = wordsOf(reference);
  const got = wordsOf(text);
  const wanted = countsOf(want);
  let shared = 0;
  for (const [each, count] of countsOf(got)) shared += Math.min(count, wanted.get(each) ?? 0);
  const first = want.slice(0, orderedWords);
  return {
    recall: shared / Math.max(1, want.length),
    precision: shared / Math.max(1, got.length),
    order: matchingWords(first, got.slice(0, orderedWords)) / Math.max(1, first.length),
  };
};
