import { passwordOption } from '../../engine/options.ts';
import { workbookReader } from '../../engine/roles.ts';
import { MAX_CELLS } from '../../workbook/limits.ts';

/**
 * Reads ODS workbooks (ODF 1.3). Written for the project: repeated cells cost only their content, and documents show the
 * displayed text of each cell.
 */
export const odsReader = workbookReader({
  name: 'docforge-ods-reader',
  from: ['ods'],
  options: passwordOption,
  sourceOptions: ['password'],
  limits: { maxCells: MAX_CELLS },
  read: async (bytes, { options: { password }, target }) => {
    const { openOpenDocumentFile } = await import('../../shared/open-encrypted.ts');
    const { readOds } = await import('./read-ods.ts');
    return await readOds(await openOpenDocumentFile(bytes, password), target);
  },
});
