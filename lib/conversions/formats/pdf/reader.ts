import { loadLiteparse } from '../../backends/liteparse/liteparse-config.ts';
import { corruptPdf } from '../../backends/pdfium/pdf-errors.ts';
import { loadPdfium } from '../../backends/pdfium/pdfium-library.ts';
import { pdfReadOptions } from '../../backends/tesseract/ocr-options.ts';
import { fileContent } from '../../engine/content.ts';
import {
  type Content,
  type Engine,
  type EngineOutput,
  EngineRefusal,
  type EngineRequest,
} from '../../engine/engine.ts';
import { checkPdfStreams } from './check-streams.ts';
import { convertToText } from './liteparse-text.ts';
import { readTree } from './liteparse-tree.ts';
import { pdfEdges } from './pdf-edges.ts';
import { MAX_PDF_PAGES } from './select-pdf-pages.ts';

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
