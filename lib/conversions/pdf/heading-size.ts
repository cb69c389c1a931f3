import type { LayoutBlock, ParsedPage, TextItem } from '@llamaindex/liteparse';

const sizeOf = (item: TextItem): number => Math.round((item.fontSize ?? item.height) * 2) / 2;

/** Size in points of most letters of some pages; 0 where there are none. */
export function bodySizeOf(pages: readonly ParsedPage[]): number {
  const letters = new Map<number, number>();
  for (const item of pages.flatMap((page) => page.textItems)) {
    letters.set(sizeOf(item), (letters.get(sizeOf(item)) ?? 0) + item.text.length);
  }
  const [most] = [...letters].toSorted((a, b) => b[1] - a[1]);
  return most?.[0] ?? 0;
}

// What headings are told by: clearly larger letters, few of them, and no full stop.
const LARGER = 1.15;
const LONGEST_HEADING = 150;
const SENTENCE_END = /[.,;:!?。，]$/;

/**
 * Level of a paragraph that is a heading by the size of its letters, which the layout analysis takes only some for;
 * undefined for any other.
 */
export function headingLevel(block: LayoutBlock, page: ParsedPage, bodySize: number): number | undefined {
  const { text = '', bbox } = block;
  if (bbox === undefined || bodySize === 0 || text.length > LONGEST_HEADING || SENTENCE_END.test(text))
    return undefined;
  if (!/\p{L}/u.test(text)) return undefined;
  const inside = page.textItems.filter(
    ({ x, y, width, height, text: letters }) =>
      letters.trim() !== '' &&
      x + width / 2 >= bbox.x &&
      x + width / 2 <= bbox.x + bbox.width &&
      y + height / 2 >= bbox.y &&
      y + height / 2 <= bbox.y + bbox.height,
  );
  const smallest = Math.min(...inside.map(sizeOf));
  if (inside.length === 0 || smallest < bodySize * LARGER) return undefined;
  const ratio = smallest / bodySize;
  return ratio >= 1.8 ? 1 : ratio >= 1.4 ? 2 : 3;
}
