import type { textOptions } from '../../engine/options.ts';
import type { ReadRequest } from '../../engine/role.ts';
import type { DocumentResult } from '../../engine/roles.ts';
import { ConversionError } from '../../errors.ts';
import { readTextFile } from '../../shared/text/read-text-file.ts';
import { createPageImages } from '../html/data-images.ts';
import { pageResult, pageWarnings } from '../html/page-result.ts';
import { readFrontMatter } from './front-matter.ts';
import { readMarkdown } from './read-markdown.ts';

/** Reads a Markdown file with its front matter. Throws ConversionError `empty_document` if it has no text. */
export async function readMarkdownFile(
  bytes: Uint8Array,
  { options, needs }: ReadRequest<typeof textOptions, 'markdown'>,
): Promise<DocumentResult> {
  const { text, encoding, warnings } = readTextFile(bytes, options.encoding);
  const { info, language, body } = readFrontMatter(text);
  const images = createPageImages(needs);
  const { blocks, notes, leftOut } = await readMarkdown(body, { placeImage: images.placeImage });
  if (blocks.length === 0 && needs.blocks) {
    throw new ConversionError('empty_document', 'The document contains no text. Send a file with text.');
  }
  return pageResult(
    { format: 'markdown', metadata: { ...info, encoding }, language, blocks, notes },
    images,
    [...warnings, ...pageWarnings([{ leftOut }])],
  );
}
