import * as z from 'zod';
import { noInfo } from '../../document/document-info.ts';
import { chunkOptions, extractChunks } from '../../document/extract-chunks.ts';
import { extractDocument, textExtracts } from '../../document/extract-document.ts';
import type { TextSpan } from '../../document/plain-text.ts';
import { textOptions } from '../../engine/options.ts';
import { documentReader, fileExtractor } from '../../engine/roles.ts';
import { readTextFile } from '../../shared/text/read-text-file.ts';
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

/** Splits plain text files into chunks of the text as it is. */
export const textChunker = fileExtractor({
  name: 'docforge-text-to-chunks',
  package: 'chardet',
  from: ['text'],
  extracts: ['chunks'],
  options: z.strictObject({ ...textOptions.shape, ...chunkOptions.shape }),
  write: async (input, { options, maxResultBytes }) => {
    const { plain, warnings } = plainTextOf(input, options.encoding);
    return { bytes: await extractChunks(plain, options, maxResultBytes), warnings };
  },
});

/** Reads plain text files in any encoding. Extracts keep the text as it is, so they skip the document. */
export const textReader = documentReader({
  name: 'docforge-text-reader',
  package: 'chardet',
  from: ['text'],
  options: textOptions,
  read: async (bytes, { options }) => {
    const { text, encoding, warnings } = readTextFile(bytes, options.encoding);
    return {
      tree: {
        hub: 'document',
        fileType: 'text',
        info: { ...noInfo, encoding },
        blocks: textBlocks(text),
        notes: [],
        images: [],
        pages: null,
      },
      warnings,
    };
  },
  direct: {
    extracts: textExtracts,
    write: async (input, { options, to, maxResultBytes }) => {
      const { plain, encoding, warnings } = plainTextOf(input, options.encoding);
      const file = { fileType: 'text', info: { ...noInfo, encoding }, pages: null } as const;
      const bytes = await extractDocument(to, file, plain, input.byteLength, maxResultBytes);
      return { bytes, warnings };
    },
  },
});
