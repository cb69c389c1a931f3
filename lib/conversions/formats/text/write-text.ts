import { cleanText } from '../../document/clean-text.ts';
import type { DocumentTree } from '../../document/document-tree.ts';
import { noText } from '../../document/no-text.ts';
import { plainTextOf } from '../../document/plain-text.ts';
import type { FileResult } from '../../engine/role.ts';

/** Writes the text of a document. Throws ConversionError `empty_document` if there is none. */
export async function writeText(tree: DocumentTree): Promise<FileResult> {
  const text = cleanText(plainTextOf(tree).text);
  if (text.trim() === '') throw noText(tree);
  return { bytes: Buffer.from(`${text}\n`) };
}
