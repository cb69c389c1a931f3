import { liteparseConfig, parseWithLiteparse } from '../../backends/liteparse/liteparse-config.ts';
import { corruptPdf } from '../../backends/pdfium/pdf-errors.ts';
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
import { repairPdf } from './operations/repair-pdf.ts';
import { pdfEdges } from './pdf-edges.ts';
import { liteparse } from './reader.ts';
import { MAX_PDF_PAGES } from './select-pdf-pages.ts';

// Behind every other way, whatever their steps: what is found by searching may be an older version of a page.
const LAST = 6;
// All objects are held in memory, some twenty times as large as in the file.
const MAX_BYTES = 48 * 1024 * 1024;
// ISO 32000-1, 7.3.10: without an object there is nothing to find.
const OBJECT = /\d\s+\d+\s+obj\b/;

const warning =
  'The file was damaged; what it holds was put together anew. Check whether anything is missing, and download or export it again if so.';

async function canBeOpened(input: Uint8Array, request: EngineRequest): Promise<boolean> {
  const config = { ...liteparseConfig(request.options), maxPages: 1 };
  return await parseWithLiteparse(input, config).then(
    ({ totalPages }) => totalPages > 0,
    (error: unknown) => {
      if (error instanceof EngineRefusal) return false;
      throw error;
    },
  );
}

async function convert(content: Content, request: EngineRequest): Promise<EngineOutput> {
  const input = fileContent(content);
  checkPdfStreams(input);
  const isHopeless = input.byteLength > MAX_BYTES || !OBJECT.test(Buffer.from(input).toString('latin1'));
  // A file that opens was read as well as it can be.
  if (isHopeless || (await canBeOpened(input, request))) throw new EngineRefusal(corruptPdf());
  const repaired = await repairPdf(input);
  if (repaired === undefined) throw new EngineRefusal(corruptPdf());
  const { report, ...output } = await liteparse.convert(repaired, request);
  return { ...output, report: { ...report, warnings: [warning, ...(report.warnings ?? [])] } };
}

/** Pdf files that nothing can open: their objects are searched for and written anew, and the result is read. */
export const pdfRepair: Engine = {
  name: 'liteparse-repaired',
  package: '@llamaindex/liteparse',
  edges: pdfEdges.map((edge) => ({ ...edge, loss: LAST })),
  options: pdfReadOptions,
  limits: { maxPages: MAX_PDF_PAGES },
  convert,
};
