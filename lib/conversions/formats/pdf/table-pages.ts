import type { ParsedPage } from '@llamaindex/liteparse';
import { mayHaveLostSigns, type Sign, withOriginalSigns } from '../../backends/liteparse/original-signs.ts';
import { isRecognized, sourceOfParsedPage } from '../../backends/liteparse/parsed-page.ts';
import type { PdfiumFile } from '../../backends/pdfium/pdfium-library.ts';
import type { Box } from '../../shared/geometry/box.ts';
import type { SourcePage } from '../../shared/page-layout/text-run.ts';
import { signsOfPages } from './page-runs.ts';

/** Whether cells of a page's tables may have had other signs than liteparse gives. */
const hasLostSigns = ({ tables }: SourcePage): boolean =>
  tables.some(({ rows }) => rows.some((row) => row.some(({ text }) => mayHaveLostSigns(text))));

const overlap = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

/** Finds the tables of a page again if the file has other signs in them. */
function withSigns(page: ParsedPage, source: SourcePage, signs: readonly Sign[]): SourcePage {
  const textItems = withOriginalSigns(page.textItems, signs);
  const changed = textItems.filter((item, at) => item !== page.textItems[at]);
  return changed.some((item) => source.tables.some(({ bbox }) => overlap(item, bbox)))
    ? sourceOfParsedPage({ ...page, textItems })
    : source;
}

/** Pages whose text has no styles, for their tables alone, with the dashes and quotation marks of the file. */
export async function tablePages(file: PdfiumFile, pages: readonly ParsedPage[]): Promise<SourcePage[]> {
  const sources = pages.map((page) => ({ page, source: sourceOfParsedPage(page) }));
  const doubtful = sources.filter(({ page, source }) => !isRecognized(page) && hasLostSigns(source));
  const signs = await signsOfPages(
    file,
    doubtful.map(({ page }) => page.pageNum),
  );
  return sources.map(({ page, source }) => withSigns(page, source, signs.get(page.pageNum) ?? []));
}
