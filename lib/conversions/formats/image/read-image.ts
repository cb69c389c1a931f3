import { sourceOfRecognized } from '../../backends/liteparse/parsed-page.ts';
import { jpegDamage } from '../../backends/sharp/damaged-jpeg.ts';
import { loadSharp } from '../../backends/sharp/load-sharp.ts';
import { openImage } from '../../backends/sharp/open-image.ts';
import { unusedFrames } from '../../backends/sharp/select-frames.ts';
import type { ReadRequest } from '../../engine/role.ts';
import type { DocumentResult } from '../../engine/roles.ts';
import type { RasterFormat } from '../../shared/images/image-options.ts';
import { treeOfPages } from '../../shared/page-layout/layout-tree.ts';
import { readImageInfo } from './image-info.ts';
import { noRecognition, noTextFound } from './read-errors.ts';
import type { imageReadOptions } from './read-options.ts';
import { framesToRead, recognizeFrames } from './recognize-frames.ts';

/** Recognizes the text on an image. */
export async function readImage(
  bytes: Uint8Array,
  {
    options: { pages: requested, ocr, ocr_languages: languages },
    from,
    needs,
    ...context
  }: ReadRequest<typeof imageReadOptions, RasterFormat>,
): Promise<DocumentResult> {
  const sharp = await loadSharp();
  const image = await openImage(sharp, bytes);
  const frames = framesToRead(image, from, requested);
  const needsText = needs.text;
  if (needsText && ocr === 'never') throw noRecognition();
  const reads = needsText || ocr === 'always';
  const { pages, warnings } = reads
    ? await recognizeFrames(image, frames, languages, context)
    : { pages: [], warnings: [] };
  const content = treeOfPages(pages.map(sourceOfRecognized), {
    keepsLines: needs.lines,
  });
  if (needsText && content.blocks.length === 0) throw noTextFound();
  return {
    tree: {
      hub: 'document',
      format: from,
      metadata: await readImageInfo(image.metadata),
      ...content,
      images: [],
      page_count: image.frames,
    },
    pages: frames.length,
    ocr_pages: pages.length,
    warnings: [
      ...(reads ? await jpegDamage(sharp, bytes) : []),
      ...(reads ? unusedFrames(image, from, requested) : []),
      ...warnings,
    ],
  };
}
