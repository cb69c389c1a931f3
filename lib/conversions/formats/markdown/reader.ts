import { ConversionError } from '../../../errors.ts';
import type { DocumentTree } from '../../document/document-tree.ts';
import { fileContent } from '../../engine/content.ts';
import type { Content, Engine, EngineOutput, EngineRequest } from '../../engine/engine.ts';
import { textOptions } from '../../engine/options.ts';
import { createPageImages } from '../html/data-images.ts';
import { readTextFile } from '../text/read-text-file.ts';
import { readFrontMatter } from './front-matter.ts';
import { loadMarkdown } from './parse-markdown.ts';
import { readMarkdown } from './read-markdown.ts';

async function convert(content: Content, request: EngineRequest): Promise<EngineOutput> {
  const { encoding: declared } = textOptions.parse(request.options);
  const { text, encoding, warnings } = readTextFile(fileContent(content), declared);
  const { info, language, body } = readFrontMatter(text);
  const images = createPageImages(request.target);
  const { blocks, notes } = await readMarkdown(body, { placeImage: images.placeImage });
  if (blocks.length === 0 && request.target?.to !== 'metadata') {
    throw new ConversionError('empty_document', 'The document holds no text. Check the file.');
  }
  const tree: DocumentTree = {
    hub: 'document',
    fileType: 'markdown',
    info: { ...info, encoding },
    language,
    blocks,
    notes,
    images: images.store.images,
    pages: null,
  };
  return { content: tree, report: { warnings: [...warnings, ...images.warnings()] } };
}

/** Texts in markdown; HTML in them is read as a page is. */
export const markdownReader: Engine = {
  name: 'markdown-it',
  package: 'markdown-it',
  edges: [{ from: 'markdown', operation: 'read', to: 'document' }],
  options: textOptions,
  limits: {},
  convert,
  warm: async () => {
    await loadMarkdown();
  },
};
