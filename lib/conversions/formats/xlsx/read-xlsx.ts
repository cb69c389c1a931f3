import { calculateMissing } from '../../backends/ironcalc/calculate.ts';
import { type Needs, needsOfTarget } from '../../document/needs.ts';
import { ConversionError } from '../../errors.ts';
import { isOn } from '../../shared/ooxml/on-off.ts';
import { openOfficePackage, relatedPart } from '../../shared/ooxml/open-package.ts';
import { readProperties } from '../../shared/ooxml/properties.ts';
import { openSheetDrawings } from '../../shared/ooxml/sheet-drawings.ts';
import { leftOutWarnings } from '../../shared/sheets/left-out.ts';
import { XML_CLOSE, XML_END, XML_OPEN } from '../../shared/xml/tag-kinds.ts';
import { xmlCursor } from '../../shared/xml/xml-cursor.ts';
import { zipLimits } from '../../shared/zip/limits.ts';
import { createCellBudget } from '../../workbook/cell-budget.ts';
import {
  type DefinedName,
  type MissingResult,
  missingResultWarnings,
} from '../../workbook/missing-result.ts';
import { loadNumberFormats } from '../../workbook/number-formats.ts';
import type { ReadWorkbook, Sheet } from '../../workbook/workbook.ts';
import { sheetFurniture } from './sheet-furniture.ts';
import { readSharedStrings } from './strings.ts';
import { readStyles } from './styles.ts';
import { readWorksheet } from './worksheet.ts';

// A sheet of 5 million cells has 250 MB of XML.
const limits = { ...zipLimits, maxEntryBytes: 512 * 1024 * 1024, maxUnpackedBytes: 768 * 1024 * 1024 };

interface SheetEntry {
  readonly name: string;
  readonly id: string;
  readonly hidden: boolean;
}

const names = [
  'sheet',
  'name',
  'id',
  'state',
  'workbookPr',
  'date1904',
  'definedName',
  'localSheetId',
  'calcPr',
  'fullCalcOnLoad',
];
const [SHEET, NAME, ID, STATE, WORKBOOK_PR, DATE_1904, DEFINED_NAME, LOCAL_SHEET, CALC_PR, FULL_CALC] = [
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
];
// Maximum defined names; a file with more is damaged.
const MAX_NAMES = 10_000;

interface WorkbookPart {
  readonly sheets: readonly SheetEntry[];
  readonly is1904: boolean;
  /** Names with the index of their sheet in the list of sheets. */
  readonly names: readonly DefinedName[];
  /** True if the file requests calculation when it is opened. */
  readonly isUncalculated: boolean;
}

/** Reads the sheet list, the date system and the defined names (ECMA-376 18.2.27). */
function readWorkbookPart(part: Uint8Array): WorkbookPart {
  const cursor = xmlCursor(part, names);
  const sheets: SheetEntry[] = [];
  const definedNames: DefinedName[] = [];
  let is1904 = false;
  let isUncalculated = false;
  for (let token = cursor.next(); token !== XML_END; token = cursor.next()) {
    if (token === XML_CLOSE) continue;
    const tag = cursor.name();
    if (tag === WORKBOOK_PR) is1904 = isOn(cursor.attribute(DATE_1904));
    if (tag === CALC_PR) isUncalculated = isOn(cursor.attribute(FULL_CALC));
    if (tag === DEFINED_NAME && token === XML_OPEN && definedNames.length < MAX_NAMES) {
      const sheet = cursor.integer(LOCAL_SHEET);
      const name = cursor.attribute(NAME) ?? '';
      definedNames.push({ name, sheet: sheet < 0 ? null : sheet, formula: cursor.text() });
    }
    if (tag !== SHEET) continue;
    const state = cursor.attribute(STATE);
    sheets.push({
      name: cursor.attribute(NAME) ?? `Sheet${sheets.length + 1}`,
      id: cursor.attribute(ID) ?? '',
      hidden: state === 'hidden' || state === 'veryHidden',
    });
  }
  return { sheets, is1904, names: definedNames, isUncalculated };
}

const corrupt = (what: string): ConversionError =>
  new ConversionError('corrupt_document', `The workbook is damaged: ${what}. Save it again.`);

