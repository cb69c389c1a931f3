import type { PDFDocumentProxy } from 'pdfjs-dist';
import { corruptPdf, textlessPdf } from '../../backends/pdfium/pdf-errors.ts';
import { pdfReadOptions } from '../../backends/tesseract/ocr-options.ts';
import { noInfo } from '../../document/document.ts';
import { fileContent } from '../../engine/content.ts';
import {
  type Content,
  type Engine,
  type EngineOutput,
  EngineRefusal,
  type EngineRequest,
} from '../../engine/engine.ts';
import { checkPdfStreams } from './check-streams.ts';
import { treeOfPages } from './layout/layout-tree.ts';
import type { SourcePage } from './layout/text-run.ts';
import { pdfEdges } from './pdf-edges.ts';
import { readPdfInfo } from './pdf-info.ts';
import { withPdfJs } from './pdf-js.ts';
import { sourceOfPdfJsPage } from './pdf-js-pages.ts';
import { MAX_PDF_PAGES, selectPdfPages } from './select-pdf-pages.ts';
import { linesOfRuns } from './text-of-page.ts';

// Between two reports of progress.
const BATCH_PAGES = 20;

interface PdfJsResult {
  readonly total: number;
  readonly asked: number;
  readonly pages: readonly SourcePage[];
}

async function readPage(document: PDFDocumentProxy, number: number): Promise<SourcePage> {
  const page = await document.getPage(number);
  const source = await sourceOfPdfJsPage(page, number);
  page.cleanup();
  return source;
}

async function readPages(
  document: PDFDocumentProxy,
  asked: string | undefined,
  onProgress: EngineRequest['onProgress'],
): Promise<PdfJsResult> {
  const total = document.numPages;
  if (total === 0) throw new EngineRefusal(corruptPdf());
  const numbers = selectPdfPages(asked, total);
  const pages: SourcePage[] = [];
  for (const [at, number] of numbers.entries()) {
    const page = await readPage(document, number).catch(() => undefined);
    if (page !== undefined) pages.push(page);
    const done = at + 1;
    if (done % BATCH_PAGES === 0 || done === numbers.length)
      onProgress?.({ done, total: numbers.length, unit: 'pages' });
  }
  if (pages.length === 0) throw new EngineRefusal(corruptPdf());
  return { total, asked: numbers.length, pages };
}

const damaged = ({ asked, pages }: PdfJsResult): string[] =>
  pages.length < asked ? [`Pages that are damaged and could not be read: ${asked - pages.length}.`] : [];

async function convert(content: Content, request: EngineRequest): Promise<EngineOutput> {
  const input = fileContent(content);
  checkPdfStreams(input);
  const { pages: asked, password, ocr } = pdfReadOptions.parse(request.options);
  const read = await withPdfJs(input, password, (document) => readPages(document, asked, request.onProgress));
  const target = request.target?.to;
  const unrecognized =
    ocr === 'always'
      ? ['The file is damaged: its text was read, and not recognised (OCR) as asked for.']
      : [];
  const isEmpty = read.pages.every((page) => page.runs.length === 0 && page.aside.length === 0);
  if (isEmpty && target !== 'metadata') throw new EngineRefusal(textlessPdf());
  if (request.operation === 'convert') {
    const text = read.pages
      .map(({ runs, aside }) => [linesOfRuns(runs), ...aside].join('\n').trim())
      .join('\n\f');
    return {
      content: Buffer.from(`${text}\n`),
      report: { pages: read.asked, warnings: [...damaged(read), ...unrecognized] },
    };
  }
  const lacking = 'Tables, pictures, and bold and italic letters could not be told from the text.';
  return {
    content: {
      hub: 'document',
      fileType: 'pdf',
      info: target === 'text' || target === 'chunks' ? noInfo : await readPdfInfo(input, password),
      blocks: treeOfPages(read.pages),
      notes: [],
      images: [],
      pages: read.total,
    },
    report: {
      pages: read.asked,
      warnings: [
        ...damaged(read),
        ...unrecognized,
        ...(target === 'text' || target === 'chunks' || target === 'metadata' ? [] : [lacking]),
      ],
    },
  };
}

/** Text of pdf files that pdfium cannot read or that crash it: PDF.js. */
export const pdfParse: Engine = {
  name: 'pdf-parse',
  package: 'pdf-parse',
  edges: pdfEdges,
  // It recognises no text, but stands in where recognition was only forbidden, or asked for where it is needed.
  options: pdfReadOptions,
  limits: { maxPages: MAX_PDF_PAGES },
  convert,
};
