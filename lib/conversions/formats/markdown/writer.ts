import * as z from 'zod';
import { createResultBudget } from '../../base/result-size.ts';
import { imageFileName, toDataUri } from '../../document/tree-images.ts';
import { documentContent } from '../../engine/content.ts';
import type { Content, Engine, EngineOutput, EngineRequest } from '../../engine/engine.ts';
import { makeZip } from '../../shared/zip/make-zip.ts';
import { writeMarkdown } from './write-blocks.ts';

const options = z.strictObject({
  images: z
    .enum(['none', 'embed', 'files'])
    .default('none')
    .describe(
      'Images of the document: their alternative text (none), inside the file (embed), or in a zip beside it (files).',
    ),
});

const zipFile = { mimeType: 'application/zip', extension: 'zip' };

async function convert(content: Content, request: EngineRequest): Promise<EngineOutput> {
  const tree = documentContent(content);
  const { images } = options.parse(request.options);
  const report = { pages: tree.pages };
  const embedded = new Map<number, string>();
  const imageAddress = (index: number): string | undefined => {
    const image = tree.images[index];
    if (image === undefined || images === 'none') return undefined;
    if (images === 'files') return `images/${imageFileName(image, index)}`;
    const address = embedded.get(index) ?? toDataUri(image);
    embedded.set(index, address);
    return address;
  };
  const budget = createResultBudget(request.maxResultBytes);
  const markdown = Buffer.from(writeMarkdown(tree, imageAddress, budget));
  if (images !== 'files' || tree.images.length === 0) return { content: markdown, report };
  const files = tree.images.map((image, index) => ({
    name: `images/${imageFileName(image, index)}`,
    bytes: image.bytes,
    stored: image.mimeType !== 'image/svg+xml',
  }));
  return { content: makeZip([{ name: 'document.md', bytes: markdown }, ...files]), file: zipFile, report };
}

/** Documents as GitHub-flavoured markdown. */
export const markdownWriter: Engine = {
  name: 'docforge-markdown',
  edges: [
    { from: 'document', operation: 'convert', to: 'markdown' },
    { from: 'document', operation: 'extract', to: 'markdown' },
  ],
  options,
  limits: {},
  convert,
};
