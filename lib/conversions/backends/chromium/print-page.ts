import * as z from 'zod';
import { nameTable } from '../../base/name-table.ts';
import { pageSizes } from '../../engine/options.ts';
import type { Page } from './isolated-page.ts';

/** Page layout options; lengths in millimetres. */
interface PrintOptions {
  /** Default: the page's own, otherwise A4. */
  readonly page_size?: keyof typeof pageSizes | undefined;
  readonly landscape?: boolean | undefined;
  readonly margin:
    | number
    | {
        readonly top?: number | undefined;
        readonly right?: number | undefined;
        readonly bottom?: number | undefined;
        readonly left?: number | undefined;
      };
  readonly header?: string | undefined;
  readonly footer?: string | undefined;
  readonly page_numbers: boolean;
  readonly print_background: boolean;
  readonly scale: number;
}

const POINTS_PER_INCH = 72;
const MILLIMETRES_PER_INCH = 25.4;
const DEFAULT_MARGIN = 20;
// Each reply is one message in memory: 4 MB as base64.
const READ_BYTES = 3 * 1024 * 1024;

const nothing = z.unknown();
const printed = z.object({ stream: z.string() });
const chunk = z.object({ data: z.string(), eof: z.boolean(), base64Encoded: z.boolean().optional() });

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

// Class names that the browser replaces with values.
const fields: Readonly<Record<string, string>> = nameTable({
  page: 'pageNumber',
  pages: 'totalPages',
  title: 'title',
});

const filled = (text: string): string =>
  escaped(text).replaceAll(
    /\{(page|pages|title)\}/g,
    (_, name: string) => `<span class="${fields[name]}"></span>`,
  );

// 8 points, the size browsers use for headers and footers.
const band = (text: string): string =>
  `<div style="width:100%;font:8pt 'Noto Sans',sans-serif;text-align:center;padding:0 10mm;color:#333">${text}</div>`;

async function readStream(page: Page, handle: string): Promise<Buffer> {
  const parts: Buffer[] = [];
  for (;;) {
    const { data, eof, base64Encoded } = await page.ask(chunk, 'IO.read', { handle, size: READ_BYTES });
    parts.push(Buffer.from(data, base64Encoded === true ? 'base64' : 'utf8'));
    if (eof) break;
  }
  await page.ask(nothing, 'IO.close', { handle });
  return Buffer.concat(parts);
}

/** Prints a rendered page to PDF. The size in the page's own `@page` rules applies unless the options state one. */
export async function printPage(page: Page, options: PrintOptions): Promise<Buffer> {
  const { page_size, landscape, margin, header, footer, page_numbers: numbers } = options;
  const [width, height] = pageSizes[page_size ?? 'A4'];
  const side = (name: 'top' | 'right' | 'bottom' | 'left'): number =>
    (typeof margin === 'number' ? margin : (margin[name] ?? DEFAULT_MARGIN)) / MILLIMETRES_PER_INCH;
  const footerText = footer ?? (numbers ? '{page}' : undefined);
  const { stream } = await page.ask(printed, 'Page.printToPDF', {
    paperWidth: width / POINTS_PER_INCH,
    paperHeight: height / POINTS_PER_INCH,
    landscape: landscape ?? false,
    marginTop: side('top'),
    marginRight: side('right'),
    marginBottom: side('bottom'),
    marginLeft: side('left'),
    scale: options.scale,
    printBackground: options.print_background,
    preferCSSPageSize: page_size === undefined && landscape === undefined,
    generateTaggedPDF: true,
    generateDocumentOutline: true,
    displayHeaderFooter: header !== undefined || footerText !== undefined,
    headerTemplate: header === undefined ? '<span></span>' : band(filled(header)),
    footerTemplate: footerText === undefined ? '<span></span>' : band(filled(footerText)),
    transferMode: 'ReturnAsStream',
  });
  return await readStream(page, stream);
}
