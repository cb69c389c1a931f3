import { ConversionError } from '../../errors.ts';
import { noOptions } from '../engine/options.ts';
import { documentToWorkbook } from '../engine/roles.ts';
import { MAX_CELLS } from '../workbook/cell-budget.ts';
import { tableSheets } from './table-sheets.ts';

/** Turns the tables of a document into sheets; its text is lost. */
export const documentSheets = documentToWorkbook({
  name: 'docforge-document-to-workbook',
  loss: 3,
  options: noOptions,
  limits: { maxCells: MAX_CELLS },
  convert: async (tree, { target }) => {
    const workbook = tableSheets(tree, target?.to === 'xlsx' || target?.to === 'json');
    if (workbook.sheets.length === 0) {
      const message =
        'The document contains no tables, and only tables can be converted to a spreadsheet. Convert it to text instead.';
      throw new ConversionError('empty_document', message);
    }
    return { workbook, pages: tree.pages };
  },
});
