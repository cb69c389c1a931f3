import { createResultBudget, createTextSink } from '../base/result-size.ts';
import { chunkDocument } from './chunks.ts';
import { type DocumentInfo, noInfo, type TextDocument } from './document.ts';
import { detectLanguage } from './language.ts';
import { describeDocument } from './metadata.ts';
import { structureDocument } from './structure.ts';
import { loadTokenCounter } from './tokens.ts';
import { writeJson } from './write-json.ts';

/** The extract an engine of text is asked for. Throws TypeError for any other. */
export function textExtract({ to }: { readonly to: string }): TextExtract {
  if (to === 'text' || to === 'chunks' || to === 'structured' || to === 'metadata') return to;
  throw new TypeError(`There is no extraction of ${to} from text.`);
}

/** Data as a file of JSON. Throws ConversionError `too_complex` for one of more than `maxBytes`. */
export function jsonFile(value: unknown, maxBytes?: number): Uint8Array {
  const sink = createTextSink(createResultBudget(maxBytes));
  writeJson(value, sink);
  sink.push('\n');
  return sink.bytes();
}

/** What is extracted from text with blocks. */
export type TextExtract = 'text' | 'chunks' | 'structured' | 'metadata';

/**
 * The bytes of an extract format, UTF-8. `sizeBytes` is the size of the file the document was read from. Throws
 * ConversionError `too_complex` for more than `maxBytes`.
 */
export async function extractDocument(
  format: TextExtract,
  document: TextDocument,
  info: DocumentInfo | undefined,
  sizeBytes: number,
  maxBytes?: number,
): Promise<Uint8Array> {
  switch (format) {
    case 'text':
      return Buffer.from(document.text);
    case 'chunks':
      return jsonFile(chunkDocument(document, await loadTokenCounter()), maxBytes);
    case 'structured':
      return jsonFile(
        structureDocument(document, info ?? noInfo, await detectLanguage(document.text)),
        maxBytes,
      );
    case 'metadata':
      return jsonFile(
        describeDocument(document, info ?? noInfo, await detectLanguage(document.text), sizeBytes),
        maxBytes,
      );
  }
}
