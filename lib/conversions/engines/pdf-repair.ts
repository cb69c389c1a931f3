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
import { liteparseConfig, parseWithLiteparse } from '../pdf/liteparse-config.ts';
import { repairPdf } from '../pdf/operations/repair-pdf.ts';
import { pdfEdges } from '../pdf/pdf-edges.ts';
import { corruptPdf } from '../pdf/pdf-errors.ts';
import { MAX_PDF_PAGES } from '../pdf/select-pdf-pages.ts';
import { liteparse } from './liteparse.ts';

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
