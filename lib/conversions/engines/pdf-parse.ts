import type { PDFParse } from 'pdf-parse';
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
import { pdfEdges } from '../pdf/pdf-edges.ts';
import { corruptPdf, textlessPdf } from '../pdf/pdf-errors.ts';
import { readPdfInfo } from '../pdf/pdf-info.ts';
import { withPdfJs } from '../pdf/pdf-js.ts';
import { MAX_PDF_PAGES, selectPdfPages } from '../pdf/select-pdf-pages.ts';

// Between two reports of progress.
const BATCH_PAGES = 20;

interface Page {
  readonly number: number;
  readonly text: string;
}

async function readPages(
  parser: PDFParse,
  asked: string | undefined,
  onProgress: EngineRequest['onProgress'],
): Promise<{ total: number; pages: Page[] }> {
  const { total } = await parser.getInfo();
  if (total === 0) throw new EngineRefusal(corruptPdf());
  const numbers = selectPdfPages(asked, total);
  const pages: Page[] = [];
  for (let at = 0; at < numbers.length; at += BATCH_PAGES) {
    const partial = numbers.slice(at, at + BATCH_PAGES);
    const result = await parser.getText({ partial, pageJoiner: '' });
    pages.push(
      ...result.pages.map((page) => ({ number: page.num, text: page.text.replaceAll('\t', ' ').trim() })),
    );
    onProgress?.({ done: pages.length, total: numbers.length, unit: 'pages' });
  }
  return { total, pages };
}

/** Paragraphs: PDF.js gives lines, and blank lines only where the page has much space. */
const blocksOf = ({ number, text }: Page): LooseBlock[] =>
  text.split(/\n\s*\n/).map((part) => ({ kind: 'paragraph', text: part.trim(), page: number }));

async function convert(content: Content, request: EngineRequest): Promise<EngineOutput> {
  const input = fileContent(content);
  const { pages: asked, password } = pdfOptions.parse(request.options);
  const { total, pages } = await withPdfJs(input, password, (parser) =>
    readPages(parser, asked, request.onProgress),
  );
  const report = { pages: pages.length };
  if (request.to !== 'metadata' && pages.every((page) => page.text === ''))
    throw new EngineRefusal(textlessPdf());
  if (request.operation === 'convert') {
    return { content: Buffer.from(`${pages.map((page) => page.text).join('\n\f')}\n`), report };
  }
  const document = composeDocument('pdf', total, pages.flatMap(blocksOf));
  const info =
    request.to === 'text' || request.to === 'chunks' ? undefined : await readPdfInfo(input, password);
  const warnings =
    request.to === 'structured' ? ['Headings and tables could not be told from the text.'] : [];
  return {
    content: await extractDocument(textExtract(request), document, info, input.byteLength),
    report: { ...report, warnings },
  };
}

/** Text of pdf files that pdfium cannot read or that crash it: PDF.js. */
export const pdfParse: Engine = {
  name: 'pdf-parse',
  package: 'pdf-parse',
  edges: pdfEdges,
  options: pdfOptions,
  limits: { maxPages: MAX_PDF_PAGES },
  convert,
};
