import { createResultBudget, createTextSink } from '../base/result-size.ts';
import type { TreeFile } from './document-tree.ts';
import { detectLanguage } from './language.ts';
import { describeDocument } from './metadata.ts';
import type { PlainText } from './plain-text.ts';
import { structureDocument } from './structure.ts';
import type { TextExtract } from './text-extracts.ts';
import { writeJson } from './write-json.ts';

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
  file: TreeFile,
  plain: PlainText,
  sizeBytes: number,
  maxBytes?: number,
): Promise<Uint8Array> {
  switch (format) {
    case 'text':
      return Buffer.from(plain.text);
    case 'structured':
      return jsonFile(structureDocument(file, plain, await detectLanguage(plain.text)), maxBytes);
    case 'metadata':
      return jsonFile(
        describeDocument(file, plain.text, await detectLanguage(plain.text), sizeBytes),
        maxBytes,
      );
  }
}
