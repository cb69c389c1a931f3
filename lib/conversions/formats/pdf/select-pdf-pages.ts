import { noSuchPages, tooManyPages } from '../../backends/pdfium/pdf-errors.ts';
import { parsePageRanges, selectPages } from '../../base/page-ranges.ts';
import { MAX_PDF_PAGES } from './limits.ts';

/**
 * Page numbers to read, ascending: all, or those that the `pages` option selects. Throws ConversionError if it selects
 * none of the document's pages, or more than {@link MAX_PDF_PAGES}.
 */
export function selectPdfPages(asked: string | undefined, total: number): number[] {
  const ranges = (asked === undefined ? undefined : parsePageRanges(asked)) ?? [{ first: 1, last: -1 }];
  const pages = selectPages(ranges, total);
  if (pages.length === 0) throw noSuchPages(asked ?? '', total);
  if (pages.length > MAX_PDF_PAGES) throw tooManyPages(pages.length, MAX_PDF_PAGES);
  return pages;
}
