import { loadLiteparse } from '../../backends/liteparse/liteparse-config.ts';
import { loadNativePdfium } from '../../backends/pdfium/native-library.ts';
import { loadPdfium } from '../../backends/pdfium/pdfium-file.ts';
import { needsOfTarget } from '../../document/needs.ts';
import { pdfReadOptions } from './read-options.ts';
import { readPdf, writePdfText } from './read-pdf.ts';

/** A page with two lines of text. It has no cross-reference table, which PDFium rebuilds. */
const sample = Buffer.from(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>endobj
4 0 obj<</Length 62>>stream
BT /F 12 Tf 20 200 Td (Some words.) Tj 0 -20 Td (More.) Tj ET
endstream endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
trailer<</Root 1 0 R>>
`);

/**
 * Loads PDFium, natively and in WebAssembly, and reads a sample, so that V8 has compiled what the first document runs. Otherwise that
 * document takes 10 ms more of the processor to become text, and 13 to become Markdown.
 */
export async function warmReader(): Promise<void> {
  loadNativePdfium();
  await Promise.all([loadLiteparse(), loadPdfium()]);
  const options = pdfReadOptions.parse({});
  await writePdfText(sample, { options, needs: needsOfTarget({ to: 'text' }) });
  await readPdf(sample, { options, needs: needsOfTarget({ to: 'markdown' }) });
}
