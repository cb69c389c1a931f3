import * as z from 'zod';
import { passwordOption } from '../../engine/options.ts';
import { workbookReader } from '../../engine/roles.ts';
import { MAX_CELLS } from '../../workbook/limits.ts';
import { hiddenPartsOptions } from '../../workbook/sheet-options.ts';

/**
 * Reads ODS workbooks (ODF 1.3). Written for the project: repeated cells cost only their content, and documents show the
 * displayed text of each cell.
 */
export const odsReader = workbookReader({
  name: 'docforge-ods-reader',
  from: ['ods'],
  options: z.strictObject({ ...passwordOption.shape, ...hiddenPartsOptions.shape }),
  sourceOptions: ['password'],
  limits: { maxCells: MAX_CELLS },
  read: async (bytes, { options: { password, hidden }, needs }) => {
    const { openOpenDocumentFile } = await import('../../shared/open-encrypted.ts');
    const { applyHidden } = await import('../../workbook/hidden-parts.ts');
    const { readOds } = await import('./read-ods.ts');
    return applyHidden(await readOds(await openOpenDocumentFile(bytes, password), needs), hidden);
  },
});
