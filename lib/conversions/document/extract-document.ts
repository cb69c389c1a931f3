import { createResultBudget, createTextSink } from '../base/result-size.ts';
import { type DocumentInfo, noInfo, type TextDocument } from './document.ts';
import { detectLanguage } from './language.ts';
import { describeDocument } from './metadata.ts';
import { structureDocument } from './structure.ts';
import { writeJson } from './write-json.ts';

/** Extract formats of text with blocks. */
export const textExtracts = ['text', 'structured', 'metadata'] as const;

/** An extract format of text with blocks. */
export type TextExtract = (typeof textExtracts)[number];

/** Writes a value to a JSON file. Throws `too_complex` if it exceeds `maxBytes`. */
export function jsonFile(value: unknown, maxBytes?: number): Uint8Array {
  const sink = createTextSink(createResultBudget(maxBytes));
  writeJson(value, sink);
  sink.push('\n');
  return sink.bytes();
}

/**
 * Writes an extract format in UTF-8. `sizeBytes` is the size of the source file. Throws `too_complex` if the result exceeds
 * `maxBytes`.
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
