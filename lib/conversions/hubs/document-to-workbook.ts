import { ConversionError } from '../../errors.ts';
import type { Target } from '../engine/engine.ts';
import { noOptions } from '../engine/options.ts';
import { documentToWorkbook } from '../engine/roles.ts';
import { MAX_CELLS } from '../workbook/cell-budget.ts';
import { type Typing, tableSheets } from './table-sheets.ts';

const typedTargets: readonly string[] = ['xlsx', 'json'];

function typingFor(target: Target | undefined): Typing {
  if (target?.operation !== 'convert') return 'none';
  return typedTargets.includes(target.to) ? 'values' : 'plain';
}

/** Turns the tables of a document into sheets; its text is lost. */
export const documentSheets = documentToWorkbook({
  name: 'docforge-document-to-workbook',
  loss: 3,
  options: noOptions,
  limits: { maxCells: MAX_CELLS },
  convert: async (tree, { target }) => {
    const workbook = tableSheets(tree, typingFor(target));
    if (workbook.sheets.length === 0) {
      const message =
        'The document contains no tables, and only tables can be converted to a spreadsheet. Convert it to text instead.';
      throw new ConversionError('empty_document', message);
    }
    return { workbook, pages: tree.pages };
  },
});
