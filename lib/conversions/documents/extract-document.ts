import type { ExtractFormat } from '../formats.ts';
import { chunkDocument } from './chunks.ts';
import { type DocumentInfo, noInfo, type TextDocument } from './document.ts';
import { detectLanguage } from './language.ts';
import { describeDocument } from './metadata.ts';
import { structureDocument } from './structure.ts';
import { loadTokenCounter } from './tokens.ts';

const json = (value: unknown): Uint8Array => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);

/** The bytes of an extract format, UTF-8. `sizeBytes` is the size of the file the document was read from. */
export async function extractDocument(
  format: ExtractFormat,
  document: TextDocument,
  info: DocumentInfo | undefined,
  sizeBytes: number,
): Promise<Uint8Array> {
  switch (format) {
    case 'text':
      return Buffer.from(document.text);
    case 'chunks':
      return json(chunkDocument(document, await loadTokenCounter()));
    case 'structured':
      return json(structureDocument(document, info ?? noInfo, await detectLanguage(document.text)));
    case 'metadata':
      return json(describeDocument(document, info ?? noInfo, await detectLanguage(document.text), sizeBytes));
  }
}
