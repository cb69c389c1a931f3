import { ConversionError } from '../../errors.ts';
import type { DocumentTree } from '../document/document-tree.ts';
import type { Target } from '../engine/engine.ts';
import type { noOptions } from '../engine/options.ts';
import type { RoleRequest } from '../engine/role.ts';
import type { WorkbookResult } from '../engine/roles.ts';
import { type Typing, tableSheets } from './table-sheets.ts';

const typedTargets: readonly string[] = ['xlsx', 'json'];

function typingFor(target: Target | undefined): Typing {
  if (target?.operation !== 'convert') return 'none';
  return typedTargets.includes(target.to) ? 'values' : 'plain';
}

/** Converts the tables of a document. Throws ConversionError `empty_document` if there are none. */
export async function convertDocument(
  tree: DocumentTree,
  { target }: RoleRequest<typeof noOptions>,
): Promise<WorkbookResult> {
  const workbook = tableSheets(tree, typingFor(target));
  if (workbook.sheets.length === 0) {
    const message =
      'The document contains no tables, and only tables can be converted to a spreadsheet. Convert it to text instead.';
    throw new ConversionError('empty_document', message);
  }
  return { workbook, pages: tree.pages };
}
