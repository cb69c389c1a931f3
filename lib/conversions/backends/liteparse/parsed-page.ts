import type { ParsedPage, TextItem } from '@llamaindex/liteparse';
import { type SourcePage, styleOfFont, type TextRun } from '../../shared/page-layout/text-run.ts';
import { tablesOfPage } from '../../shared/page-tables/tables-of-page.ts';

function toRun(item: TextItem): TextRun {
  const { text, x, y, width, height, fontSize, fontName, confidence } = item;
  // The font size is meaningless if the text matrix scales the font.
  const size = fontSize !== undefined && fontSize > height * 0.6 && fontSize < height * 2 ? fontSize : height;
  const run = { text, x, y, width, height, size: Math.round(size * 10) / 10, ...styleOfFont(fontName) };
  return confidence === undefined ? run : { ...run, isRecognized: true, confidence };
}

const isUpright = ({ rotation = 0 }: TextItem): boolean =>
  Math.abs(rotation % 360) < 20 || Math.abs(rotation % 360) > 340;

/** Whether the text of a page was recognized from its image. */
export const isRecognized = (page: ParsedPage): boolean =>
  page.textItems.some((item) => item.confidence !== undefined) &&
  page.textItems.every((item) => item.confidence !== undefined);

/** Converts liteparse's page to runs. */
export function sourceOfParsedPage(page: ParsedPage): SourcePage {
  const items = page.textItems.filter((item) => item.text.trim() !== '');
  const upright = items.filter(isUpright);
  // A mostly rotated page is read in file order.
  const isTurned = upright.length < items.length / 2;
  return {
    number: page.pageNum,
    width: page.width,
    height: page.height,
    runs: (isTurned ? items : upright).map(toRun),
    aside: isTurned ? [] : items.filter((item) => !isUpright(item)).map((item) => item.text),
    tables: page.blocks === undefined ? [] : tablesOfPage(page),
    images: [],
    ...(isRecognized(page) ? { isRecognized: true } : {}),
  };
}
