import * as z from 'zod';
import { declineCorrupt } from '../../engine/decline-corrupt.ts';
import { passwordOption } from '../../engine/options.ts';
import { workbookReader } from '../../engine/roles.ts';
import { zipLimits } from '../../shared/zip/limits.ts';
import { MAX_CELLS } from '../../workbook/limits.ts';
import { hiddenPartsOptions } from '../../workbook/sheet-options.ts';

/** Reads XLSB workbooks ([MS-XLSB]): packages whose parts are binary records. */
export const xlsbReader = workbookReader({
  name: 'sheetjs-xlsb-reader',
  package: '@e965/xlsx',
  from: ['xlsb'],
  options: z.strictObject({ ...passwordOption.shape, ...hiddenPartsOptions.shape }),
  sourceOptions: ['password'],
  limits: { maxCells: MAX_CELLS, maxUnpackedBytes: zipLimits.maxUnpackedBytes },
  read: async (bytes, { options: { password, hidden }, needs }) => {
    const { openOfficeFile } = await import('../../shared/open-encrypted.ts');
    const { readXlsb } = await import('./read-xlsb.ts');
    const { applyHidden } = await import('../../workbook/hidden-parts.ts');
    const read = await declineCorrupt(async () =>
      readXlsb(await openOfficeFile(bytes, password, 'xlsb'), needs),
    );
    return applyHidden(read, hidden);
  },
});
