import { describe, expect, it } from 'vitest';
import { type DocumentModel, extract } from '../../../../lib/conversions/index.ts';
import { convertText, makeOds } from '../../make-sheets.ts';
import { odfPart } from '../../office-files.ts';

const table = (rows: string, name = 'Quai', style = ''): string =>
  `<table:table table:name="${name}" table:style-name="${style}">${rows}</table:table>`;
const cells = (content: string, repeated = 1): string =>
  `<table:table-row table:number-rows-repeated="${repeated}">${content}</table:table-row>`;
const cell = (content: string): string =>
  `<table:table-cell office:value-type="string">${content}</table:table-cell>`;
const comment = (text: string): string =>
  `<office:annotation draw:style-name="gr1"><dc:creator>Ada</dc:creator><dc:date>2026-11-23T10:00:00</dc:date><text:p>${text}</text:p></office:annotation>`;
const gap = '<table:table-cell table:number-columns-repeated="2"/>';
const box =
  '<draw:custom-shape table:end-cell-address="Quai.D9"><text:p>Mind the <text:span>gap</text:span></text:p></draw:custom-shape>';
const chart = '<draw:frame><draw:object xlink:href="./Object 1"/></draw:frame>';

const chartPart = odfPart(
  'office:document-content',
  '<office:body><office:chart><chart:chart xmlns:chart="urn:oasis:names:tc:opendocument:xmlns:chart:1.0"><chart:title><text:p>Tides</text:p></chart:title><chart:plot-area><chart:axis><chart:title><text:p>Month</text:p></chart:title></chart:axis></chart:plot-area><table:table><table:table-row><table:table-cell><text:p>May</text:p></table:table-cell><table:table-cell><text:p>12.2</text:p></table:table-cell></table:table-row></table:table></chart:chart></office:chart></office:body>',
);

const master = (name: string, content: string): string =>
  `<style:master-page style:name="${name}">${content}</style:master-page>`;
const stylesPart = `<office:document-styles><office:master-styles>${master('Default', '<style:header><text:p><text:sheet-name>?</text:sheet-name></text:p></style:header><style:footer><text:p>Page <text:page-number>1</text:page-number> of <text:page-count>9</text:page-count></text:p></style:footer>')}${master('Own', '<style:header><style:region-left><text:p>Harbour of <text:sheet-name>?</text:sheet-name></text:p></style:region-left><style:region-right><text:p>Draft</text:p></style:region-right></style:header><style:header-first><text:p>Cover</text:p></style:header-first><style:footer-left style:display="false"><text:p>Unused</text:p></style:footer-left>')}</office:master-styles></office:document-styles>`;
const tableStyle =
  '<office:automatic-styles><style:style style:name="ta1" style:family="table" style:master-page-name="Own"/></office:automatic-styles>';

const modelOf = async (bytes: Uint8Array): Promise<DocumentModel> =>
  JSON.parse(Buffer.from((await extract(bytes, { from: 'ods', format: 'document' })).bytes).toString());

const textsOf = ({ blocks }: DocumentModel): unknown[] =>
  blocks.map((block) =>
    'content' in block
      ? block.content.map((piece) => ('text' in piece ? piece.text : piece.kind)).join('')
      : block.kind,
  );

describe('the objects of an ods sheet', () => {
  it('are its comments, shapes and charts with their cells', async () => {
    const body = table(
      `<table:shapes>${box.replace('gap', 'step')}</table:shapes>${cells(gap, 2)}${cells(gap + cell(`${comment('By whom?')}${box}<text:p>Tide</text:p>`))}${cells(cell(chart))}`,
    );

    const model = await modelOf(makeOds(body, { 'Object 1/content.xml': chartPart }));

    expect(model.comments).toEqual([
      {
        author: 'Ada',
        created: '2026-11-23T10:00:00',
        text: 'By whom?',
        place: { sheet: 'Quai', cells: 'C3' },
      },
    ]);
    expect(textsOf(model)).toEqual(['Tide', 'Mind the step', 'Mind the gap', 'Tides', 'Month', 'table']);
    expect(model.blocks[2]?.places).toEqual([{ sheet: 'Quai', cells: 'C3:D9' }]);
    expect(model.blocks[5]?.places).toEqual([{ sheet: 'Quai', cells: 'A4' }]);
  });

  it('are in no table of values', async () => {
    const body = table(
      cells(
        cell(`${comment('By whom?')}${box}<draw:rect><text:p>no</text:p></draw:rect><text:p>Tide</text:p>`),
      ),
    );

    expect(await convertText(makeOds(body), 'ods', 'csv')).toBe('Tide\r\n');
  });

  it('are the headers and footers of its own pages, without numbers and its name alone', async () => {
    const body = `${tableStyle}${table(cells(cell('<text:p>1</text:p>')))}${table(cells(cell('<text:p>2</text:p>')), 'Mole', 'ta1')}`;

    expect((await modelOf(makeOds(body, { 'styles.xml': stylesPart }))).furniture).toEqual([
      { kind: 'header', text: 'Harbour of Mole Draft' },
      { kind: 'header', text: 'Cover' },
    ]);
  });

  it('are the text of a spreadsheet without cells', async () => {
    const body = `${tableStyle}${table(cells(gap), 'Mole', 'ta1')}`;
    const file = makeOds(body, { 'styles.xml': stylesPart });

    expect(textsOf(await modelOf(file))).toEqual(['Harbour of Mole Draft', 'Cover']);
    await expect(convertText(file, 'ods', 'csv')).rejects.toMatchObject({ code: 'empty_document' });
    await expect(modelOf(makeOds(table(cells(gap)), { 'styles.xml': stylesPart }))).rejects.toMatchObject({
      code: 'empty_document',
    });
  });

  it('are read once for sheets of one name, and bounded', async () => {
    const same = table(cells(cell(box))).repeat(2);
    const deep = `${'<draw:g>'.repeat(20_000)}${box}${'</draw:g>'.repeat(20_000)}`;

    expect(textsOf(await modelOf(makeOds(same)))).toEqual(['Mind the gap', 'Mind the gap']);
    expect(textsOf(await modelOf(makeOds(table(cells(cell(`${deep}<text:p>x</text:p>`))))))).toEqual(['x']);
    await expect(
      modelOf(makeOds(table(cells(cell(`<draw:g>${'<draw:g/>'.repeat(2_000_001)}</draw:g>`))))),
    ).rejects.toMatchObject({ code: 'too_complex' });
  });
});
