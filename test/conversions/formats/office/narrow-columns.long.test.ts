import { expect, it } from 'vitest';
import { convert } from '../../../../lib/conversions/index.ts';
import { makeZip } from '../../../../lib/conversions/shared/zip/make-zip.ts';

/** A workbook whose only column has a width in characters. */
const workbook = (width: number): Uint8Array => {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const relations = 'http://schemas.openxmlformats.org/package/2006/relationships';
  const content = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const row = (at: number, value: number) => `<row r="${at}"><c r="A${at}"><v>${value}</v></c></row>`;
  const files = {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${content}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${content}.worksheet+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${relations}"><Relationship Id="r1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="A" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${relations}"><Relationship Id="r1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><cols><col min="1" max="1" width="${width}" customWidth="1"/></cols><sheetData>${row(1, 1234567.89)}${row(2, 7654321.12)}</sheetData></worksheet>`,
  };
  return makeZip(Object.entries(files).map(([name, text]) => ({ name, bytes: Buffer.from(text) })));
};

it.each([
  [3, ['2 cells are printed as ### because the column is too narrow for the number. Widen the column.']],
  [20, []],
])('warns of numbers that a column %i characters wide has no room for', async (width, warnings) => {
  const { report } = await convert(workbook(width), { from: 'xlsx', to: 'pdf' });

  expect(report.engine).toContain('libreoffice');
  expect(report.warnings).toEqual(warnings);
});
