import { type Block, noInfo } from '../../document/document.ts';
import type { DocumentTree } from '../../document/document-tree.ts';
import { extractDocument, textExtract } from '../../document/extract-document.ts';
import { fileContent } from '../../engine/content.ts';
import type { Content, Edge, Engine, EngineOutput, EngineRequest } from '../../engine/engine.ts';
import { textOptions } from '../../engine/options.ts';
import { readTextFile } from './read-text-file.ts';
import { textBlocks } from './text-blocks.ts';

/** Paragraphs are what blank lines or page breaks part; they keep their place in the text. */
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

async function convert(content: Content, request: EngineRequest): Promise<EngineOutput> {
  const input = fileContent(content);
  const { encoding: declared } = textOptions.parse(request.options);
  const { text, encoding, warnings } = readTextFile(input, declared);
  if (request.operation === 'read') {
    const tree: DocumentTree = {
      hub: 'document',
      fileType: 'text',
      info: { ...noInfo, encoding },
      blocks: textBlocks(text),
      notes: [],
      images: [],
      pages: null,
    };
    return { content: tree, report: { warnings } };
  }
  const document = { fileType: 'text', text, blocks: paragraphs(text), pages: null } as const;
  const bytes = await extractDocument(
    textExtract(request),
    document,
    { ...noInfo, encoding },
    input.byteLength,
    request.maxResultBytes,
  );
  return { content: bytes, report: { warnings } };
}

const extraction = (to: 'text' | 'structured' | 'chunks' | 'metadata'): Edge => ({
  from: 'text',
  operation: 'extract',
  to,
});

/** Text files: what is in them, in UTF-8, and their paragraphs. */
export const plainText: Engine = {
  name: 'plain-text',
  package: 'chardet',
  edges: [
    extraction('text'),
    extraction('structured'),
    extraction('chunks'),
    extraction('metadata'),
    { from: 'text', operation: 'read', to: 'document' },
  ],
  options: textOptions,
  limits: {},
  convert,
};
