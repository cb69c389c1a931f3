import type { LiteParseConfig, ParsedPage, ParseResult } from '@llamaindex/liteparse';
import { composeDocument } from '../documents/document.ts';
import { extractDocument } from '../documents/extract-document.ts';
import { type Engine, type EngineOutput, EngineRefusal, type EngineRequest } from '../engine.ts';
import { pdfOptions } from '../options.ts';
import { loadPackage } from '../package-assets.ts';
import { blocksOfPage, textOfPage } from '../pdf/liteparse-blocks.ts';
import { corruptPdf, encryptedPdf, scannedPdf, textlessPdf } from '../pdf/pdf-errors.ts';
import { readPdfInfo } from '../pdf/pdf-info.ts';
import { rightToLeftShare } from '../pdf/right-to-left.ts';
import { selectPdfPages } from '../pdf/select-pdf-pages.ts';

const MAX_PAGES = 5000;
// Pages in memory at a time (0.3 MB each), and between two reports of progress.
const BATCH_PAGES = 200;
// Word order of right-to-left text comes out wrong (.08 of it right, .98 with PDF.js); a quoted word does not matter.
const RTL_SHARE = 0.1;

const load = () => loadPackage<typeof import('@llamaindex/liteparse')>('@llamaindex/liteparse');

async function parse(
  input: Uint8Array,
  password: string | undefined,
  config: Partial<LiteParseConfig>,
): Promise<ParseResult> {
  const { LiteParse } = await load();
  const parser = new LiteParse({
    ocrEnabled: false,
    quiet: true,
    numWorkers: 1,
    outputFormat: 'text',
    imageMode: 'off',
    extractLinks: false,
    continueOnPageError: true,
    ...(password === undefined ? {} : { password }),
    ...config,
  });
  try {
    return await parser.parse(input);
  } catch (error) {
    if (error instanceof Error && /password/i.test(error.message)) {
      throw encryptedPdf(password !== undefined, error);
    }
    throw new EngineRefusal(corruptPdf(error));
  }
}

interface PdfPages {
  readonly total: number;
  readonly asked: number;
  readonly pages: readonly ParsedPage[];
}

async function readPages(input: Uint8Array, request: EngineRequest): Promise<PdfPages> {
  const { pages: asked, password } = pdfOptions.parse(request.options);
  // Without a limit of ours only the first 1000 pages would be read, in silence.
  const { totalPages } = await parse(input, password, { maxPages: 1 });
  // A damaged file may "succeed" without a page.
  if (totalPages === 0) throw new EngineRefusal(corruptPdf());
  const numbers = selectPdfPages(asked, totalPages, MAX_PAGES);
  const pages: ParsedPage[] = [];
  for (let at = 0; at < numbers.length; at += BATCH_PAGES) {
    const batch = numbers.slice(at, at + BATCH_PAGES);
    const result = await parse(input, password, {
      maxPages: batch.length,
      targetPages: batch.join(','),
      extractBlocks: true,
      keepHeadersFooters: true,
      includeComplexity: true,
    });
    // The positions of letters are the bulk of a page, and nothing below needs them.
    pages.push(...result.pages.map((page) => ({ ...page, textItems: [] })));
    request.onProgress?.({ done: at + batch.length, total: numbers.length, unit: 'pages' });
  }
  if (pages.length === 0) throw new EngineRefusal(corruptPdf());
  return { total: totalPages, asked: numbers.length, pages };
}

const isImage = ({ complexity }: ParsedPage): boolean =>
  complexity !== undefined && (complexity.fullPageImage || complexity.imageCoverage > 0.5);

const isBlank = (page: ParsedPage): boolean => page.text.trim() === '';

const listed = (numbers: readonly number[]): string =>
  numbers.length > 10
    ? `${numbers.slice(0, 10).join(', ')} and ${numbers.length - 10} more`
    : numbers.join(', ');

function warningsAbout({ pages, asked }: PdfPages): string[] {
  const images = pages.filter((page) => isBlank(page) && isImage(page)).map((page) => page.pageNum);
  return [
    ...(images.length > 0
      ? [`Pages that are images hold no text and were left out: ${listed(images)}.`]
      : []),
    ...(pages.length < asked ? [`${asked - pages.length} damaged pages could not be read.`] : []),
  ];
}

async function convert(input: Uint8Array, request: EngineRequest): Promise<EngineOutput> {
  const read = await readPages(input, request);
  const isTextWanted = request.to !== 'metadata';
  if (isTextWanted && read.pages.every(isBlank)) {
    if (read.pages.some(isImage)) throw scannedPdf();
    throw new EngineRefusal(textlessPdf());
  }
  const output = {
    bytes: await write(input, request, read),
    report: { pages: read.asked, warnings: warningsAbout(read) },
  };
  if (isTextWanted && rightToLeftShare(read.pages.map((page) => page.text).join('\n')) > RTL_SHARE) {
    const warning = 'The order of words in right-to-left lines may be wrong.';
    const second = {
      ...output,
      report: { ...output.report, warnings: [...output.report.warnings, warning] },
    };
    throw new EngineRefusal(corruptPdf(), second);
  }
  return output;
}

async function write(
  input: Uint8Array,
  request: EngineRequest,
  { pages, total }: PdfPages,
): Promise<Uint8Array> {
  if (request.operation === 'convert') return Buffer.from(`${pages.map(textOfPage).join('\n\f')}\n`);
  const document = composeDocument('pdf', total, pages.flatMap(blocksOfPage));
  const { password } = pdfOptions.parse(request.options);
  const info =
    request.to === 'text' || request.to === 'chunks' ? undefined : await readPdfInfo(input, password);
  return await extractDocument(request.to, document, info, input.byteLength);
}

/** Text, layout and tables of pdf files: pdfium and a layout analysis, in Rust. */
export const liteparse: Engine = {
  name: 'liteparse',
  package: '@llamaindex/liteparse',
  edges: [
    { from: 'pdf', operation: 'convert', to: 'text' },
    { from: 'pdf', operation: 'extract', to: 'text' },
    { from: 'pdf', operation: 'extract', to: 'structured' },
    { from: 'pdf', operation: 'extract', to: 'chunks' },
    { from: 'pdf', operation: 'extract', to: 'metadata' },
  ],
  options: pdfOptions,
  limits: { maxPages: MAX_PAGES },
  convert,
  warm: async () => {
    await load();
  },
};
