import { corruptPdf } from '../../backends/pdfium/pdf-errors.ts';
import { withPdfium } from '../../backends/pdfium/pdfium-file.ts';
import { EngineRefusal, type EngineReport } from '../../engine/engine.ts';
import type { FileResult } from '../../engine/role.ts';
import type { DocumentResult } from '../../engine/roles.ts';
import { checkPdfStreams } from './check-streams.ts';
import { repairPdf } from './operations/repair-pdf.ts';
import type { PdfRequest } from './read-options.ts';
import { readPdf, writePdfText } from './read-pdf.ts';

// All objects are in memory, at about twenty times their size in the file.
const MAX_BYTES = 48 * 1024 * 1024;
// ISO 32000-1, 7.3.10: without an object there is nothing to find.
const OBJECT = /\d\s+\d+\s+obj\b/;

const warning =
  'The PDF was damaged and was rebuilt from its objects. If content is missing, download or export the file again.';

async function canBeOpened(input: Uint8Array, { options }: PdfRequest): Promise<boolean> {
  return await withPdfium(input, options.password, ({ pages }) => pages > 0).catch((error: unknown) => {
    if (error instanceof EngineRefusal) return false;
    throw error;
  });
}

/** Rewrites a PDF from its objects. Declines files that can be opened, which other engines have read as well as possible. */
async function repair(input: Uint8Array, request: PdfRequest): Promise<Uint8Array> {
  checkPdfStreams(input);
  const isHopeless = input.byteLength > MAX_BYTES || !OBJECT.test(Buffer.from(input).toString('latin1'));
  if (isHopeless || (await canBeOpened(input, request))) throw new EngineRefusal(corruptPdf());
  const repaired = await repairPdf(input);
  if (repaired === undefined) throw new EngineRefusal(corruptPdf());
  return repaired;
}

const withWarning = <Result extends EngineReport>(result: Result): Result => ({
  ...result,
  warnings: [warning, ...(result.warnings ?? [])],
});

/** Rewrites a PDF and reads it into a document. */
export async function readRepaired(bytes: Uint8Array, request: PdfRequest): Promise<DocumentResult> {
  return withWarning(await readPdf(await repair(bytes, request), request));
}

/** Rewrites a PDF and converts it to a text file. */
export async function writeRepairedText(bytes: Uint8Array, request: PdfRequest): Promise<FileResult> {
  return withWarning(await writePdfText(await repair(bytes, request), request));
}
