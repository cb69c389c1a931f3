import { type Block, noInfo } from '../../document/document.ts';
import { extractDocument, textExtracts } from '../../document/extract-document.ts';
import { textOptions } from '../../engine/options.ts';
import { documentReader } from '../../engine/roles.ts';
import { readTextFile } from '../../shared/text/read-text-file.ts';
import { textBlocks } from './text-blocks.ts';

/** Splits a text at blank lines and page breaks into paragraphs with their positions. */
function paragraphs(text: string): Block[] {
  const blocks: Block[] = [];
  let start = 0;
  const add = (end: number): void => {
    const part = text.slice(start, end);
    if (part.trim() !== '')
      blocks.push({ kind: 'paragraph', start, end: start + part.trimEnd().length, page: null });
  };
  for (const gap of text.matchAll(/\n[ \t]*\n(?:[ \t\n]*\n)?|\f/g)) {
    add(gap.index);
    start = gap.index + gap[0].length;
  }
  add(text.length);
  return blocks;
}

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
      const { text, encoding, warnings } = readTextFile(input, options.encoding);
      const document = { fileType: 'text', text, blocks: paragraphs(text), pages: null } as const;
      const info = { ...noInfo, encoding };
      const bytes = await extractDocument(to, document, info, input.byteLength, maxResultBytes);
      return { bytes, warnings };
    },
  },
});
