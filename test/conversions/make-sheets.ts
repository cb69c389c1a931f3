import type { Format } from '../../lib/conversions/formats.ts';
import { convert } from '../../lib/conversions/index.ts';
import { makeZip } from '../../lib/conversions/shared/zip/make-zip.ts';
import { openZip } from '../../lib/conversions/shared/zip/open-zip.ts';

const relations = (...rows: readonly [id: string, type: string, target: string][]): string =>
  `<Relationships>${rows
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="http://r/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;

/** Parts of an xlsx file; everything except the cells may be omitted. */
export interface XlsxParts {
  /** The `sheetData` of each sheet, or a whole part. */
  readonly sheets: readonly string[];
  readonly after?: string;
  readonly strings?: string;
  readonly styles?: string;
  /** The list of sheets and other content of the workbook part. */
  readonly workbook?: string;
  readonly core?: string;
}

/** An xlsx file with sheets named A, B and so on. */
export function makeXlsx({ sheets, after = '', strings, styles, workbook, core }: XlsxParts): Uint8Array {
  const entries = sheets.map((_, index) => {
    const name = String.fromCharCode(65 + index);
    return `<sheet name="${name}" sheetId="${index + 1}" r:id="s${index}"/>`;
  });
  const files: Record<string, string> = {
    '[Content_Types].xml':
      '<Types><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
    '_rels/.rels': relations(
      ['r1', 'officeDocument', 'xl/workbook.xml'],
      ['r2', 'core-properties', 'docProps/core.xml'],
    ),
    'xl/workbook.xml': workbook ?? `<workbook><sheets>${entries.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      ...sheets.map((_, index): [string, string, string] => [`s${index}`, 'worksheet', `sheet${index}.xml`]),
      ['strings', 'sharedStrings', '/xl/strings.xml'],
      ['styles', 'styles', 'styles.xml'],
      ['chart', 'chartsheet', 'chart.xml'],
    ),
  };
  for (const [index, cells] of sheets.entries()) {
    const whole = `<worksheet><sheetData>${cells}</sheetData>${after}</worksheet>`;
    files[`xl/sheet${index}.xml`] = cells.startsWith('<worksheet') || cells.startsWith('<!') ? cells : whole;
  }
  if (strings !== undefined) files['xl/strings.xml'] = `<sst>${strings}</sst>`;
  if (styles !== undefined) files['xl/styles.xml'] = styles;
  if (core !== undefined) files['docProps/core.xml'] = core;
  return makeZip(Object.entries(files).map(([name, text]) => ({ name, bytes: Buffer.from(text) })));
}

/** The part of styles for cells whose styles 0, 1, 2... have these formats. */
export function stylesOf(...codes: readonly (string | number)[]): string {
  const custom = codes.map((code, index) =>
    typeof code === 'number'
      ? ''
      : `<numFmt numFmtId="${164 + index}" formatCode="${code.replaceAll('"', '&quot;')}"/>`,
  );
  const xfs = codes.map((code, index) => `<xf numFmtId="${typeof code === 'number' ? code : 164 + index}"/>`);
  return `<styleSheet><numFmts>${custom.join('')}</numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs>${xfs.join('')}</cellXfs></styleSheet>`;
}

/** An ods file of the tables in `body`. */
export function makeOds(body: string, more: Readonly<Record<string, string>> = {}): Uint8Array {
  const content = `<office:document-content>${body}</office:document-content>`;
  const files = {
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'content.xml': content,
    ...more,
  };
  return makeZip(
    Object.entries(files).map(([name, text]) => ({
      name,
      bytes: Buffer.from(text),
      stored: name === 'mimetype',
    })),
  );
}

/** Files of a zip as text, by name. */
export function unzip(bytes: Uint8Array): Readonly<Record<string, string>> {
  const archive = openZip(bytes);
  return Object.fromEntries(
    archive.names.map((name) => [name, Buffer.from(archive.read(name) ?? []).toString()]),
  );
}

/** A conversion's result as text. */
export async function convertText(
  input: Uint8Array | string,
  from: Format,
  to: Format,
  options: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const bytes = typeof input === 'string' ? Buffer.from(input) : input;
  const result = await convert(bytes, { from, to, options });
  return Buffer.from(result.bytes).toString();
}
