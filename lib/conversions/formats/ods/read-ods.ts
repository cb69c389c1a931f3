import { calculateMissing } from '../../backends/ironcalc/calculate.ts';
import { type Needs, needsOfTarget } from '../../document/needs.ts';
import { openOdf, readOdfProperties } from '../../shared/opendocument/open-package.ts';
import { leftOutWarnings } from '../../shared/sheets/left-out.ts';
import { zipLimits } from '../../shared/zip/limits.ts';
import { createCellBudget } from '../../workbook/cell-budget.ts';
import { missingResultWarnings } from '../../workbook/missing-result.ts';
import type { ReadWorkbook } from '../../workbook/workbook.ts';
import { type OdsTables, readTables } from './read-tables.ts';
import { readSheetFurniture } from './sheet-furniture.ts';
import { createSheetObjects } from './sheet-objects.ts';

// A sheet of 5 million cells has 500 MB of highly repetitive XML.
const limits = { ...zipLimits, maxEntryBytes: 512 * 1024 * 1024, maxUnpackedBytes: 600 * 1024 * 1024 };

/** Calculates the formulas without a result from the values of the cells. Returns how many still have none. */
async function calculate(part: Uint8Array, tables: OdsTables, isTyped: boolean): Promise<number> {
  if (tables.missing.length === 0) return 0;
  const { sheets, missing } = isTyped ? tables : readTables(part, true, createCellBudget());
  return await calculateMissing(
    { sheets: sheets.map(({ sheet }) => sheet), names: [] },
    missing.map((each, index) => ({ ...each, set: tables.missing[index]?.set ?? each.set })),
  );
}

/**
 * Reads an ods file (ODF 1.3). Formula cells contain their stored results, and calculated ones if there are none; macros and external links are ignored. Cells contain
 * typed values, or their displayed text if the target is a document. Sheets have their drawings,
 * comments, headers and footers if the target shows them. Throws ConversionError `corrupt_document`, `encrypted_document`,
 * `too_complex`.
 */
export async function readOds(
  file: Uint8Array,
  needs: Needs = needsOfTarget(undefined),
): Promise<ReadWorkbook> {
  const isTyped = needs.cells !== 'displayed';
  const odf = await openOdf(file, limits);
  const { archive } = odf;
  const part = archive.read('content.xml') ?? new Uint8Array();
  const objects = needs.drawings ? createSheetObjects(odf, needs) : undefined;
  const tables = readTables(part, isTyped, createCellBudget(), objects?.read);
  const { sheets, numberFormats, isCut } = tables;
  const uncalculated = await calculate(part, tables, isTyped);
  const furnitureOf = objects === undefined ? undefined : readSheetFurniture(odf.optionalPart('styles.xml'));
  return {
    workbook: {
      hub: 'workbook',
      format: 'ods',
      metadata: readOdfProperties(odf).metadata,
      sheets: sheets.map(({ sheet, masterPage }) => ({
        ...sheet,
        ...objects?.take(sheet.name),
        furniture: furnitureOf?.(sheet.name, masterPage),
      })),
      images: objects?.images,
      numberFormats,
    },
    warnings: [
      ...(isCut ? ['The spreadsheet is truncated; the readable part was converted.'] : []),
      ...missingResultWarnings(uncalculated),
      ...leftOutWarnings('ods', archive, [part], {
        needs,
        hasLinks: sheets.some(({ sheet }) => sheet.links !== undefined),
      }),
      ...(objects?.warnings() ?? []),
    ],
  };
}
