import type { ParsedPage, TextItem } from '@llamaindex/liteparse';
import { type SourcePage, styleOfFont, type TextRun } from './layout/text-run.ts';
import { tablesOfPage } from './tables/tables-of-page.ts';

function toRun(item: TextItem): TextRun {
  const { text, x, y, width, height, fontSize, fontName } = item;
  // Where a font is scaled by the text's matrix, its own size says nothing.
  const size = fontSize !== undefined && fontSize > height * 0.6 ? fontSize : height;
  return { text, x, y, width, height, size: Math.round(size * 10) / 10, ...styleOfFont(fontName) };
}

/** What liteparse found on a page. */
export function sourceOfParsedPage(page: ParsedPage): SourcePage {
  return {
    number: page.pageNum,
    width: page.width,
    height: page.height,
    runs: page.textItems.filter((item) => item.text.trim() !== '').map(toRun),
    tables: tablesOfPage(page),
    pictures: [],
  };
}
