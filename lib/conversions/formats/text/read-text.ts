import { noInfo } from '../../document/document-info.ts';
import { extractChunks } from '../../document/extract-chunks.ts';
import { extractDocument } from '../../document/extract-document.ts';
import type { TextSpan } from '../../document/plain-text.ts';
import type { TextExtract } from '../../document/text-extracts.ts';
import type { textOptions } from '../../engine/options.ts';
import type { ConvertRequest, FileResult, ReadRequest } from '../../engine/role.ts';
import type { DocumentResult } from '../../engine/roles.ts';
import { readTextFile } from '../../shared/text/read-text-file.ts';
import type { textChunkOptions } from './options.ts';
import { textBlocks } from './text-blocks.ts';

/** Splits a text at blank lines and page breaks into paragraphs with their positions. */
function paragraphs(text: string): TextSpan[] {
  const spans: TextSpan[] = [];
  let start = 0;
  const add = (end: number): void => {
    const part = text.slice(start, end);
    if (part.trim() !== '')
      spans.push({ kind: 'paragraph', start, end: start + part.trimEnd().length, page: null });
  };
  for (const gap of text.matchAll(/\n[ \t]*\n(?:[ \t\n]*\n)?|\f/g)) {
    add(gap.index);
    start = gap.index + gap[0].length;
  }
  add(text.length);
  return spans;
}

/** The text of a file as it is, with its paragraphs. */
function plainTextOf(input: Uint8Array, declared: string | undefined) {
  const { text, encoding, warnings } = readTextFile(input, declared);
  return { plain: { text, spans: paragraphs(text) }, encoding, warnings };
}

/** Splits a text file into chunks. */
export async function splitText(
  input: Uint8Array,
  { options, maxResultBytes }: ConvertRequest<typeof textChunkOptions, 'text', 'chunks'>,
): Promise<FileResult> {
  const { plain, warnings } = plainTextOf(input, options.encoding);
  return { bytes: await extractChunks(plain, options, maxResultBytes), warnings };
}

/** Reads a text file into a document. */
export async function readText(
  bytes: Uint8Array,
  { options }: ReadRequest<typeof textOptions, 'text'>,
): Promise<DocumentResult> {
  const { text, encoding, warnings } = readTextFile(bytes, options.encoding);
  return {
    tree: {
      hub: 'document',
      format: 'text',
      metadata: { ...noInfo, encoding },
      blocks: textBlocks(text),
      notes: [],
      images: [],
      page_count: null,
    },
    warnings,
  };
}

/** Extracts the text, structure or metadata of a text file. */
export async function extractText(
  input: Uint8Array,
  { options, to, maxResultBytes }: ConvertRequest<typeof textOptions, 'text', TextExtract>,
): Promise<FileResult> {
  const { plain, encoding, warnings } = plainTextOf(input, options.encoding);
  const file = { format: 'text', metadata: { ...noInfo, encoding }, page_count: null } as const;
  const bytes = await extractDocument(to, file, plain, input.byteLength, maxResultBytes);
  return { bytes, warnings };
}
