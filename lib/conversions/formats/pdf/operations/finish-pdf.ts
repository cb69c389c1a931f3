import type { FileResult } from '../../../engine/role.ts';
import { countPages } from '../../../shared/pdf/written-pdf.ts';
import { openPdf, savePdf } from '../archive/pdf-file.ts';
import { operationOptions } from './operation-options.ts';
import { fitPages, type Paper } from './place-content.ts';
import { rewritePdf } from './rewrite-pdf.ts';
import { type Stamps, stampPages } from './stamp-pages.ts';

const isSet = (options: object): boolean => Object.values(options).some((value) => value !== undefined);

/** What is done to the pages of a PDF that another engine wrote, in this order. */
export interface Finishing {
  readonly paper?: Paper | undefined;
  readonly stamps?: Stamps | undefined;
  /** Options of PDF operations: pages to keep, and a watermark. */
  readonly operations?: Readonly<Record<string, unknown>> | undefined;
}

/** Finishes a PDF that LibreOffice or the browser wrote. Throws the errors of `rewritePdf`. */
export async function finishPdf(
  pdf: Uint8Array,
  { paper = {}, stamps = {}, operations = {} }: Finishing,
): Promise<FileResult> {
  let bytes = pdf;
  if (isSet(paper)) {
    const file = await openPdf(bytes);
    fitPages(file, paper);
    bytes = await savePdf(file);
  }
  const { header, footer, page_numbers: numbers = false } = stamps;
  if (numbers || isSet({ header, footer })) bytes = await stampPages(bytes, stamps);
  const { pages, watermark } = operations;
  if (!isSet({ pages, watermark })) return { bytes, pages: countPages(pdf) };
  return await rewritePdf(bytes, {
    options: operationOptions.parse(operations),
    from: 'pdf',
    to: 'pdf',
  });
}
