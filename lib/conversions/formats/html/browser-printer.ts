import { chromiumPackage } from '../../backends/chromium/package.ts';
import { isWorkerBundle } from '../../base/package-assets.ts';
import { fileConverter, pairs } from '../../engine/roles.ts';
import { MAX_CHARACTERS, MAX_PIXELS } from './limits.ts';
import { printOptions, screenshotFormats, screenshotOptions } from './print-options.ts';

const common = {
  program: 'chromium',
  package: chromiumPackage,
  worker: 'browser',
  limits: { maxCharacters: MAX_CHARACTERS, maxPixels: MAX_PIXELS },
} as const;

/** Prints web pages to PDF in a browser. */
export const chromiumPdf = fileConverter({
  ...common,
  name: 'chromium-html-to-pdf',
  pairs: pairs(['html'], ['pdf']),
  options: printOptions,
  convert: async (bytes, request) => {
    const { printHtml } = await import('./print-html.ts');
    return await printHtml(bytes, request);
  },
  warm: async () => {
    const { startBrowser } = await import('./print-html.ts');
    // Elsewhere, the first document may not be a web page.
    if (isWorkerBundle) await startBrowser();
  },
});

/** Renders web pages to images of the full page in a browser. */
export const chromiumPicture = fileConverter({
  ...common,
  name: 'chromium-html-to-image',
  pairs: pairs(['html'], screenshotFormats),
  options: screenshotOptions,
  convert: async (bytes, request) => {
    const { captureHtml } = await import('./print-html.ts');
    return await captureHtml(bytes, request);
  },
});
