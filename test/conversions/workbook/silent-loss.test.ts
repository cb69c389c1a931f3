import { describe, expect, it } from 'vitest';
import type { Format } from '../../../lib/conversions/formats.ts';
import { convert, extract } from '../../../lib/conversions/index.ts';
import { makeZip } from '../../../lib/conversions/shared/zip/make-zip.ts';
import { openZip } from '../../../lib/conversions/shared/zip/open-zip.ts';
import { makeOds, makeXlsx } from '../make-sheets.ts';

/** A workbook, and what of it must be in a result or named in a warning. */
interface Content {
  readonly title: string;
  readonly from: Format;
  readonly file: Uint8Array;
  /** Texts that show that the result has it, in targets that can. */
  readonly text?: string;
  /** The word of the warning. */
  readonly named: RegExp;
}

const text = (value: string): string => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
const withParts = (file: Uint8Array, parts: Readonly<Record<string, string>>): Uint8Array => {
  const archive = openZip(file);
  return makeZip([
    ...archive.names.map((name) => ({ name, bytes: archive.read(name) ?? new Uint8Array() })),
    ...Object.entries(parts).map(([name, part]) => ({ name, bytes: Buffer.from(part) })),
  ]);
};

const sheet = `<row r="1">${text('value')}</row>`;
const plain = makeXlsx({ sheets: [sheet] });
const after = (markup: string, cells = sheet): Uint8Array =>
  makeXlsx({ sheets: [`<worksheet><sheetData>${cells}</sheetData>${markup}</worksheet>`] });
const relations = (type: string, target: string, mode = ''): string =>
  `<Relationships><Relationship Id="r1" Type="http://r/${type}" Target="${target}"${mode}/></Relationships>`;

const cell = (inside: string, attributes = ''): string =>
  `<table:table-cell office:value-type="string"${attributes}>${inside}<text:p>value</text:p></table:table-cell>`;
const ods = (inside: string, before = '', end = ''): Uint8Array =>
  makeOds(
    `${before}<table:table table:name="A"><table:table-row>${inside}</table:table-row></table:table>${end}`,
  );

const contents: readonly Content[] = [
  {
    title: 'comments',
    from: 'xlsx',
    file: withParts(plain, {
      'xl/_rels/sheet0.xml.rels': relations('comments', 'comments1.xml'),
      'xl/comments1.xml':
        '<comments xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><authors><author>A</author></authors><commentList><comment ref="A1" authorId="0"><text><t>remark</t></text></comment></commentList></comments>',
    }),
    text: 'remark',
    named: /comments/,
  },
  {
    title: 'links',
    from: 'xlsx',
    file: withParts(after('<hyperlinks><hyperlink ref="A1" r:id="r1"/></hyperlinks>'), {
      'xl/_rels/sheet0.xml.rels': relations('hyperlink', 'https://example.org/', ' TargetMode="External"'),
    }),
    text: 'https://example.org/',
    named: /links of cells/,
  },
  { title: 'macros', from: 'xlsx', file: withParts(plain, { 'xl/vbaProject.bin': 'x' }), named: /macros/ },
  {
    title: 'pivot tables',
    from: 'xlsx',
    file: withParts(plain, { 'xl/pivotTables/pivotTable1.xml': '<pivotTableDefinition/>' }),
    named: /pivot table/,
  },
  {
    title: 'links to other workbooks',
    from: 'xlsx',
    file: withParts(plain, { 'xl/externalLinks/externalLink1.xml': '<externalLink/>' }),
    named: /other workbooks/,
  },
  {
    title: 'validation lists',
    from: 'xlsx',
    file: after('<dataValidations><dataValidation type="list" sqref="A1"/></dataValidations>'),
    named: /validation/,
  },
  {
    title: 'conditional formats',
    from: 'xlsx',
    file: after('<conditionalFormatting sqref="A1"><cfRule/></conditionalFormatting>'),
    named: /conditional formats/,
  },
  {
    title: 'hidden rows',
    from: 'xlsx',
    file: makeXlsx({ sheets: [`${sheet}<row r="2" hidden="1">${text('secret')}</row>`] }),
    named: /1 hidden row/,
  },
  {
    title: 'formulas without results',
    from: 'xlsx',
    file: makeXlsx({ sheets: [`${sheet}<row r="2"><c><f>NOPE()</f></c></row>`] }),
    named: /1 formula/,
  },
  {
    title: 'comments',
    from: 'ods',
    file: ods(cell('<office:annotation><text:p>remark</text:p></office:annotation>')),
    text: 'remark',
    named: /comments/,
  },
  {
    title: 'links',
    from: 'ods',
    file: ods(
      '<table:table-cell office:value-type="string"><text:p><text:a xlink:href="https://example.org/">value</text:a></text:p></table:table-cell>',
    ),
    text: 'https://example.org/',
    named: /links of cells/,
  },
  {
    title: 'text boxes',
    from: 'ods',
    file: ods(cell('<draw:frame><draw:text-box><text:p>boxed</text:p></draw:text-box></draw:frame>')),
    text: 'boxed',
    named: /drawings/,
  },
  {
    title: 'validation lists',
    from: 'ods',
    file: ods(
      cell(''),
      '<table:content-validations><table:content-validation table:name="v"/></table:content-validations>',
    ),
    named: /validation/,
  },
  {
    title: 'pivot tables',
    from: 'ods',
    file: ods(cell(''), '', '<table:data-pilot-tables><table:data-pilot-table/></table:data-pilot-tables>'),
    named: /pivot table/,
  },
  {
    title: 'formulas without results',
    from: 'ods',
    file: ods(`${cell('')}<table:table-cell table:formula="of:=NOPE()"/>`),
    named: /1 formula/,
  },
];

describe.each(contents)('$title of $from', ({ from, file, text: shown, named }) => {
  it.each(['csv', 'json', 'markdown', 'document'] as const)('are in %s or named in a warning', async (to) => {
    const { bytes, report } =
      to === 'document' ? await extract(file, { from, format: to }) : await convert(file, { from, to });
    const isShown = shown !== undefined && Buffer.from(bytes).toString().includes(shown);
    const isNamed = report.warnings.some((warning) => named.test(warning));

    expect({ isShown, isNamed }).not.toEqual({ isShown: false, isNamed: false });
    // Documents have what they can show.
    if (to === 'document' && shown !== undefined) expect(isShown).toBe(true);
  });
});

it.each([
  ['xlsx', plain],
  ['ods', ods(cell(''))],
] as const)('of a plain %s nothing is named', async (from, file) => {
  const { report } = await convert(file, { from, to: 'csv' });

  expect(report.warnings).toEqual([]);
});