/**
 * Reads an xlsx or xlsm file. Formula cells contain their stored or else calculated results. Ignores macros and external links.
 * Reads drawings and comments if the target shows them.
 *
 * @throws ConversionError `corrupt_document`, `encrypted_document`, `unsupported_content`, `too_complex`
 */
export async function readXlsx(
  file: Uint8Array,
  needs: Needs = needsOfTarget(undefined),
): Promise<ReadWorkbook> {
  const office = await openOfficePackage(file, 'xl/workbook.xml', { limits });
  const { archive, mainPart } = office;
  const part = archive.read(mainPart) ?? new Uint8Array();
  const { sheets: entries, is1904, names: definedNames, isUncalculated } = readWorkbookPart(part);
  const relationships = office.relationships(mainPart);
  const partOf = (type: string): Uint8Array | undefined =>
    archive.read(relatedPart(relationships, type) ?? '');
  const sharedStrings = readSharedStrings(partOf('sharedStrings'));
  const styles = readStyles(partOf('styles'), await loadNumberFormats());
  const context = {
    sharedStrings,
    styles,
    is1904,
    budget: createCellBudget(),
    hasPlaceholders: isUncalculated,
  };
  const drawings = needs.drawings ? openSheetDrawings(office, needs) : undefined;
  const sheets: Sheet[] = [];
  const warnings: string[] = [];
  const missing: MissingResult[] = [];
  const cellParts: Uint8Array[] = [];
  // Indexes among the sheets that were read, by index in the sheet list.
  const sheetNumbers = new Map<number, number>();
  for (const [index, { name, id, hidden }] of entries.entries()) {
    const related = relationships.get(id);
    const entry = related?.isExternal === true ? undefined : related;
    // Chart, dialog and macro sheets have no cells.
    if (entry !== undefined && entry.type !== 'worksheet') {
      const drawn = entry.type === 'chartsheet' ? drawings?.objectsOf(entry.target, name) : undefined;
      if (drawn?.drawn !== undefined) sheets.push({ name, rows: [], ...drawn });
      continue;
    }
    const sheetPart = entry === undefined ? undefined : archive.read(entry.target);
    if (sheetPart === undefined) {
      warnings.push(`The sheet "${name}" is missing from the file.`);
      continue;
    }
    const addressOf = (link: string | undefined): string | undefined => {
      const address = office.relationships(entry?.target ?? '').get(link ?? '');
      return address?.isExternal === true ? address.target : undefined;
    };
    cellParts.push(sheetPart);
    const { isCut, missing: ofSheet, ...cells } = readWorksheet(sheetPart, { ...context, addressOf });
    for (const each of ofSheet) missing.push({ ...each, sheet: sheets.length });
    sheetNumbers.set(index, sheets.length);
    if (isCut) warnings.push(`The sheet "${name}" is truncated; the readable part was converted.`);
    sheets.push({
      name,
      ...cells,
      ...(entry === undefined ? {} : drawings?.objectsOf(entry.target, name)),
      ...(drawings === undefined ? {} : { furniture: sheetFurniture(sheetPart, name) }),
      ...(hidden ? { hidden } : {}),
    });
  }
  if (sheets.length === 0 && warnings.length > 0) throw corrupt('its sheets are missing');
  if (missing.length > 0) {
    const inSheets = definedNames.map((name) => ({
      ...name,
      sheet: name.sheet === null ? null : (sheetNumbers.get(name.sheet) ?? null),
    }));
    const left = await calculateMissing({ sheets, names: inSheets }, missing);
    for (const warning of missingResultWarnings(left)) warnings.push(warning);
  }
  return {
    workbook: {
      hub: 'workbook',
      format: 'xlsx',
      metadata: readProperties(office).metadata,
      sheets,
      numberFormats: styles.numberFormats,
      ...(drawings === undefined ? {} : { images: drawings.images }),
    },
    warnings: [
      ...warnings,
      ...leftOutWarnings('xlsx', archive, cellParts, {
        needs,
        hasLinks: sheets.some(({ links }) => links !== undefined),
      }),
      ...(drawings?.warnings() ?? []),
    ],
  };
}
