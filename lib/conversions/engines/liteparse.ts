import { fileContent } from '../content.ts';
import {
  type Content,
  type Engine,
  type EngineOutput,
  EngineRefusal,
  type EngineRequest,
} from '../engine.ts';
import { pdfReadOptions } from '../ocr/ocr-options.ts';
import { checkPdfStreams } from '../pdf/check-streams.ts';
import { loadLiteparse } from '../pdf/liteparse-config.ts';
import { convertToText } from '../pdf/liteparse-text.ts';
import { readTree } from '../pdf/liteparse-tree.ts';
import { pdfEdges } from '../pdf/pdf-edges.ts';
import { corruptPdf } from '../pdf/pdf-errors.ts';
import { loadPdfium } from '../pdf/pdfium/pdfium-library.ts';
import { MAX_PDF_PAGES } from '../pdf/select-pdf-pages.ts';

/** The result, as second best where pages are missing that another engine may read. */
async function convert(content: Content, request: EngineRequest): Promise<EngineOutput> {
  const input = fileContent(content);
  checkPdfStreams(input);
  const { output, isComplete } = await (request.operation === 'convert'
    ? convertToText(input, request)
    : readTree(input, request));
  if (!isComplete) throw new EngineRefusal(corruptPdf(), output);
  return output;
}

/** Text, layout and tables of pdf files: pdfium in Rust, and in WebAssembly for the looks of letters. */
export const liteparse: Engine = {
  name: 'liteparse',
  package: '@llamaindex/liteparse',
  edges: pdfEdges,
  options: pdfReadOptions,
  limits: { maxPages: MAX_PDF_PAGES },
  convert,
  warm: async () => {
    await Promise.all([loadLiteparse(), loadPdfium()]);
  },
};
