import type { DocumentInfo, TextDocument } from './document.ts';

/** What `extract` to metadata gives; null for what the file does not say or its format does not have. */
export interface DocumentMetadata extends DocumentInfo {
  readonly pages: number | null;
  /** ISO 639-1, of the text; null where there is too little. */
  readonly language: string | null;
  readonly file_type: string;
  readonly size_bytes: number;
  /** Each Han character, and each Kana counts as a word, as office programs count. */
  readonly word_count: number;
  /** Unicode code points of the text, line ends included. */
  readonly character_count: number;
}

// Scripts written without spaces: a character is a word.
const WORDS =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|[[\p{L}\p{N}\p{M}]--[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]]+(?:['’][\p{L}\p{M}]+){0,20}/gv;

/** Number of words in a text of any script. */
function countWords(text: string): number {
  let count = 0;
  for (const _ of text.matchAll(WORDS)) count += 1;
  return count;
}

/** Number of Unicode code points. */
function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** Facts about a document and what it says about itself. */
export function describeDocument(
  document: TextDocument,
  info: DocumentInfo,
  language: string | null,
  sizeBytes: number,
): DocumentMetadata {
  return {
    ...info,
    pages: document.pages,
    language,
    file_type: document.fileType,
    size_bytes: sizeBytes,
    word_count: countWords(document.text),
    character_count: countCharacters(document.text),
  };
}
