import * as z from 'zod';
import { type TreeBlock, textRun } from '../document/document-tree.ts';
import { workbookContent } from '../engine/content.ts';
import type { Content, Engine, EngineOutput, EngineRequest } from '../engine/engine.ts';
import { loadNumberFormats } from '../workbook/number-formats.ts';
import { chooseSheets, countCharacters, headerRowOptions, sheetOptions } from '../workbook/sheet-options.ts';
import { columnCount, type Sheet } from '../workbook/workbook.ts';
import { sheetBlocks } from './sheet-blocks.ts';

const options = z.strictObject({ ...sheetOptions.shape, ...headerRowOptions.shape });

// A document of more is no longer read by anybody, and what writes it needs a kilobyte for each.
const MAX_CELLS = 1_000_000;
// Where numbers may cost an object each.
const MAX_ALIGNED_CELLS = 50_000;

// What writes documents keeps several copies of their text.
const MAX_CHARACTERS = 64_000_000;
const cellsOf = (sheet: Sheet): number => sheet.rows.reduce((sum, row) => sum + row.length, 0);

const headingOf = (sheet: Sheet): TreeBlock => ({
  kind: 'heading',
  level: 1,
  content: [textRun(sheet.name)],
});

async function convert(content: Content, request: EngineRequest): Promise<EngineOutput> {
  const workbook = workbookContent(content);
  const { sheet: asked, header_row: header } = options.parse(request.options);
  const sheets = chooseSheets(workbook, asked);
  const cells = sheets.reduce((sum, sheet) => sum + cellsOf(sheet), 0);
  countCharacters(sheets, MAX_CHARACTERS);
  const style = {
    formats: await loadNumberFormats(),
    header,
    alignsNumbers: cells <= MAX_ALIGNED_CELLS,
    places: { left: MAX_CELLS },
  };
  const isOne = workbook.sheets.length === 1 || sheets.length === 1;
  const blocks = sheets.flatMap((sheet): TreeBlock[] => [
    ...(isOne ? [] : [headingOf(sheet)]),
    ...sheetBlocks(workbook, sheet, style),
  ]);
  return {
    content: {
      hub: 'document',
      fileType: workbook.fileType,
      info: {
        ...workbook.info,
        sheets: workbook.sheets.map((sheet) => ({
          name: sheet.name,
          rows: sheet.rows.length,
          columns: columnCount(sheet),
          hidden: sheet.hidden === true,
        })),
      },
      blocks,
      notes: [],
      images: [],
      pages: null,
    },
    report: {},
  };
}

/** Workbook to document: a heading for each of several sheets, and its tables. */
export const sheetDocument: Engine = {
  name: 'docforge-sheets',
  edges: [{ from: 'workbook', operation: 'read', to: 'document' }],
  options,
  limits: { maxCells: MAX_CELLS },
  convert,
};
