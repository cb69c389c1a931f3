import type { ParsedPage } from '@llamaindex/liteparse';
import { type Sign, withOriginalSigns } from '../../backends/liteparse/original-signs.ts';
import { isRecognized, sourceOfParsedPage } from '../../backends/liteparse/parsed-page.ts';
import type { SourcePage } from '../../shared/page-layout/text-run.ts';

/** Pages whose text has no styles, for their tables alone, with the dashes and quotation marks of the file by page. */
export const tablePages = (
  pages: readonly ParsedPage[],
  signs: ReadonlyMap<number, readonly Sign[]>,
): SourcePage[] =>
  pages.map((page) => {
    const own = signs.get(page.pageNum);
    return sourceOfParsedPage(
      own === undefined || isRecognized(page)
        ? page
        : { ...page, textItems: withOriginalSigns(page.textItems, own) },
    );
  });
