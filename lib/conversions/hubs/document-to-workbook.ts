import { noOptions } from '../engine/options.ts';
import { documentToWorkbook } from '../engine/roles.ts';
import { MAX_CELLS } from '../workbook/limits.ts';

/** Turns the tables of a document into sheets; its text is lost. */
export const documentSheets = documentToWorkbook({
  name: 'docforge-document-to-workbook',
  loss: 3,
  options: noOptions,
  limits: { maxCells: MAX_CELLS },
  convert: async (tree, request) => {
    const { convertDocument } = await import('./convert-document.ts');
    return await convertDocument(tree, request);
  },
});
