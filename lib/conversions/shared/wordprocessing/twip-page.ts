import type { TreeBlock } from '../../document/document-tree.ts';
import type { PageParts, PageSetup } from '../../document/page-layout.ts';

/** The page of a Word document in twips. */
export interface TwipPage {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Twips in a point. */
export const TWIPS = 20;

/** Word's default distance of headers and footers from the edge of the page, in points. */
export const PART_DISTANCE = 36;

/** Smallest and largest side of a page: Word's limits of 0.1 and 22 inches. */
const MIN_SIDE = 144;
const MAX_SIDE = 22 * 1440;

/** Share of a side that both margins may take together, so that text has room. */
const MAX_MARGINS = 0.9;

/** A document's page if it names none: Letter, with these margins (RTF 1.9.1, "Document Formatting Properties"). */
export const defaultTwipPage: Readonly<TwipPage> = {
  width: 12_240,
  height: 15_840,
  left: 1800,
  right: 1800,
  top: 1440,
  bottom: 1440,
};

const side = (twips: number): number => Math.min(MAX_SIDE, Math.max(MIN_SIDE, twips));

/** Two margins that leave room between them, in points. Text may enter a negative one. */
const fitted = (before: number, after: number, twips: number): readonly [number, number] => {
  const share = Math.min(1, (MAX_MARGINS * twips) / Math.max(1, Math.abs(before) + Math.abs(after)));
  return [(Math.abs(before) * share) / TWIPS, (Math.abs(after) * share) / TWIPS];
};

/** The parts of a header or footer; undefined if there are none. */
export const pageParts = (parts: PageParts<TreeBlock>): PageParts<TreeBlock> | undefined =>
  Object.values(parts).every((part) => part === undefined) ? undefined : parts;

/** Returns the section of a page, within Word's limits, with its header and footer. */
export function pageOfTwips(
  page: Readonly<TwipPage>,
  parts: Pick<PageSetup<TreeBlock>, 'header' | 'footer' | 'headerDistance' | 'footerDistance' | 'text'> = {},
): TreeBlock & { readonly kind: 'page_setup' } {
  const width = side(page.width);
  const height = side(page.height);
  const [left, right] = fitted(page.left, page.right, width);
  const [top, bottom] = fitted(page.top, page.bottom, height);
  const setup: PageSetup<TreeBlock> = {
    width: width / TWIPS,
    height: height / TWIPS,
    margins: { top, right, bottom, left },
    start: 'page',
    ...parts,
  };
  return { kind: 'page_setup', setup };
}
