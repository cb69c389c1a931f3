import type { DocumentInfo } from './document-info.ts';
import type { TreeFile } from './document-tree.ts';

/** The output of `extract` to metadata; null for what the file does not declare or its format does not support. */
export interface DocumentMetadata extends DocumentInfo {
  readonly pages: number | null;
  /** ISO 639-1 language of the text; null if there is too little text. */
  readonly language: string | null;
  readonly file_type: string;
  readonly size_bytes: number;
  /** Each Han or Kana character counts as a word, as in office programs. */
  readonly word_count: number;
  /** Unicode code points, including line ends. */
  readonly character_count: number;
}

// In Han and Kana, which are written without spaces, each character is a word.
const WORDS =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|[[\p{L}\p{N}\p{M}]--[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]]+(?:['’][\p{L}\p{M}]+){0,20}/gv;

/** Counts the words of a text in any script. */
function countWords(text: string): number {
  let count = 0;
  for (const _ of text.matchAll(WORDS)) count += 1;
  return count;
}

function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** Combines a document's measurements with the metadata it declares. */
export function describeDocument(
  { format, metadata, page_count: pages }: TreeFile,
  text: string,
  language: string | null,
  sizeBytes: number,
): DocumentMetadata {
  return {
    ...metadata,
    pages,
    language,
    file_type: format,
    size_bytes: sizeBytes,
    word_count: countWords(text),
    character_count: countCharacters(text),
  };
}
