import * as z from 'zod';
import { createResultBudget } from '../../base/result-size.ts';
import type { DocumentTree } from '../../document/document-tree.ts';
import { imageFileName, toDataUri } from '../../document/tree-images.ts';
import type { FileResult, WriteRequest } from '../../engine/role.ts';
import { documentWriter } from '../../engine/roles.ts';
import { makeZip } from '../../shared/zip/make-zip.ts';
import { writeMarkdown } from './write-blocks.ts';

const options = z.strictObject({
  images: z
    .enum(['names', 'none', 'embed', 'files'])
    .default('names')
    .describe(
      'How to return images: by the names that extract "images" gives them (names), only their alternative text (none), embedded in the file (embed), or as files in a zip (files).',
    ),
  page_markers: z
    .boolean()
    .default(false)
    .describe(
      'Write a comment such as <!-- page 3 --> before what each page or slide begins with, if the format has pages.',
    ),
});

const zipFile = { mimeType: 'application/zip', extension: 'zip' };

async function write(
  tree: DocumentTree,
  { options: { images, page_markers }, maxResultBytes }: WriteRequest<typeof options, 'markdown'>,
): Promise<FileResult> {
  const embedded = new Map<number, string>();
  const imageAddress = (index: number): string | undefined => {
    const image = tree.images[index];
    if (image === undefined || images === 'none') return undefined;
    if (images === 'names') return imageFileName(image, index);
    if (images === 'files') return `images/${imageFileName(image, index)}`;
    const address = embedded.get(index) ?? toDataUri(image);
    embedded.set(index, address);
    return address;
  };
  const markdown = Buffer.from(
    writeMarkdown(tree, {
      imageAddress,
      marksPages: page_markers,
      budget: createResultBudget(maxResultBytes),
    }),
  );
  if (images !== 'files' || tree.images.length === 0) return { bytes: markdown };
  const files = tree.images.map((image, index) => ({
    name: `images/${imageFileName(image, index)}`,
    bytes: image.bytes,
    stored: image.mimeType !== 'image/svg+xml',
  }));
  return { bytes: makeZip([{ name: 'document.md', bytes: markdown }, ...files]), file: zipFile };
}

/** Writes documents as GitHub Flavored Markdown. */
export const markdownWriter = documentWriter({
  name: 'docforge-markdown-writer',
  to: ['markdown'],
  extracts: ['markdown'],
  options,
  namesImages: ({ images }) => images === 'names' || images === 'none',
  write,
});
