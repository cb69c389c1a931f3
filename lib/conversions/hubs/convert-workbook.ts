import { appendAll } from '../base/arrays.ts';
import type { Section } from '../document/document-model.ts';
import { type TreeBlock, textRun } from '../document/document-tree.ts';
import type { RoleRequest } from '../engine/role.ts';
import type { DocumentResult } from '../engine/roles.ts';
import { linkedSheet } from '../workbook/cell-links.ts';
import {
  chooseSheets,
  countCharacters,
  filledSheets,
  hasContent,
  hiddenSheetWarnings,
} from '../workbook/choose-sheets.ts';
import { loadNumberFormats } from '../workbook/number-formats.ts';
import { columnCount, type Sheet, type Workbook } from '../workbook/workbook.ts';
import { MAX_SHOWN_CELLS } from './limits.ts';
import { sheetBlocks } from './sheet-blocks.ts';
import type { workbookOptions } from './workbook-options.ts';

// Up to this size each number may cost an object.
const MAX_ALIGNED_CELLS = 50_000;

// Writers keep several copies of a document's text.
const MAX_CHARACTERS = 64_000_000;
const cellsOf = (sheet: Sheet): number => sheet.rows.reduce((sum, row) => sum + row.length, 0);

/** The heading of a sheet, with its name as an anchor if there are links to it. */
const headingOf = ({ name }: Sheet, linked: ReadonlySet<string>): TreeBlock => ({
  kind: 'heading',
  level: 1,
  content: [textRun(name)],
  ...(linked.has(name) ? { anchors: [name] } : {}),
});

/** Headers and footers as paragraphs, for a workbook without other content. */
const furnitureBlocks = ({ furniture = [] }: Sheet): TreeBlock[] =>
  furniture.map(({ text }) => ({ kind: 'paragraph', content: [textRun(text)] }));

/** Converts the requested sheets of a workbook. */
export async function convertWorkbook(
  workbook: Workbook,
  { options: { sheet: requested, header_row: header }, needs }: RoleRequest<typeof workbookOptions>,
): Promise<DocumentResult> {
  const isWithoutCells = requested === undefined && filledSheets(workbook.sheets).length === 0;
  // The metadata of a file and the list of its tables are complete without any cell.
  const mayBeEmpty = !needs.blocks || !needs.prose;
  const sheets = isWithoutCells && mayBeEmpty ? [] : chooseSheets(workbook, requested);
  const numbers = new Map(workbook.sheets.map((sheet, index) => [sheet, index + 1]));
  const cells = sheets.reduce((sum, sheet) => sum + cellsOf(sheet), 0);
  countCharacters(sheets, MAX_CHARACTERS);
  const formats = await loadNumberFormats();
  const style = {
    formats,
    header,
    alignsNumbers: cells <= MAX_ALIGNED_CELLS,
    places: { left: MAX_SHOWN_CELLS },
  };
  const isOne = workbook.sheets.length === 1 || sheets.length === 1;
  const isEmpty = !sheets.some(hasContent);
  const linked = new Set(
    sheets.flatMap(({ links = [] }) => links.flatMap(({ href }) => linkedSheet(href) ?? [])),
  );
  const blocks: TreeBlock[] = [];
  const sections = sheets.map((sheet): Section => {
    const first_block = blocks.length;
    if (!isOne) blocks.push(headingOf(sheet, linked));
    appendAll(blocks, sheetBlocks(workbook, sheet, style));
    appendAll(blocks, isEmpty ? furnitureBlocks(sheet) : (sheet.drawn ?? []));
    return {
      kind: 'sheet',
      number: numbers.get(sheet) ?? 1,
      title: sheet.name,
      hidden: sheet.hidden,
      first_block,
      block_count: blocks.length - first_block,
    };
  });
  return {
    tree: {
      hub: 'document',
      format: workbook.format,
      metadata: {
        ...workbook.metadata,
        sheets: workbook.sheets.map((sheet) => ({
          name: sheet.name,
          rows: sheet.rows.length,
          columns: columnCount(sheet),
          hidden: sheet.hidden === true,
        })),
      },
      blocks,
      sections,
      notes: [],
      images: workbook.images ?? [],
      comments: sheets.flatMap(({ comments }) => comments ?? []),
      furniture: sheets.flatMap(({ furniture }) => furniture ?? []),
      page_count: null,
    },
    // A requested sheet is known to be hidden.
    warnings: requested === undefined ? hiddenSheetWarnings(sheets) : [],
  };
}
