import { loadPackage } from '../base/package-assets.ts';

/** Counts tokens of the o200k_base encoding, as GPT-4o and its successors do. */
export type CountTokens = (text: string) => number;

// Byte pair encoding is quadratic in a word's length: a word is cut where no tokenizer would find a token that long.
const LONGEST_WORD = 256;
const LONG_WORD = new RegExp(`\\S{${LONGEST_WORD}}(?=\\S)`, 'gu');

/** Loads the token table (2 MB). */
export async function loadTokenCounter(): Promise<CountTokens> {
  const specifier = 'gpt-tokenizer/encoding/o200k_base';
  const { countTokens } = await loadPackage<typeof import('gpt-tokenizer/encoding/o200k_base')>(specifier);
  // Text that looks like a special token is the document's text.
  const plain = { disallowedSpecial: new Set<string>() };
  return (text) => countTokens(text.replaceAll(LONG_WORD, '$& '), plain);
}
