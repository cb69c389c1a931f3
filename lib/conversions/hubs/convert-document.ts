import type { DocumentTree } from '../document/document-tree.ts';
import type { Needs } from '../document/needs.ts';
import type { noOptions } from '../engine/options.ts';
import type { RoleRequest } from '../engine/role.ts';
import type { WorkbookResult } from '../engine/roles.ts';
import { ConversionError } from '../errors.ts';
import { type Typing, tableSheets } from './table-sheets.ts';

const typings: Readonly<Record<Needs['cells'], Typing>> = {
  displayed: 'none',
  values: 'plain',
  typed: 'values',
};

/** Converts the tables of a document. Throws ConversionError `empty_document` if there are none. */
export async function convertDocument(
  tree: DocumentTree,
  { needs }: RoleRequest<typeof noOptions>,
): Promise<WorkbookResult> {
  const workbook = tableSheets(tree, typings[needs.cells]);
  if (workbook.sheets.length === 0) {
    const message =
      'The document contains no tables, and only tables can be converted to a spreadsheet. Convert it to text instead.';
    throw new ConversionError('empty_document', message);
  }
  return { workbook, pages: tree.page_count };
}
