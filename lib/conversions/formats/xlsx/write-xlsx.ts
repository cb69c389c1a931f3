import { countWere } from '../../base/count-of.ts';
import { createResultBudget } from '../../base/result-size.ts';
import type { DocumentInfo } from '../../document/result-schemas.ts';
import { makeZip, type ZipFile } from '../../shared/zip/make-zip.ts';
import type { Sheet, Workbook } from '../../workbook/workbook.ts';
import { excelSheetNames } from './sheet-names.ts';
import { escapeXml, escapeXstring, stringTable } from './write-strings.ts';
import { styleTable } from './write-styles.ts';
import { linksXml, worksheetXml } from './write-worksheet.ts';

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const CONTENT = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const xmlFile = (name: string, xml: string): ZipFile => ({
  name,
  bytes: Buffer.from(DECLARATION + xml),
});

/** Whether the first row looks like column names: text in every cell, and rows below it. */
function looksLikeHeader({ rows }: Sheet): boolean {
  const [first = []] = rows;
  return (
    rows.length > 1 && first.length > 0 && first.every((value) => typeof value === 'string' && value !== '')
  );
}

function contentTypes(sheets: number): string {
  const override = (part: string, type: string): string =>
    `<Override PartName="/${part}" ContentType="${type}+xml"/>`;
  const worksheets = Array.from({ length: sheets }, (_, index) =>
    override(`xl/worksheets/sheet${index + 1}.xml`, `${CONTENT}.worksheet`),
  );
  return `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${override('xl/workbook.xml', `${CONTENT}.sheet.main`)}${worksheets.join('')}${override('xl/styles.xml', `${CONTENT}.styles`)}${override('xl/sharedStrings.xml', `${CONTENT}.sharedStrings`)}${override('docProps/core.xml', 'application/vnd.openxmlformats-package.core-properties')}</Types>`;
}

const relationships = (targets: readonly (readonly [type: string, target: string])[]): string =>
  `<Relationships xmlns="${PACKAGE}/relationships">${targets
    .map(([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;

/** Writes the document's own metadata. Adds no timestamps, so output is reproducible. */
function coreProperties(info: DocumentInfo): string {
  const element = (name: string, value: string | null, attributes = ''): string =>
    value === null
      ? ''
      : `<${name}${attributes}>${escapeXml(value.toWellFormed().replaceAll(/\p{Cc}/gu, ' '))}</${name}>`;
  const time = ' xsi:type="dcterms:W3CDTF"';
  return `<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">${element('dc:title', info.title)}${element('dc:subject', info.subject)}${element('dc:creator', info.author)}${element('cp:keywords', info.keywords)}${element('dcterms:created', info.created, time)}${element('dcterms:modified', info.modified, time)}</cp:coreProperties>`;
}

function workbookXml(sheets: readonly Sheet[]): string {
  const names = excelSheetNames(sheets.map(({ name }) => name));
  // Excel refuses workbooks without a visible sheet.
  const firstVisible = Math.max(
    0,
    sheets.findIndex(({ hidden }) => hidden !== true),
  );
  const entries = sheets.map(({ hidden }, index) => {
    const state = hidden === true && index !== firstVisible ? ' state="hidden"' : '';
    return `<sheet name="${escapeXstring(names[index] ?? '')}" sheetId="${index + 1}"${state} r:id="rId${index + 1}"/>`;
  });
  const view = firstVisible === 0 ? '' : `<bookViews><workbookView activeTab="${firstVisible}"/></bookViews>`;
  return `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}">${view}<sheets>${entries.join('')}</sheets></workbook>`;
}

interface WrittenXlsx {
  readonly bytes: Uint8Array;
  readonly warnings: readonly string[];
}

/**
 * Writes a workbook as xlsx (ECMA-376, transitional). Output is reproducible. With `header`, the first row of each sheet is
 * bold and frozen if it looks like a header row. Throws ConversionError `too_complex`.
 */
export function writeXlsx(
  workbook: Workbook,
  sheets: readonly Sheet[],
  header: boolean,
  maxBytes?: number,
): WrittenXlsx {
  const budget = createResultBudget(maxBytes);
  const context = { strings: stringTable(), styles: styleTable(), budget };
  const worksheets = sheets.map((sheet, index) => ({
    name: `xl/worksheets/sheet${index + 1}.xml`,
    bytes: worksheetXml(workbook, sheet, header && looksLikeHeader(sheet), context),
  }));
  const parts: readonly (readonly [string, string])[] = [
    ...sheets.map((_, index): [string, string] => [
      `${OFFICE}/worksheet`,
      `worksheets/sheet${index + 1}.xml`,
    ]),
    [`${OFFICE}/styles`, 'styles.xml'],
    [`${OFFICE}/sharedStrings`, 'sharedStrings.xml'],
  ];
  const bytes = makeZip([
    xmlFile('[Content_Types].xml', contentTypes(sheets.length)),
    xmlFile(
      '_rels/.rels',
      relationships([
        [`${OFFICE}/officeDocument`, 'xl/workbook.xml'],
        [`${PACKAGE}/relationships/metadata/core-properties`, 'docProps/core.xml'],
      ]),
    ),
    xmlFile('docProps/core.xml', coreProperties(workbook.metadata)),
    xmlFile('xl/workbook.xml', workbookXml(sheets)),
    xmlFile('xl/_rels/workbook.xml.rels', relationships(parts)),
    { name: 'xl/styles.xml', bytes: context.styles.xml() },
    { name: 'xl/sharedStrings.xml', bytes: context.strings.xml(budget) },
    ...worksheets,
    ...sheets.flatMap((sheet, index): ZipFile[] => {
      const xml = linksXml(sheet);
      return xml === undefined ? [] : [xmlFile(`xl/worksheets/_rels/sheet${index + 1}.xml.rels`, xml)];
    }),
  ]);
  const cut = context.strings.cut();
  const warnings =
    cut === 0 ? [] : [`${countWere(cut, 'text cell')} truncated to the xlsx limit of 32767 characters.`];
  return { bytes, warnings };
}
