import type { TreeBlock } from '../../../document/document-tree.ts';
import type { PageSetup } from '../../../document/page-layout.ts';
import { pointsOf } from '../../../shared/opendocument/lengths.ts';
import type { CollectedLayout } from '../../../shared/sheets/collected-layout.ts';
import { lineCount, type PagePart, partBlocks } from './page-part.ts';
import type { OdsStyles } from './read-styles.ts';
import type { Formatting } from './style-names.ts';

const INCH = 72;
// LibreOffice's default: 2 cm.
const MARGIN = 72 / 1.27;
const LINE_HEIGHT = 12.2;
const MIN_PAGE = 10;
const MAX_PAGE = 14_400;
const MAX_PAGES = 10_000;

/** The properties of a page that only depend on the page style. */
export type PageStyleSetup = Pick<
  PageSetup<TreeBlock>,
  'header' | 'footer' | 'headerDistance' | 'footerDistance' | 'firstPageNumber'
>;

const lengthOf = (value: string | undefined, least: number, most: number): number | undefined => {
  const length = pointsOf(value);
  return length === undefined || Number.isNaN(length) ? undefined : Math.min(most, Math.max(least, length));
};

const countOf = (value: string | undefined): number | undefined =>
  value !== undefined && /^\d{1,6}$/.test(value) ? Math.min(MAX_PAGES, Number(value)) : undefined;

const marginOf = (properties: Formatting, side: 'top' | 'right' | 'bottom' | 'left'): number =>
  lengthOf(properties[`fo:margin-${side}`] ?? properties['fo:margin'], 0, MAX_PAGE) ?? MARGIN;

/** Height of a header or footer, which includes its distance from the cells. */
function partHeight(part: PagePart | undefined, properties: Formatting, inner: 'bottom' | 'top'): number {
  if (part === undefined) return 0;
  const fixed = lengthOf(properties['svg:height'], 0, MAX_PAGE);
  if (fixed !== undefined) return fixed;
  const distance = lengthOf(properties[`fo:margin-${inner}`], 0, MAX_PAGE) ?? 0;
  const least = lengthOf(properties['fo:min-height'], 0, MAX_PAGE) ?? 0;
  return Math.max(least, lineCount(part) * LINE_HEIGHT + distance);
}

function applyScale(page: Formatting, sheet: CollectedLayout): void {
  const percent = Number.parseFloat(page['style:scale-to'] ?? '');
  if (percent > 0) sheet.scale = Math.min(400, Math.max(10, percent)) / 100;
  const wide = countOf(page['style:scale-to-X']);
  const high = countOf(page['style:scale-to-Y']);
  const pages = countOf(page['style:scale-to-pages']) ?? 0;
  if ((wide ?? 0) + (high ?? 0) > 0) Object.assign(sheet, { isFit: true, wide: wide ?? 0, high: high ?? 0 });
  // A maximum of several pages is approximated by pages below each other.
  else if (pages > 0) Object.assign(sheet, { isFit: true, wide: 1, high: pages });
}

/** Applies the page style of a table (OpenDocument 1.3 part 3, 16.9 and 20). `name` is that of its sheet. */
export function applyPageStyle(
  { styles, masterPages, pageLayouts }: OdsStyles,
  tableStyle: string,
  name: string,
  sheet: CollectedLayout,
): PageStyleSetup {
  const master =
    masterPages.get(styles.get(`table ${tableStyle}`)?.masterPage ?? '') ?? masterPages.get('Default');
  const layout = pageLayouts.get(master?.layout ?? '');
  const { page, header, footer } = layout ?? { page: {}, header: {}, footer: {} };
  const isTurned = page['style:print-orientation'] === 'landscape' && page['fo:page-width'] === undefined;
  const { width, height } = sheet.paper;
  sheet.paper = {
    width: lengthOf(page['fo:page-width'], MIN_PAGE, MAX_PAGE) ?? (isTurned ? height : width),
    height: lengthOf(page['fo:page-height'], MIN_PAGE, MAX_PAGE) ?? (isTurned ? width : height),
  };
  const [top, bottom] = [marginOf(page, 'top'), marginOf(page, 'bottom')];
  sheet.margins = {
    left: marginOf(page, 'left') / INCH,
    right: marginOf(page, 'right') / INCH,
    top: (top + partHeight(master?.header, header, 'bottom')) / INCH,
    bottom: (bottom + partHeight(master?.footer, footer, 'top')) / INCH,
  };
  applyScale(page, sheet);
  sheet.overThenDown = page['style:print-page-order'] === 'ltr';
  sheet.gridLines = page['style:print']?.split(' ').includes('grid') ?? false;
  const centering = page['style:table-centering'] ?? '';
  sheet.centered = {
    horizontal: centering === 'horizontal' || centering === 'both',
    vertical: centering === 'vertical' || centering === 'both',
  };
  const textWidth = sheet.paper.width - marginOf(page, 'left') - marginOf(page, 'right');
  const blocks = (part: PagePart | undefined): PageStyleSetup['header'] =>
    part === undefined ? undefined : { default: partBlocks(part, name, Math.max(0, textWidth)) };
  return {
    header: blocks(master?.header),
    footer: blocks(master?.footer),
    headerDistance: top,
    footerDistance: bottom,
    firstPageNumber: countOf(page['style:first-page-number']),
  };
}
