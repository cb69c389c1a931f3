import type { Furniture } from '../../document/document-model.ts';
import type { Needs } from '../../document/needs.ts';
import type { WorkbookResult } from '../../engine/roles.ts';
import { openOfficePackage } from '../../shared/ooxml/open-package.ts';
import { readProperties } from '../../shared/ooxml/properties.ts';
import { openSheetDrawings } from '../../shared/ooxml/sheet-drawings.ts';
import { makeZip } from '../../shared/zip/make-zip.ts';
import { missingResultWarnings } from '../../workbook/missing-result.ts';
import type { Span } from '../../workbook/workbook.ts';
import { hiddenXlsbColumns } from './hidden-columns.ts';
import { missingXlsbResults } from './missing-results.ts';
import { readWithSheetJs } from './read-with-sheetjs.ts';
import { xlsbFurniture } from './xlsb-furniture.ts';
import { readXlsbNotes } from './xlsb-notes.ts';
import { onlySheets, sheetRelationships } from './xlsb-sheets.ts';

const SHEETS = 'xl/worksheets/';

/** Parts without cells; the library needs all others that the workbook names. */
const WITHOUT_CELLS =
  /(?:^|\/)xl\/(?:media|drawings|charts|diagrams|embeddings|activeX|printerSettings|vbaProject)/i;

/** Reads a binary workbook. */
export async function readXlsb(bytes: Uint8Array, needs: Needs): Promise<WorkbookResult> {
  const file = await openOfficePackage(bytes, 'xl/workbook.bin');
  // The library unpacks without limits, so it is given the parts that were unpacked within them.
  const parts = file.archive.names.flatMap((name) => {
    if (WITHOUT_CELLS.test(name)) return [];
    const part = file.archive.read(name);
    if (part === undefined) return [];
    return [{ name, bytes: name === file.mainPart ? onlySheets(part) : part, stored: true }];
  });
  const drawings = needs.drawings ? openSheetDrawings(file, needs, readXlsbNotes) : undefined;
  const main = file.archive.read(file.mainPart) ?? new Uint8Array();
  const sheets = sheetRelationships(main);
  const relationships = file.relationships(file.mainPart);
  // Taken out once they are read: a damaged file may list a part as many sheets.
  const unread = new Map(parts.map((part) => [part.name, part.bytes]));
  const hiddenColumns = new Map<string, readonly Span[]>();
  const hiddenColumnsOf = (name: string): readonly Span[] => {
    const part = relationships.get(sheets.get(name) ?? '')?.target ?? '';
    const known = hiddenColumns.get(part);
    if (known !== undefined) return known;
    const found = hiddenXlsbColumns(file.archive.read(part) ?? new Uint8Array());
    hiddenColumns.set(part, found);
    return found;
  };
  const furnitureOf = (part: string, name: string): Furniture[] => {
    const bytes = unread.get(part) ?? new Uint8Array();
    unread.delete(part);
    return xlsbFurniture(bytes, name);
  };
  const workbook = await readWithSheetJs(makeZip(parts), {
    format: 'xlsb',
    metadata: readProperties(file).metadata,
    objectsOf: (_, name) => {
      const part = relationships.get(sheets.get(name) ?? '')?.target;
      if (part === undefined || drawings === undefined) return {};
      return { ...drawings.objectsOf(part, name), furniture: furnitureOf(part, name) };
    },
    hiddenColumnsOf: (_, name) => hiddenColumnsOf(name),
    images: drawings?.images,
  });
  const cells = parts.filter(({ name }) => name.startsWith(SHEETS)).map((part) => part.bytes);
  const missing = missingResultWarnings(missingXlsbResults(main, cells));
  return { workbook, warnings: [...missing, ...(drawings?.warnings() ?? [])] };
}
