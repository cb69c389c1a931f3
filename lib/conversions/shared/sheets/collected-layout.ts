import type { TreeBlock } from '../../document/document-tree.ts';
import type { PageSetup } from '../../document/page-layout.ts';
import type { CellRange, SheetAxis, SheetLayout } from '../../document/printed-sheet.ts';
import { DEFAULT_PAPER } from './paper-sizes.ts';
import { createSizeList } from './sized-ranges.ts';
import { createStyleRuns } from './style-runs.ts';

const INCH = 72;
/** LibreOffice's default height of a row, in points. */
export const DEFAULT_ROW_HEIGHT = 12.8;
/** LibreOffice's default margins, in inches. */
export const DEFAULT_MARGINS = { left: 0.748, right: 0.748, top: 0.984, bottom: 0.984 };

/** The layout of a sheet of Excel while its file is read. Lengths in points. */
export interface CollectedLayout {
  readonly columns: ReturnType<typeof createSizeList>;
  readonly rows: ReturnType<typeof createSizeList>;
  readonly styles: ReturnType<typeof createStyleRuns>;
  readonly rowBreaks: number[];
  readonly columnBreaks: number[];
  /** Width and height of columns and rows without their own. */
  columnWidth: number;
  rowHeight: number;
  /** In inches. */
  margins: Record<keyof typeof DEFAULT_MARGINS, number>;
  paper: { readonly width: number; readonly height: number };
  /** 1 for 100 %. Ignored if the sheet is fitted. */
  scale: number;
  /** Whether the sheet is scaled to `wide` by `high` pages; 0 for any number. */
  isFit: boolean;
  wide: number;
  high: number;
  overThenDown: boolean;
  gridLines: boolean;
  centered: { horizontal: boolean; vertical: boolean };
}

/** The ranges of a sheet that names of its workbook define. */
export interface PrintRanges {
  readonly areas?: readonly CellRange[] | undefined;
  readonly repeatedColumns?: SheetAxis['repeated'];
  readonly repeatedRows?: SheetAxis['repeated'];
}

/** Creates the layout of an empty sheet with the default page. */
export const createCollectedLayout = (columnWidth: number): CollectedLayout => ({
  columns: createSizeList(),
  rows: createSizeList(),
  styles: createStyleRuns(),
  rowBreaks: [],
  columnBreaks: [],
  columnWidth,
  rowHeight: DEFAULT_ROW_HEIGHT,
  margins: { ...DEFAULT_MARGINS },
  paper: DEFAULT_PAPER,
  scale: 1,
  isFit: false,
  wide: 1,
  high: 1,
  overThenDown: false,
  gridLines: false,
  centered: { horizontal: false, vertical: false },
});

const axisOf = (
  defaultSize: number,
  sizes: CollectedLayout['columns'],
  breaks: readonly number[],
  repeated: SheetAxis['repeated'],
): SheetAxis => ({
  defaultSize,
  ranges: sizes.ranges(),
  breaks: breaks.toSorted((one, other) => one - other),
  repeated,
});

/** Converts a collected layout once the sheet has been read. */
export function sheetLayout(
  sheet: CollectedLayout,
  { areas, repeatedColumns, repeatedRows }: PrintRanges,
): SheetLayout & { readonly setup: PageSetup<TreeBlock> } {
  const { left, right, top, bottom } = sheet.margins;
  return {
    columns: axisOf(sheet.columnWidth, sheet.columns, sheet.columnBreaks, repeatedColumns),
    rows: axisOf(sheet.rowHeight, sheet.rows, sheet.rowBreaks, repeatedRows),
    styles: sheet.styles.runs,
    areas,
    scale: sheet.isFit ? 1 : sheet.scale,
    fit: sheet.isFit ? { wide: sheet.wide || undefined, high: sheet.high || undefined } : undefined,
    overThenDown: sheet.overThenDown || undefined,
    gridLines: sheet.gridLines || undefined,
    centered: sheet.centered,
    setup: {
      ...sheet.paper,
      margins: { left: left * INCH, right: right * INCH, top: top * INCH, bottom: bottom * INCH },
      start: 'page',
    },
  };
}
