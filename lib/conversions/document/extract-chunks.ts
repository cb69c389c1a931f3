import type * as z from 'zod';
import type { chunkOptions } from './chunk-options.ts';
import { chunkText } from './chunks.ts';
import { jsonFile } from './extract-document.ts';
import type { PlainText } from './plain-text.ts';
import { loadTokenCounter } from './tokens.ts';

/** Writes the chunks of a document as JSON. Throws ConversionError `too_complex` if they exceed `maxBytes`. */
export async function extractChunks(
  plain: PlainText,
  { max_tokens: maxTokens, overlap, context: hasContext }: z.output<typeof chunkOptions>,
  maxBytes: number | undefined,
): Promise<Uint8Array> {
  const options = { maxTokens, overlap: Math.min(overlap, Math.floor(maxTokens / 2)), hasContext };
  return jsonFile(chunkText(plain, await loadTokenCounter(), options), maxBytes);
}
