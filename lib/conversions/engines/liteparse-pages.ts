import type { ScreenshotResult } from '@llamaindex/liteparse';
import * as z from 'zod';
import { fileContent } from '../content.ts';
import type { Content, Edge, Engine, EngineOutput, EngineRequest } from '../engine.ts';
import { EngineRefusal } from '../engine.ts';
import { encodeAs } from '../images/encode-image.ts';
import { greyPixels } from '../images/grey-pixels.ts';
import { drawnDpi, encodingOptions, isRasterFormat, type RasterFormat } from '../images/image-options.ts';
import { loadSharp, type Sharp } from '../images/load-sharp.ts';
import { type PageImage, packPages } from '../images/pack-pages.ts';
import { pdfOptions } from '../options.ts';
import { liteparseConfig, loadLiteparse } from '../pdf/liteparse-config.ts';
import { drawPages, MAX_DRAWN_PAGES, MAX_PAGE_PIXELS, measurePages } from '../pdf/page-images.ts';
import { corruptPdf } from '../pdf/pdf-errors.ts';

const options = z.strictObject({
  pages: pdfOptions.shape.pages,
  password: pdfOptions.shape.password,
  ...encodingOptions.shape,
  dpi: drawnDpi,
});

type PageOptions = z.output<typeof options>;

async function encode(
  sharp: Sharp,
  { pageNum, imageBuffer }: ScreenshotResult,
  to: RasterFormat,
  how: PageOptions,
): Promise<PageImage> {
  const { data, info } = await sharp(imageBuffer).raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const grey = channels === 4 ? greyPixels(data) : undefined;
  const picture =
    grey === undefined
      ? sharp(data, { raw: { width, height, channels } }).removeAlpha()
      : sharp(grey, { raw: { width, height, channels: 1 } }).toColourspace('b-w');
  const dense = to === 'webp' ? picture : picture.withDensity(Math.round(how.dpi));
  return { page: pageNum, bytes: await encodeAs(dense, to, how).toBuffer() };
}

async function convert(content: Content, request: EngineRequest): Promise<EngineOutput> {
  const input = fileContent(content);
  const how = options.parse(request.options);
  const { to } = request;
  if (!isRasterFormat(to)) throw new TypeError(`Pages are not drawn as ${to}.`);
  const { password } = how;
  const config = liteparseConfig(password === undefined ? {} : { password });
  const { sizes, asked, total } = await measurePages(input, config, how.pages, how.dpi);
  const sharp = await loadSharp();
  const pages: PageImage[] = [];
  for await (const drawn of drawPages(input, config, sizes, how.dpi)) {
    pages.push(...(await Promise.all(drawn.map((page) => encode(sharp, page, to, how)))));
    request.onProgress?.({ done: pages.length, total: sizes.length, unit: 'pages' });
  }
  if (pages.length === 0) throw new EngineRefusal(corruptPdf());
  const missing = asked - pages.length;
  const warnings = missing > 0 ? [`Pages that are damaged and could not be drawn: ${missing}.`] : [];
  return { ...packPages(pages, to, total), report: { pages: pages.length, warnings } };
}

const edge = (to: RasterFormat): Edge => ({ from: 'pdf', operation: 'convert', to });

/** Pictures of pdf pages: pdfium. */
export const liteparsePages: Engine = {
  name: 'liteparse',
  package: '@llamaindex/liteparse',
  edges: [edge('png'), edge('jpeg'), edge('webp')],
  options,
  limits: { maxPages: MAX_DRAWN_PAGES, maxPixels: MAX_PAGE_PIXELS },
  convert,
  warm: async () => {
    await loadLiteparse();
    await loadSharp();
  },
};
