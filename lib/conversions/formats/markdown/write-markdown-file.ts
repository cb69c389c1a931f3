import { createResultBudget } from '../../base/result-size.ts';
import type { DocumentTree } from '../../document/document-tree.ts';
import { imageFileName, toDataUri } from '../../document/tree-images.ts';
import type { FileResult, WriteRequest } from '../../engine/role.ts';
import { makeZip } from '../../shared/zip/make-zip.ts';
import type { markdownWriteOptions } from './options.ts';
import { writeMarkdown } from './write-blocks.ts';

const zipFile = { mimeType: 'application/zip', extension: 'zip' };

/** Writes a document as Markdown, or as a ZIP with its images. */
export async function writeMarkdownFile(
  tree: DocumentTree,
  {
    options: { images, page_markers },
    maxResultBytes,
  }: WriteRequest<typeof markdownWriteOptions, 'markdown'>,
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
    stored: image.mime_type !== 'image/svg+xml',
  }));
  return { bytes: makeZip([{ name: 'document.md', bytes: markdown }, ...files]), file: zipFile };
}
