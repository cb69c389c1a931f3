import type { TreeFile } from './document-tree.ts';
import type { DocumentMetadata } from './result-schemas.ts';

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
