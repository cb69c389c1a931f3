import { startQpdf, unwrittenPdf } from '../../../backends/qpdf/qpdf.ts';
import type { OcrLanguage } from '../../../backends/tesseract/languages.ts';
import type { RequestContext } from '../../../engine/engine.ts';
import { recognizeLayer } from './recognize-layer.ts';

/** A PDF with a text layer, and the number of pages whose text was recognized. */
export interface SearchablePdf {
  readonly bytes: Uint8Array;
  readonly recognized: number;
  readonly warnings: readonly string[];
}

/** Makes a PDF of images searchable. */
export async function addTextLayer(
  pdf: Uint8Array,
  languages: readonly OcrLanguage[],
  context: Pick<RequestContext, 'onProgress' | 'recognition'>,
): Promise<SearchablePdf> {
  const { layer, warnings } = await recognizeLayer(pdf, languages, context);
  if (layer === undefined) return { bytes: pdf, recognized: 0, warnings };
  const qpdf = await startQpdf();
  qpdf.put('/images.pdf', pdf);
  qpdf.put('/layer.pdf', layer.bytes);
  const outcome = qpdf.run(
    '--deterministic-id',
    '--newline-before-endstream',
    '/images.pdf',
    '--overlay',
    '/layer.pdf',
    `--to=${layer.pages.join(',')}`,
    '--',
    '/result.pdf',
  );
  if (outcome !== 'done' && outcome !== 'done_with_warnings') throw unwrittenPdf(outcome);
  return {
    bytes: qpdf.get('/result.pdf'),
    recognized: layer.pages.length,
    warnings,
  };
}
