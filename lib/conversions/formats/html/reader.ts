import * as z from 'zod';
import { ConversionError } from '../../../errors.ts';
import { textOptions } from '../../engine/options.ts';
import type { ReadRequest } from '../../engine/role.ts';
import { type DocumentResult, documentReader } from '../../engine/roles.ts';
import { createPageImages } from './data-images.ts';
import { decodeHtml } from './decode-html.ts';
import { pageResult } from './page-result.ts';
import { readHtml } from './read-html.ts';

const options = z.strictObject({
  ...textOptions.shape,
  main_content: z
    .boolean()
    .default(false)
    .describe(
      'Read only the article of the page, as the reader view of a browser would; without the alternative texts of images that are not in the file; the whole page if none is found.',
    ),
});

async function read(
  bytes: Uint8Array,
  { options: { encoding: declared, main_content }, target }: ReadRequest<typeof options, 'html'>,
): Promise<DocumentResult> {
  const { text, encoding, damaged } = decodeHtml(bytes, declared);
  const images = createPageImages(target);
  const { info, language, blocks, notes } = await readHtml(text, {
    placeImage: images.placeImage,
    resolveRelative: () => undefined,
    mainContent: main_content,
    firstNote: 0,
  });
  if (blocks.length === 0 && target?.to !== 'metadata') {
    throw new ConversionError(
      'empty_document',
      'The page contains no text. If scripts generate its content, save the page after they have run.',
    );
  }
  const warnings = damaged
    ? [
        `Bytes that are not valid ${encoding} were replaced with U+FFFD. Set the "encoding" option to the correct one.`,
      ]
    : [];
  return pageResult(
    { fileType: 'html', info: { ...info, encoding }, language, blocks, notes },
    images,
    warnings,
  );
}

/** Reads web pages saved as one file. */
export const htmlReader = documentReader({
  name: 'htmlparser2-html-reader',
  package: 'htmlparser2',
  from: ['html'],
  options,
  read,
  warm: async () => {
    await import('htmlparser2');
  },
});
