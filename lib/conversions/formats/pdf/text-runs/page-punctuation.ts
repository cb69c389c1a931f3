import { type Punctuation, punctuationOf } from '../../../backends/liteparse/original-punctuation.ts';
import type { PageCharacters } from '../../../backends/pdfium/page-characters.ts';
import type { PageSpace } from '../../../backends/pdfium/page-space.ts';

/** Returns the dashes and quotation marks among the characters of a page. */
export function pagePunctuation(
  { count, codes, lefts, tops, rights, bottoms }: PageCharacters,
  space: PageSpace,
): Punctuation[] {
  const found: Punctuation[] = [];
  for (let char = 0; char < count; char += 1) {
    const text = punctuationOf(codes[char] ?? 0);
    if (text === undefined) continue;
    const [left = 0, right = 0, top = 0, bottom = 0] = [lefts[char], rights[char], tops[char], bottoms[char]];
    found.push({ text, ...space.toShown((left + right) / 2, (top + bottom) / 2) });
  }
  return found;
}
