import { ConversionError } from '../../../errors.ts';
import { textOptions } from '../../engine/options.ts';
import type { ReadRequest } from '../../engine/role.ts';
import { type DocumentResult, documentReader } from '../../engine/roles.ts';
import { readTextFile } from '../../shared/text/read-text-file.ts';
import { createPageImages } from '../html/data-images.ts';
import { pageResult } from '../html/page-result.ts';
import { readFrontMatter } from './front-matter.ts';
import { loadMarkdown } from './parse-markdown.ts';
import { readMarkdown } from './read-markdown.ts';

async function read(
  bytes: Uint8Array,
  { options, target }: ReadRequest<typeof textOptions, 'markdown'>,
): Promise<DocumentResult> {
  const { text, encoding, warnings } = readTextFile(bytes, options.encoding);
  const { info, language, body } = readFrontMatter(text);
  const images = createPageImages(target);
  const { blocks, notes } = await readMarkdown(body, { placeImage: images.placeImage });
  if (blocks.length === 0 && target?.to !== 'metadata') {
    throw new ConversionError('empty_document', 'The document contains no text. Send a file with text.');
  }
  return pageResult(
    { fileType: 'markdown', info: { ...info, encoding }, language, blocks, notes },
    images,
    warnings,
  );
}

/** Reads Markdown documents. Embedded HTML is read as in a web page. */
export const markdownReader = documentReader({
  name: 'markdown-it-markdown-reader',
  package: 'markdown-it',
  from: ['markdown'],
  options: textOptions,
  read,
  warm: async () => {
    await loadMarkdown();
  },
});
