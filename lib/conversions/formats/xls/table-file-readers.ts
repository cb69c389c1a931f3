import { declineCorrupt } from '../../engine/decline-corrupt.ts';
import { noOptions } from '../../engine/options.ts';
import { workbookReader } from '../../engine/roles.ts';
import { MAX_CELLS } from '../../workbook/limits.ts';

/** A reader of a format of one table, older than workbooks. */
const tableFileReader = <const From extends 'dbf' | 'dif'>(from: From) =>
  workbookReader({
    name: `sheetjs-${from}-reader`,
    package: '@e965/xlsx',
    from: [from],
    options: noOptions,
    limits: { maxCells: MAX_CELLS },
    read: async (bytes) => {
      const { readTableFile } = await import('./read-table-file.ts');
      return await declineCorrupt(() => readTableFile(bytes, from));
    },
  });

/** Reads tables of dBase and FoxPro. */
export const dbfReader = tableFileReader('dbf');

/** Reads tables in Data Interchange Format, of VisiCalc and its successors. */
export const difReader = tableFileReader('dif');
