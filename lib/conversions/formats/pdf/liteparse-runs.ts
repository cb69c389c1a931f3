import type { ParsedPage, TextItem } from '@llamaindex/liteparse';
import { type SourcePage, styleOfFont, type TextRun } from './layout/text-run.ts';
import type { Link } from './link-runs.ts';
import { isRecognized } from './scanned-pages.ts';
import { tablesOfPage } from './tables/tables-of-page.ts';

function toRun(item: TextItem): TextRun {
  const { text, x, y, width, height, fontSize, fontName } = item;
  // The font size is meaningless if the text matrix scales the font.
  const size = fontSize !== undefined && fontSize > height * 0.6 && fontSize < height * 2 ? fontSize : height;
  return { text, x, y, width, height, size: Math.round(size * 10) / 10, ...styleOfFont(fontName) };
}

const isUpright = ({ rotation = 0 }: TextItem): boolean =>
  Math.abs(rotation % 360) < 20 || Math.abs(rotation % 360) > 340;

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
    pictures: [],
    ...(isRecognized(page) ? { isRecognized: true } : {}),
  };
}

/** The link areas on a page with a URL. Skips links within the document. */
export function linksOf({ annotations = [] }: ParsedPage): Link[] {
  return annotations.flatMap(({ uri, rect, quadpointRects }) => {
    if (uri === undefined) return [];
    const boxes = quadpointRects.length > 0 ? quadpointRects : rect === undefined ? [] : [rect];
    return boxes.map(({ x, y, width, height }) => ({ href: uri, x, y, width, height }));
  });
}
