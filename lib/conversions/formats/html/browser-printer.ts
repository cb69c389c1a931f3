import * as z from 'zod';
import { ConversionError } from '../../../errors.ts';
import { warnAboutExternal } from '../../backends/chromium/external-parts.ts';
import { type Page, withPage } from '../../backends/chromium/open-page.ts';
import { printPage } from '../../backends/chromium/print-page.ts';
import { shieldHtml } from '../../backends/chromium/shield-html.ts';
import { chromiumPackage, unpackBrowser } from '../../backends/chromium/unpack-browser.ts';
import { streamSafe } from '../../backends/fonts/stream-safe.ts';
import { parsePageRanges, selectPages } from '../../base/page-ranges.ts';
import { EngineRefusal } from '../../engine/engine.ts';
import { pdfOptions, pdfPageOptions, textOptions } from '../../engine/options.ts';
import type { ConvertRequest, FileResult } from '../../engine/role.ts';
import { fileConverter, pairs } from '../../engine/roles.ts';
import { encodingOptions } from '../../shared/images/image-options.ts';
import { countPages, withoutTimes } from '../../shared/pdf/written-pdf.ts';
import { checkWords } from './check-words.ts';
import { decodeHtml } from './decode-html.ts';
import { withPlainMarks } from './mark-references.ts';

// Larger pages exceed the memory, whatever their content.
const MAX_CHARACTERS = 20_000_000;
// The longest side of an image that the browser's software compositor supports.
const MAX_SIDE = 16_384;
const MAX_PIXELS = 100_000_000;

const printOptions = z.strictObject({
  ...textOptions.shape,
  page_size: pdfPageOptions.shape.page_size,
  landscape: pdfPageOptions.shape.landscape,
  margin: pdfPageOptions.shape.margin,
  header: pdfPageOptions.shape.header,
  footer: pdfPageOptions.shape.footer,
  page_numbers: z.boolean().default(false).describe('Print the page number in the footer of each page.'),
  pages: pdfOptions.shape.pages,
  print_background: z.boolean().default(true).describe('Print background colours and images.'),
  scale: z
    .number()
    .min(0.1)
    .max(2)
    .default(1)
    .describe('Scale factor of the page content. 1 is the original size.'),
});

const imageOptions = z.strictObject({
  ...textOptions.shape,
  quality: encodingOptions.shape.quality,
  viewport_width: z.int().min(100).max(4000).default(1280).describe('Width of the viewport in CSS pixels.'),
  pixel_ratio: z.number().min(0.5).max(3).default(1).describe('Image pixels per CSS pixel.'),
});

function readPage(bytes: Uint8Array, encoding: string | undefined): { html: string; warnings: string[] } {
  const { text, damaged, encoding: used } = decodeHtml(bytes, encoding);
  if (text.trim() === '') {
    throw new ConversionError(
      'empty_document',
      'The html file contains only white space. Send a file with content.',
    );
  }
  if (text.length > MAX_CHARACTERS) {
    const message = `The html file has ${text.length} characters; the limit is ${MAX_CHARACTERS}. Split it.`;
    throw new ConversionError('too_complex', message);
  }
  const warning = `Bytes that are not valid ${used} were replaced with U+FFFD. Set the "encoding" option to the correct one.`;
  const html = streamSafe(withPlainMarks(text));
  checkWords(html);
  return { html: shieldHtml(html), warnings: damaged ? [warning] : [] };
}

/** For a page that crashed or navigated away: another engine may convert its text. */
const unshown = (error: unknown): EngineRefusal =>
  new EngineRefusal(
    new ConversionError('unsupported_content', 'The browser could not render the page. Simplify it.', {
      cause: error,
    }),
  );

const shown = <T>(html: string, work: (page: Page) => Promise<T>): Promise<T> =>
  withPage(async (page) => {
    await page.show(html).catch((error: unknown) => {
      throw unshown(error);
    });
    return await work(page);
  });

async function print(
  bytes: Uint8Array,
  { options }: ConvertRequest<typeof printOptions, 'html', 'pdf'>,
): Promise<FileResult> {
  const { html, warnings: ofText } = readPage(bytes, options.encoding);
  return await shown(html, async (page) => {
    const warnings = [...ofText, ...(await warnAboutExternal(page))];
    const whole = withoutTimes(await printPage(page, options));
    const total = countPages(whole);
    const ranges = options.pages === undefined ? undefined : parsePageRanges(options.pages);
    if (ranges === undefined || total === null) return { bytes: whole, pages: total, warnings };
    const chosen = selectPages(ranges, total);
    if (chosen.length === 0) {
      const message = `The result has ${total} page${total === 1 ? '' : 's'}, none of the requested ones ("${options.pages}"). Correct the "pages" option.`;
      throw new ConversionError('unsupported_content', message);
    }
    const part = withoutTimes(await printPage(page, options, chosen.join(',')));
    return { bytes: part, pages: chosen.length, warnings };
  });
}

const layout = z.object({ cssContentSize: z.object({ width: z.number(), height: z.number() }) });

const imageFormats = ['png', 'jpeg', 'webp'] as const;

async function capture(
  bytes: Uint8Array,
  {
    options: { encoding, quality, viewport_width: width, pixel_ratio: ratio },
    to,
  }: ConvertRequest<typeof imageOptions, 'html', (typeof imageFormats)[number]>,
): Promise<FileResult> {
  const { html, warnings: ofText } = readPage(bytes, encoding);
  return await withPage(async (page) => {
    const window = { width, height: 800, deviceScaleFactor: ratio, mobile: false };
    await page.ask(z.unknown(), 'Emulation.setDeviceMetricsOverride', window);
    await page.show(html).catch((error: unknown) => {
      throw unshown(error);
    });
    const warnings = [...ofText, ...(await warnAboutExternal(page))];
    const { cssContentSize } = await page.ask(layout, 'Page.getLayoutMetrics');
    const clip = {
      x: 0,
      y: 0,
      width: Math.ceil(cssContentSize.width),
      height: Math.ceil(cssContentSize.height),
    };
    const [across, down] = [clip.width * ratio, clip.height * ratio];
    if (across > MAX_SIDE || down > MAX_SIDE || across * down > MAX_PIXELS) {
      const message = `The page is ${across} x ${down} pixels; the limit is ${MAX_SIDE} per side and ${MAX_PIXELS} in total. Convert it to pdf, or set a smaller "viewport_width" or "pixel_ratio".`;
      throw new EngineRefusal(new ConversionError('too_complex', message));
    }
    const { data } = await page.ask(z.object({ data: z.string() }), 'Page.captureScreenshot', {
      format: to,
      ...(to === 'png' ? {} : { quality }),
      clip: { ...clip, scale: 1 },
      captureBeyondViewport: true,
      optimizeForSpeed: false,
    });
    return { bytes: Buffer.from(data, 'base64'), warnings };
  });
}

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
  convert: print,
  // Not awaited: the first document may not be a web page.
  warm: async () => {
    unpackBrowser().catch(() => undefined);
  },
});

/** Renders web pages to images of the full page in a browser. */
export const chromiumPicture = fileConverter({
  ...common,
  name: 'chromium-html-to-image',
  pairs: pairs(['html'], imageFormats),
  options: imageOptions,
  convert: capture,
});
