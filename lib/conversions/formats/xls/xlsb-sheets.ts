import { partOf, stringAt, xlsbRecords } from './xlsb-records.ts';

// [MS-XLSB] 2.4.303: the record of a sheet in the part of the workbook, `BrtBundleSh`.
const SHEET = 156;
// [MS-XLSB] 2.4.820: the properties of the workbook, such as its calendar, `BrtWbProp`.
const PROPERTIES = 153;
// Excel has no limit; each sheet is a part, and packages have at most 10,000.
const MAX_SHEETS = 10_000;

/** The names of the sheets of a workbook part with the identifiers of their relationships, in order. */
export function sheetRelationships(part: Uint8Array): Map<string, string> {
  const sheets = new Map<string, string>();
  for (const { type, data } of xlsbRecords(part)) {
    if (sheets.size >= MAX_SHEETS) break;
    if (type !== SHEET) continue;
    const id = stringAt(data, 8);
    const name = id === undefined ? undefined : stringAt(data, id.end);
    if (id !== undefined && name !== undefined) sheets.set(name.text, id.text);
  }
  return sheets;
}

/**
 * The part of a workbook with nothing but its sheets and properties, which are all that its cells need. SheetJS trusts the counts in
 * others, such as references to other files.
 */
export const onlySheets = (part: Uint8Array): Uint8Array =>
  partOf([...xlsbRecords(part)].filter(({ type }) => type === SHEET || type === PROPERTIES));
