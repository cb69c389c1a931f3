import type { PDFPage } from '@cantoo/pdf-lib';
import { fontNames, fonts } from '../../../backends/fonts/fonts.ts';
import { pageSizes } from '../../../backends/pdfium/pages.ts';
import { withPdfium } from '../../../backends/pdfium/pdfium-file.ts';
import { CHANNELS } from '../../../backends/pdfium/render-page.ts';
import { typesetPdf } from '../../../backends/typst/typst-compiler.ts';
import { oneLine } from '../../../document/clean-text.ts';
import { openPdf, type PdfFile, savePdf } from '../archive/pdf-file.ts';
import { drawPage } from '../page-images.ts';
import { markPages } from './mark-pages.ts';
import { placeContent } from './place-content.ts';

/** A header and a footer for each page. `{page}`, `{pages}` and `{title}` are replaced by their values. */
export interface Stamps {
  readonly header?: string | undefined;
  readonly footer?: string | undefined;
  /** Adds the page number to the footer, unless the header or footer has one. */
  readonly page_numbers?: boolean | undefined;
  /** The title of a document that has none. */
  readonly filename?: string | undefined;
}

// In the font size and colour of the browser's headers and footers, 6 mm from the edge. A background is an artifact to Typst.
const TEMPLATE = `#let data = json(bytes(sys.inputs.data))
#set document(title: none, date: none)
#set text(font: data.fonts, size: 8pt, fill: rgb("#333333"))
#let band(line, width, side, dy) = place(side + center, dy: dy, block(width: calc.max(40pt, width - 56pt), align(center, line)))
#for (width, height, header, footer) in data.pages {
  page(width: width * 1pt, height: height * 1pt, margin: 0pt, fill: none, background: {
    band(header, width * 1pt, top, 17pt)
    band(footer, width * 1pt, bottom, -17pt)
  }, [])
}
`;

const HAS_NUMBER = /\{page\}/;

function typesetStamps(pages: readonly PDFPage[], stamps: Stamps, title: string): Buffer {
  const { header = '', footer = '', page_numbers: numbers = false } = stamps;
  const isNumbered = numbers && !HAS_NUMBER.test(header + footer);
  const filled = (text: string, page: number): string =>
    oneLine(text).replaceAll(/\{(page|pages|title)\}/g, (_, name: string) =>
      name === 'title' ? title : String(name === 'page' ? page : pages.length),
    );
  const footerText = isNumbered ? [footer, '{page}'].filter((part) => part !== '').join(' · ') : footer;
  const data = {
    fonts: fontNames.map((name) => fonts[name].family),
    pages: pages.map((page, index) => [
      ...[page.getWidth(), page.getHeight()],
      ...[filled(header, index + 1), filled(footerText, index + 1)],
    ]),
  };
  return typesetPdf(TEMPLATE, JSON.stringify(data)).bytes;
}

/** Pixels per point of the pages that are searched for ink. */
const RESOLUTION = 0.5;
/** Brightness of white, with the rounding errors of colours. */
const WHITE = 250;

/** Returns which rows of each page have ink, from the top. */
const inkOf = (pdf: Uint8Array): Promise<boolean[][]> =>
  withPdfium(pdf, undefined, async (document) => {
    const pages: boolean[][] = [];
    const numbers = Array.from({ length: document.pages }, (_, index) => index + 1);
    for (const { page, width, height } of pageSizes(document, numbers)) {
      const [columns, rows] = [width, height].map((side) => Math.max(1, Math.round(side * RESOLUTION)));
      if (columns === undefined || rows === undefined) continue;
      const drawn = await drawPage(document, { page, width: columns, height: rows });
      const rgb = drawn?.rgb ?? new Uint8Array();
      const bytes = columns * CHANNELS;
      pages.push(
        Array.from({ length: rows }, (_, row) =>
          rgb.subarray(row * bytes, (row + 1) * bytes).some((value) => value < WHITE),
        ),
      );
    }
    return pages;
  });

/** White space between a header or footer and the page's content, in points. */
const GAP = 5;
/** Scale below which content is not scaled. */
const MIN_SCALE = 0.2;

/** A page whose header or footer would be on its content. Distances from the top of the page, in points. */
interface CrowdedPage {
  readonly page: PDFPage;
  /** Where the header ends and the footer starts, with a gap. */
  readonly room: readonly [number, number];
  readonly content: readonly [number, number];
}

function* crowdedPages(
  pages: readonly PDFPage[],
  contents: readonly (readonly boolean[])[],
  stamps: readonly (readonly boolean[])[],
): Generator<CrowdedPage> {
  for (const [index, page] of pages.entries()) {
    const [ink, stamp] = [contents[index] ?? [], stamps[index] ?? []];
    const height = page.getHeight();
    const points = height / Math.max(1, ink.length);
    const middle = Math.floor(stamp.length / 2);
    const headerRows = stamp.slice(0, middle).lastIndexOf(true) + 1;
    const footerRow = stamp.indexOf(true, middle);
    const room = [
      headerRows === 0 ? 0 : headerRows * points + GAP,
      footerRow < 0 ? height : footerRow * points - GAP,
    ] as const;
    const content = [ink.indexOf(true) * points, (ink.lastIndexOf(true) + 1) * points] as const;
    if (content[1] > 0 && (content[0] < room[0] || content[1] > room[1])) yield { page, room, content };
  }
}

/**
 * Scales the content of pages whose header or footer would be on it. Such pages have small margins, or a background up to the edge,
 * as slides do. Pages of the same size are scaled by the same factor.
 */
async function makeRoom(file: PdfFile, pdf: Uint8Array, overlay: Uint8Array): Promise<void> {
  const [contents, stamps] = [await inkOf(pdf), await inkOf(overlay)];
  const crowded = crowdedPages(file.document.getPages(), contents, stamps);
  const bySize = Map.groupBy(crowded, ({ page }) => `${page.getWidth()} ${page.getHeight()}`);
  for (const pages of bySize.values()) {
    const scale = pages.reduce(
      (smallest, { room, content }) => Math.min(smallest, (room[1] - room[0]) / (content[1] - content[0])),
      1,
    );
    // A header that fills the page leaves no room anyway.
    if (scale < MIN_SCALE) continue;
    for (const { page, room, content } of pages) {
      const { width, height } = page.getSize();
      // As near to its place as the header and footer permit.
      const top = Math.min(Math.max(content[0], room[0]), room[1] - scale * (content[1] - content[0]));
      const x = ((1 - scale) * width) / 2;
      placeContent(file, page, { scale, x, y: height - top - scale * (height - content[0]) });
    }
  }
}

/** Puts a header and a footer on each page of a tagged PDF without rotated pages. */
export async function stampPages(pdf: Uint8Array, stamps: Stamps): Promise<Uint8Array> {
  const file = await openPdf(pdf);
  const title = file.document.getTitle()?.trim() || stamps.filename?.replace(/\.[^.]{0,10}$/, '') || '';
  const overlay = typesetStamps(file.document.getPages(), stamps, oneLine(title).slice(0, 200));
  await makeRoom(file, pdf, overlay);
  await markPages(file, overlay, 'HeaderFooter');
  return await savePdf(file);
}
