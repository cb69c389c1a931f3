import { chunkDocument } from './chunks.ts';
import { type DocumentInfo, noInfo, type TextDocument } from './document.ts';
import { detectLanguage } from './language.ts';
import { describeDocument } from './metadata.ts';
import { structureDocument } from './structure.ts';
import { loadTokenCounter } from './tokens.ts';

/** The extract an engine of text is asked for. Throws TypeError for any other. */
export function textExtract({ to }: { readonly to: string }): TextExtract {
  if (to === 'text' || to === 'chunks' || to === 'structured' || to === 'metadata') return to;
  throw new TypeError(`There is no extraction of ${to} from text.`);
}

const json = (value: unknown): Uint8Array => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);

/** What is extracted from text with blocks. */
export type TextExtract = 'text' | 'chunks' | 'structured' | 'metadata';

/** The bytes of an extract format, UTF-8. `sizeBytes` is the size of the file the document was read from. */
export async function extractDocument(
  format: TextExtract,
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
