import { declineCorrupt } from '../../engine/decline-corrupt.ts';
import { passwordOption } from '../../engine/options.ts';
import { workbookReader } from '../../engine/roles.ts';
import { zipLimits } from '../../shared/zip/limits.ts';
import { MAX_CELLS } from '../../workbook/limits.ts';

/** Reads XLSB workbooks ([MS-XLSB]): packages whose parts are binary records. */
export const xlsbReader = workbookReader({
  name: 'sheetjs-xlsb-reader',
  package: '@e965/xlsx',
  from: ['xlsb'],
  options: passwordOption,
  sourceOptions: ['password'],
  limits: { maxCells: MAX_CELLS, maxUnpackedBytes: zipLimits.maxUnpackedBytes },
  read: async (bytes, { options: { password }, target }) => {
    const { openOfficeFile } = await import('../../shared/open-encrypted.ts');
    const { readXlsb } = await import('./read-xlsb.ts');
    return await declineCorrupt(async () => readXlsb(await openOfficeFile(bytes, password, 'xlsb'), target));
  },
});
