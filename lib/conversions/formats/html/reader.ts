import * as z from 'zod';
import { ConversionError } from '../../../errors.ts';
import type { DocumentTree } from '../../document/document-tree.ts';
import { fileContent } from '../../engine/content.ts';
import type { Content, Engine, EngineOutput, EngineRequest } from '../../engine/engine.ts';
import { textOptions } from '../../engine/options.ts';
import { createPageImages } from './data-images.ts';
import { decodeHtml } from './decode-html.ts';
import { readHtml } from './read-html.ts';

const options = z.strictObject({
  ...textOptions.shape,
  main_content: z
    .boolean()
    .default(false)
    .describe('Takes only the main part of a page, without navigation, headers, footers and asides.'),
});

async function convert(content: Content, request: EngineRequest): Promise<EngineOutput> {
  const { encoding: declared, main_content } = options.parse(request.options);
  const { text, encoding, damaged } = decodeHtml(fileContent(content), declared);
  const images = createPageImages(request.target);
  const { info, language, blocks, notes } = await readHtml(text, {
    placeImage: images.placeImage,
    resolveRelative: () => undefined,
    mainContent: main_content,
    firstNote: 0,
  });
  if (blocks.length === 0 && request.target?.to !== 'metadata') {
    throw new ConversionError(
      'empty_document',
      'The page holds no text. A page that is made by its scripts has to be saved after they have run.',
    );
  }
  const tree: DocumentTree = {
    hub: 'document',
    fileType: 'html',
    info: { ...info, encoding },
    language,
    blocks,
    notes,
    images: images.store.images,
    pages: null,
  };
  const warnings = damaged ? [`Some bytes are not valid ${encoding} and were replaced by U+FFFD.`] : [];
  return { content: tree, report: { warnings: [...warnings, ...images.warnings()] } };
}

/** Pages of the web, as they stand in one file. */
export const htmlReader: Engine = {
  name: 'htmlparser2',
  package: 'htmlparser2',
  edges: [{ from: 'html', operation: 'read', to: 'document' }],
  options,
  limits: {},
  convert,
  warm: async () => {
    await import('htmlparser2');
  },
};
