import * as z from 'zod';
import { warnAboutExternal } from '../../backends/chromium/external-parts.ts';
import type { Page } from '../../backends/chromium/isolated-page.ts';
import { warnAboutCharacters } from '../../backends/chromium/missing-characters.ts';
import { runningBrowser, withPage } from '../../backends/chromium/open-page.ts';
import { printPage } from '../../backends/chromium/print-page.ts';
import { shieldHtml } from '../../backends/chromium/shield-html.ts';
import { streamSafe } from '../../backends/fonts/stream-safe.ts';
import { EngineRefusal } from '../../engine/engine.ts';
import type { ConvertRequest, FileResult } from '../../engine/role.ts';
import { ConversionError } from '../../errors.ts';
import {
  countPages,
  withOwnNumbers,
  withoutTimes,
  withoutUnsafeLinks,
} from '../../shared/pdf/written-pdf.ts';
import { checkWords } from './check-words.ts';
import { framesWarnings, withoutFrames } from './frames.ts';
import { MAX_CHARACTERS, MAX_PIXELS } from './limits.ts';
import { withPlainMarks } from './mark-references.ts';
import { needsScripts, SCRIPTS_WARNING } from './needs-scripts.ts';
import { readPageFile } from './page-file.ts';
import { parseHtml } from './parse-html.ts';
import type { printOptions, ScreenshotFormat, screenshotOptions } from './print-options.ts';

// The longest side of an image that the browser's software compositor supports.
const MAX_SIDE = 16_384;

/** Whether content is missing that scripts add. A page with too many elements to find out is printed all the same. */
async function lacksScripts(html: string): Promise<boolean> {
  if (!/<script\b/i.test(html)) return false;
  const root = await parseHtml(html).catch(() => undefined);
  return root !== undefined && needsScripts(root);
}

async function readPage(
  bytes: Uint8Array,
  encoding: string | undefined,
): Promise<{ html: string; warnings: string[] }> {
  const { text, damaged, encoding: used, warnings } = readPageFile(bytes, encoding);
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
  const { html: unframed, frames } = await withoutFrames(text);
  const html = streamSafe(withPlainMarks(unframed));
  checkWords(html);
  return {
    html: shieldHtml(html),
    warnings: [
      ...warnings,
      ...(damaged ? [warning] : []),
      ...framesWarnings(frames),
      ...((await lacksScripts(text)) ? [SCRIPTS_WARNING] : []),
    ],
  };
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

/** Returns warnings about what a rendered page lacks. */
const warnAboutPage = async (page: Page): Promise<string[]> =>
  (await Promise.all([warnAboutExternal(page), warnAboutCharacters(page)])).flat();

/** Prints a web page to PDF. */
export async function printHtml(
  bytes: Uint8Array,
  { options }: ConvertRequest<typeof printOptions, 'html', 'pdf'>,
): Promise<FileResult> {
  const { html, warnings: ofText } = await readPage(bytes, options.encoding);
  return await shown(html, async (page) => {
    const warnings = [...ofText, ...(await warnAboutPage(page))];
    const whole = withoutTimes(withOwnNumbers(withoutUnsafeLinks(await printPage(page, options))));
    if (options.pages === undefined) return { bytes: whole, pages: countPages(whole), warnings };
    const { finishPdf } = await import('../pdf/operations/finish-pdf.ts');
    const part = await finishPdf(whole, { operations: { pages: options.pages } });
    return { ...part, warnings: [...warnings, ...(part.warnings ?? [])] };
  });
}

/** Starts the browser for the first document. It does not keep this process alive. */
export async function startBrowser(): Promise<void> {
  const { hold } = await runningBrowser();
  hold()();
}

const layout = z.object({ cssContentSize: z.object({ width: z.number(), height: z.number() }) });

/** Renders a web page to an image of the full page. */
export async function captureHtml(
  bytes: Uint8Array,
  {
    options: { encoding, quality, viewport_width: width, pixel_ratio: ratio },
    to,
  }: ConvertRequest<typeof screenshotOptions, 'html', ScreenshotFormat>,
): Promise<FileResult> {
  const { html, warnings: ofText } = await readPage(bytes, encoding);
  return await withPage(async (page) => {
    const window = { width, height: 800, deviceScaleFactor: ratio, mobile: false };
    await page.ask(z.unknown(), 'Emulation.setDeviceMetricsOverride', window);
    await page.show(html).catch((error: unknown) => {
      throw unshown(error);
    });
    const warnings = [...ofText, ...(await warnAboutPage(page))];
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
