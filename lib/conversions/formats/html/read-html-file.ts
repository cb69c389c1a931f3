import type { ReadRequest } from '../../engine/role.ts';
import type { DocumentResult } from '../../engine/roles.ts';
import { ConversionError } from '../../errors.ts';
import { createPageImages } from './data-images.ts';
import { onlyFrames } from './frames.ts';
import type { htmlReadOptions } from './options.ts';
import { readPageFile } from './page-file.ts';
import { pageResult, pageWarnings } from './page-result.ts';
import { readHtml } from './read-html.ts';

/** Reads a web page, or only its article. */
export async function readHtmlFile(
  bytes: Uint8Array,
  { options: { encoding: declared, main_content }, needs }: ReadRequest<typeof htmlReadOptions, 'html'>,
): Promise<DocumentResult> {
  const { text, encoding, damaged, warnings: ofFile } = readPageFile(bytes, declared);
  const images = createPageImages(needs);
  const page = await readHtml(text, {
    placeImage: images.placeImage,
    resolveRelative: (href) => href,
    mainContent: main_content,
    looks: needs.looks,
    firstNote: 0,
  });
  const { metadata, language, paper, blocks, notes, frames } = page;
  if (blocks.length === 0 && needs.blocks) {
    if (frames.length > 0) throw onlyFrames(frames);
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
    {
      format: 'html',
      metadata: { ...metadata, encoding },
      language,
      ...(needs.paper ? { paper } : {}),
      blocks,
      notes,
    },
    images,
    [...ofFile, ...warnings, ...pageWarnings([page])],
  );
}
