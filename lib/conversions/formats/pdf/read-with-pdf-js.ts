import type { PDFDocumentProxy } from 'pdfjs-dist';
import { corruptPdf, textlessPdf } from '../../backends/pdfium/pdf-errors.ts';
import { withPdfiumFile } from '../../backends/pdfium/pdfium-file.ts';
import { EngineRefusal, type RequestContext } from '../../engine/engine.ts';
import type { FileResult } from '../../engine/role.ts';
import type { DocumentResult } from '../../engine/roles.ts';
import { treeOfPages } from '../../shared/page-layout/layout-tree.ts';
import type { SourcePage } from '../../shared/page-layout/text-run.ts';
import { checkPdfStreams } from './check-streams.ts';
import { readPdfInfo } from './pdf-info.ts';
import { withPdfJs } from './pdf-js.ts';
import { sourceOfPdfJsPage } from './pdf-js-pages.ts';
import type { PdfRequest } from './read-options.ts';
import { selectPdfPages } from './select-pdf-pages.ts';
import { textOfRuns } from './text-of-page.ts';

// Pages between two progress reports.
const BATCH_PAGES = 20;

interface PdfJsResult {
  readonly total: number;
  readonly requested: number;
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
  requested: string | undefined,
  onProgress: RequestContext['onProgress'],
): Promise<PdfJsResult> {
  const total = document.numPages;
  if (total === 0) throw new EngineRefusal(corruptPdf());
  const numbers = selectPdfPages(requested, total);
  const pages: SourcePage[] = [];
  for (const [at, number] of numbers.entries()) {
    const page = await readPage(document, number).catch(() => undefined);
    if (page !== undefined) pages.push(page);
    const done = at + 1;
    if (done % BATCH_PAGES === 0 || done === numbers.length)
      onProgress?.({ done, total: numbers.length, unit: 'pages' });
  }
  if (pages.length === 0) throw new EngineRefusal(corruptPdf());
  return { total, requested: numbers.length, pages };
}

/** Reads the requested pages. Warns about damaged pages, and if text recognition was requested. */
async function readDamaged(
  input: Uint8Array,
  { options: { pages, password, ocr }, needs, onProgress }: PdfRequest,
): Promise<{ readonly read: PdfJsResult; readonly warnings: readonly string[] }> {
  checkPdfStreams(input);
  const read = await withPdfJs(input, password, (document) => readPages(document, pages, onProgress));
  const isEmpty = read.pages.every((page) => page.runs.length === 0 && page.aside.length === 0);
  if (isEmpty && needs.blocks) throw new EngineRefusal(textlessPdf());
  const missing = read.requested - read.pages.length;
  return {
    read,
    warnings: [
      ...(missing > 0 ? [`${missing} damaged ${missing === 1 ? 'page' : 'pages'} could not be read.`] : []),
      ...(ocr === 'always'
        ? ['The file is damaged: its text was read without the requested text recognition (OCR).']
        : []),
    ],
  };
}

const missingContent = 'Tables, images, and bold and italic text were not extracted.';

/** Reads the text of a damaged PDF into a document. */
export async function readWithPdfJs(input: Uint8Array, request: PdfRequest): Promise<DocumentResult> {
  const { read, warnings } = await readDamaged(input, request);
  const { password } = request.options;
  return {
    tree: {
      hub: 'document',
      format: 'pdf',
      metadata: await withPdfiumFile(input, password, (file) => readPdfInfo(file, input, password)),
      ...treeOfPages(read.pages),
      paper: read.pages[0],
      images: [],
      page_count: read.total,
    },
    pages: read.requested,
    warnings: request.needs.tables ? [...warnings, missingContent] : warnings,
  };
}

/** Writes the text of a damaged PDF. */
export async function writeTextWithPdfJs(input: Uint8Array, request: PdfRequest): Promise<FileResult> {
  const { read, warnings } = await readDamaged(input, request);
  const text = read.pages
    .map(({ runs, aside }) => [textOfRuns(runs), ...aside.map(({ text }) => text)].join('\n').trim())
    .join('\n\f');
  return { bytes: Buffer.from(`${text}\n`), pages: read.requested, warnings };
}
