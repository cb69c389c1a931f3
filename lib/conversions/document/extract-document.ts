import { createResultBudget, createTextSink } from '../base/result-size.ts';
import { chunkDocument } from './chunks.ts';
import { type DocumentInfo, noInfo, type TextDocument } from './document.ts';
import { detectLanguage } from './language.ts';
import { describeDocument } from './metadata.ts';
import { structureDocument } from './structure.ts';
import { loadTokenCounter } from './tokens.ts';
import { writeJson } from './write-json.ts';

/** Returns the requested extract of text. Throws TypeError if text does not support it. */
export function textExtract({ to }: { readonly to: string }): TextExtract {
  if (to === 'text' || to === 'chunks' || to === 'structured' || to === 'metadata') return to;
  throw new TypeError(`Cannot extract ${to} from text.`);
}

/** Writes data as a JSON file. Throws ConversionError `too_complex` if it exceeds `maxBytes`. */
export function jsonFile(value: unknown, maxBytes?: number): Uint8Array {
  const sink = createTextSink(createResultBudget(maxBytes));
  writeJson(value, sink);
  sink.push('\n');
  return sink.bytes();
}

/** Extracts of a document as text. */
export type TextExtract = 'text' | 'chunks' | 'structured' | 'metadata';

/**
 * Writes an extract as UTF-8. `sizeBytes` is the size of the source file. Throws ConversionError `too_complex` if the
 * result exceeds `maxBytes`.
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
