import { calculateMissing } from '../../backends/ironcalc/calculate.ts';
import { readIsoTime } from '../../base/iso-time.ts';
import { type DocumentInfo, noInfo } from '../../document/document-info.ts';
import { type Needs, needsOfTarget } from '../../document/needs.ts';
import { ConversionError } from '../../errors.ts';
import { refuseCompoundFile } from '../../shared/ooxml/refuse-compound-file.ts';
import { openSheetDrawings } from '../../shared/ooxml/sheet-drawings.ts';
import { leftOutWarnings } from '../../shared/sheets/left-out.ts';
import { readElements } from '../../shared/xml/info-elements.ts';
import { XML_CLOSE, XML_END, XML_OPEN } from '../../shared/xml/tag-kinds.ts';
import { xmlCursor } from '../../shared/xml/xml-cursor.ts';
import { zipLimits } from '../../shared/zip/limits.ts';
import { openZip, type ZipArchive } from '../../shared/zip/open-zip.ts';
import { createCellBudget } from '../../workbook/cell-budget.ts';
import {
  type DefinedName,
  type MissingResult,
  missingResultWarnings,
} from '../../workbook/missing-result.ts';
import { loadNumberFormats } from '../../workbook/number-formats.ts';
import type { ReadWorkbook, Sheet } from '../../workbook/workbook.ts';
import { externalAddresses, relationshipsOf } from './package-parts.ts';
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
// More names are those of a damaged file.
const MAX_NAMES = 10_000;

interface WorkbookPart {
  readonly sheets: readonly SheetEntry[];
  readonly is1904: boolean;
  /** Names with the index of their sheet in the list of sheets. */
  readonly names: readonly DefinedName[];
  /** Whether the file asks to calculate it when it is opened. */
  readonly isUncalculated: boolean;
}

const isTrue = (value: string | undefined): boolean => /^(?:1|true|on)$/.test(value ?? '');

/** Reads the sheet list, the date system, and what formulas refer to (ECMA-376 18.2.27). */
function readWorkbookPart(part: Uint8Array): WorkbookPart {
  const cursor = xmlCursor(part, names);
  const sheets: SheetEntry[] = [];
  const definedNames: DefinedName[] = [];
  let is1904 = false;
  let isUncalculated = false;
  for (let token = cursor.next(); token !== XML_END; token = cursor.next()) {
    if (token === XML_CLOSE) continue;
    const tag = cursor.name();
    if (tag === WORKBOOK_PR) is1904 = isTrue(cursor.attribute(DATE_1904));
    if (tag === CALC_PR) isUncalculated = isTrue(cursor.attribute(FULL_CALC));
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

// ECMA-376 part 2, 8.2.1.
const coreNames = ['title', 'creator', 'subject', 'keywords', 'created', 'modified'];

function readInfo(archive: ZipArchive): DocumentInfo {
  const parts = relationshipsOf(archive, '');
  const partOf = (type: string): Uint8Array | undefined =>
    archive.read(parts.find((relationship) => relationship.type === type)?.part ?? '');
  const core = readElements(partOf('core-properties'), coreNames);
  const { Application: application } = readElements(partOf('extended-properties'), ['Application']);
  return {
    ...noInfo,
    title: core.title || null,
    author: core.creator || null,
    subject: core.subject || null,
    keywords: core.keywords || null,
    creator: application || null,
    created: readIsoTime(core.created),
    modified: readIsoTime(core.modified),
  };
}

const corrupt = (what: string): ConversionError =>
  new ConversionError('corrupt_document', `The workbook is damaged: ${what}. Save it again.`);

/**
 * Reads an xlsx or xlsm file. Formula cells contain their stored results, and calculated ones if there are none; macros and external links are ignored. Sheets
 * have their drawings and comments if the target shows them. Throws ConversionError
 * `corrupt_document`, `encrypted_document`, `unsupported_content`, `too_complex`.
 */
export async function readXlsx(
  file: Uint8Array,
  needs: Needs = needsOfTarget(undefined),
): Promise<ReadWorkbook> {
  refuseCompoundFile(file);
  const archive = openZip(file, limits);
  const main =
    relationshipsOf(archive, '').find(({ type }) => type === 'officeDocument')?.part ?? 'xl/workbook.xml';
  const part = archive.read(main);
  if (part === undefined) throw corrupt('the workbook part is missing');
  const { sheets: entries, is1904, names: definedNames, isUncalculated } = readWorkbookPart(part);
  const relationships = relationshipsOf(archive, main);
  const partOf = (type: string): Uint8Array | undefined => {
    const found = relationships.find((relationship) => relationship.type === type);
    return found === undefined ? undefined : archive.read(found.part);
  };
  const sharedStrings = readSharedStrings(partOf('sharedStrings'));
  const styles = readStyles(partOf('styles'), await loadNumberFormats());
  const context = {
    sharedStrings,
    styles,
    is1904,
    budget: createCellBudget(),
    hasPlaceholders: isUncalculated,
  };
  const byId = new Map(relationships.map((relationship) => [relationship.id, relationship]));
  const drawings = needs.drawings ? await openSheetDrawings(file, main, needs) : undefined;
  const sheets: Sheet[] = [];
  const warnings: string[] = [];
  const missing: MissingResult[] = [];
  const cellParts: Uint8Array[] = [];
  // Indexes of sheets in the list of sheets, and among those that were read.
  const sheetNumbers = new Map<number, number>();
  for (const [index, { name, id, hidden }] of entries.entries()) {
    const entry = byId.get(id);
    // Chart, dialog and macro sheets have no cells.
    if (entry !== undefined && entry.type !== 'worksheet') {
      const drawn = entry.type === 'chartsheet' ? drawings?.objectsOf(entry.part, name) : undefined;
      if (drawn?.drawn !== undefined) sheets.push({ name, rows: [], ...drawn });
      continue;
    }
    const sheetPart = entry === undefined ? undefined : archive.read(entry.part);
    if (sheetPart === undefined) {
      warnings.push(`The sheet "${name}" is missing from the file.`);
      continue;
    }
    let addresses: ReadonlyMap<string, string> | undefined;
    const addressOf = (link: string | undefined): string | undefined => {
      if (link === undefined || entry === undefined) return undefined;
      addresses ??= externalAddresses(archive, entry.part);
      return addresses.get(link);
    };
    cellParts.push(sheetPart);
    const { isCut, missing: ofSheet, ...cells } = readWorksheet(sheetPart, { ...context, addressOf });
    for (const each of ofSheet) missing.push({ ...each, sheet: sheets.length });
    sheetNumbers.set(index, sheets.length);
    if (isCut) warnings.push(`The sheet "${name}" is truncated; the readable part was converted.`);
    sheets.push({
      name,
      ...cells,
      ...(entry === undefined ? {} : drawings?.objectsOf(entry.part, name)),
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
  const metadata = readInfo(archive);
  return {
    workbook: {
      hub: 'workbook',
      format: 'xlsx',
      metadata,
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
