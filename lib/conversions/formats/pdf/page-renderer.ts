import { fileConverter, pairs } from '../../engine/roles.ts';
import { MAX_DRAWN_PAGES, MAX_PAGE_PIXELS } from './limits.ts';
import { pageImageFormats, pageImageOptions } from './render-options.ts';

/** Renders PDF pages to images with PDFium. */
export const liteparsePages = fileConverter({
  name: 'liteparse-pdf-to-image',
  package: '@llamaindex/liteparse',
  pairs: pairs(['pdf'], pageImageFormats),
  options: pageImageOptions,
  sourceOptions: ['password'],
  limits: { maxPages: MAX_DRAWN_PAGES, maxPixels: MAX_PAGE_PIXELS },
  convert: async (bytes, request) => {
    const { renderPages } = await import('./render-pages.ts');
    return await renderPages(bytes, request);
  },
  warm: async () => {
    const { loadRenderer } = await import('./render-pages.ts');
    await loadRenderer();
  },
});
