import { showsPages } from '../../document/page-layout.ts';
import { declineCorrupt } from '../../engine/decline-corrupt.ts';
import { noOptions } from '../../engine/options.ts';
import { type WorkbookResult, workbookReader } from '../../engine/roles.ts';
import { openOfficePackage } from '../../shared/ooxml/open-package.ts';
import { readProperties } from '../../shared/ooxml/properties.ts';
import { makeZip } from '../../shared/zip/make-zip.ts';
import { zipLimits } from '../../shared/zip/open-zip.ts';
import { MAX_CELLS } from '../../workbook/cell-budget.ts';
import { readWithSheetJs } from './read-with-sheetjs.ts';

/** Parts without cells; the library needs all others that the workbook names. */
const WITHOUT_CELLS =
  /(?:^|\/)xl\/(?:media|drawings|charts|diagrams|embeddings|activeX|printerSettings|vbaProject)/i;

async function readWorkbook(bytes: Uint8Array, isPrinted: boolean): Promise<WorkbookResult> {
  const file = await openOfficePackage(bytes, 'xl/workbook.bin');
  // The library unpacks without limits, so it is given the parts that were unpacked within them.
  const parts = file.archive.names.flatMap((name) => {
    if (WITHOUT_CELLS.test(name)) return [];
    const part = file.archive.read(name);
    return part === undefined ? [] : [{ name, bytes: part, stored: true }];
  });
  const { info } = readProperties(file);
  const workbook = await readWithSheetJs(makeZip(parts), { fileType: 'xlsb', info });
  if (!isPrinted) return { workbook };
  const missing =
    'The page shows the cells only: column widths, fonts, colours, borders and charts of xlsb are not read. Save the workbook as xlsx to keep them.';
  return { workbook, warnings: [missing] };
}

/** Reads XLSB workbooks ([MS-XLSB]): packages whose parts are binary records. */
export const xlsbReader = workbookReader({
  name: 'sheetjs-xlsb-reader',
  package: '@e965/xlsx',
  from: ['xlsb'],
  options: noOptions,
  limits: { maxCells: MAX_CELLS, maxUnpackedBytes: zipLimits.maxUnpackedBytes },
  read: (bytes, { target }) => declineCorrupt(() => readWorkbook(bytes, showsPages(target))),
});
