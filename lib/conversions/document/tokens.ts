import { loadPackage } from '../base/package-assets.ts';

/** Counts tokens in the o200k_base encoding of GPT-4o and its successors. */
export type CountTokens = (text: string) => number;

// Byte pair encoding is quadratic in word length, so split words longer than any token.
const LONGEST_WORD = 256;
const LONG_WORD = new RegExp(`\\S{${LONGEST_WORD}}(?=\\S)`, 'gu');

/** Loads the token table (2 MB). */
export async function loadTokenCounter(): Promise<CountTokens> {
  const specifier = 'gpt-tokenizer/encoding/o200k_base';
  const { countTokens } = await loadPackage<typeof import('gpt-tokenizer/encoding/o200k_base')>(specifier);
  // Treat special tokens in the document as ordinary text.
  const plain = { disallowedSpecial: new Set<string>() };
  return (text) => countTokens(text.replaceAll(LONG_WORD, '$& '), plain);
}
