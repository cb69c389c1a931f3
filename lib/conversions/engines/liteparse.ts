import type { ParsedPage } from '@llamaindex/liteparse';
import { fileContent } from '../content.ts';
import { composeDocument, type LooseBlock } from '../documents/document.ts';
import { extractDocument, textExtract } from '../documents/extract-document.ts';
import {
  type Content,
  type Engine,
  type EngineOutput,
  EngineRefusal,
  type EngineRequest,
} from '../engine.ts';
import { pdfOptions } from '../options.ts';
import { bodySizeOf } from '../pdf/heading-size.ts';
import { blocksOfPage, textOfPage } from '../pdf/liteparse-blocks.ts';
import { liteparseConfig, loadLiteparse, parseWithLiteparse } from '../pdf/liteparse-config.ts';
import { pdfEdges } from '../pdf/pdf-edges.ts';
import { corruptPdf, scannedPdf, textlessPdf } from '../pdf/pdf-errors.ts';
import { readPdfInfo } from '../pdf/pdf-info.ts';
import { MAX_PDF_PAGES, selectPdfPages } from '../pdf/select-pdf-pages.ts';

// Pages in memory at a time (0.3 MB each), and between two reports of progress.
const BATCH_PAGES = 200;

/** What is kept of a page: positions of letters, the bulk of it, are not. */
interface ReadPage {
  readonly number: number;
  readonly text: string;
  readonly blocks: readonly LooseBlock[];
  /** A picture without text. */
  readonly isScan: boolean;
}

interface PdfPages {
  readonly total: number;
  readonly asked: number;
  readonly pages: readonly ReadPage[];
}

const isImage = ({ complexity }: ParsedPage): boolean =>
  complexity !== undefined && (complexity.fullPageImage || complexity.imageCoverage > 0.5);

function toReadPage(page: ParsedPage, bodySize: number): ReadPage {
  const blocks = blocksOfPage(page, bodySize);
  const text = textOfPage(page, blocks);
  return { number: page.pageNum, text, blocks, isScan: text.trim() === '' && isImage(page) };
}

async function readPages(input: Uint8Array, request: EngineRequest): Promise<PdfPages> {
  const { pages: asked } = pdfOptions.parse(request.options);
  const config = liteparseConfig(request.options);
  // Without a limit of ours only the first 1000 pages would be read, in silence.
  const { totalPages } = await parseWithLiteparse(input, { ...config, maxPages: 1 });
  // A damaged file may "succeed" without a page.
  if (totalPages === 0) throw new EngineRefusal(corruptPdf());
  const numbers = selectPdfPages(asked, totalPages);
  const pages: ReadPage[] = [];
  for (let at = 0; at < numbers.length; at += BATCH_PAGES) {
    const batch = numbers.slice(at, at + BATCH_PAGES);
    const result = await parseWithLiteparse(input, {
      ...config,
      maxPages: batch.length,
      targetPages: batch.join(','),
      extractBlocks: true,
      keepHeadersFooters: true,
      includeComplexity: true,
    });
    const bodySize = bodySizeOf(result.pages);
    pages.push(...result.pages.map((page) => toReadPage(page, bodySize)));
    request.onProgress?.({ done: at + batch.length, total: numbers.length, unit: 'pages' });
  }
  if (pages.length === 0) throw new EngineRefusal(corruptPdf());
  return { total: totalPages, asked: numbers.length, pages };
}

const listed = (numbers: readonly number[]): string =>
  numbers.length > 10
    ? `${numbers.slice(0, 10).join(', ')} and ${numbers.length - 10} more`
    : numbers.join(', ');

function warningsAbout({ pages, asked }: PdfPages): string[] {
  const scans = pages.filter((page) => page.isScan).map((page) => page.number);
  return [
    ...(scans.length > 0 ? [`Pages that are images hold no text and were left out: ${listed(scans)}.`] : []),
    ...(pages.length < asked
      ? [`Pages that are damaged and could not be read: ${asked - pages.length}.`]
      : []),
  ];
}

/** The result, as second best where pages are missing that another engine may read. */
async function convert(content: Content, request: EngineRequest): Promise<EngineOutput> {
  const input = fileContent(content);
  const read = await readPages(input, request);
  const output = await write(input, request, read);
  if (read.pages.length < read.asked) throw new EngineRefusal(corruptPdf(), output);
  return output;
}

async function write(input: Uint8Array, request: EngineRequest, read: PdfPages): Promise<EngineOutput> {
  const { pages, total, asked } = read;
  if (request.to !== 'metadata' && pages.every((page) => page.text.trim() === '')) {
    if (pages.some((page) => page.isScan)) throw scannedPdf();
    throw new EngineRefusal(textlessPdf());
  }
  const report = { pages: asked, warnings: warningsAbout(read) };
  if (request.operation === 'convert') {
    return { content: Buffer.from(`${pages.map((page) => page.text).join('\n\f')}\n`), report };
  }
  const document = composeDocument(
    'pdf',
    total,
    pages.flatMap((page) => page.blocks),
  );
  const { password } = pdfOptions.parse(request.options);
  const info =
    request.to === 'text' || request.to === 'chunks' ? undefined : await readPdfInfo(input, password);
  return { content: await extractDocument(textExtract(request), document, info, input.byteLength), report };
}

/** Text, layout and tables of pdf files: pdfium and a layout analysis, in Rust. */
export const liteparse: Engine = {
  name: 'liteparse',
  package: '@llamaindex/liteparse',
  edges: pdfEdges,
  options: pdfOptions,
  limits: { maxPages: MAX_PDF_PAGES },
  convert,
  warm: async () => {
    await loadLiteparse();
  },
};
