import { describe, expect, it } from 'vitest';
import { odtReader } from '../../../../lib/conversions/formats/odt/reader.ts';
import { typstDocument } from '../../../../lib/conversions/formats/pdf/write/from-document.ts';
import { odfPart, readWith, zipOf } from '../../office-files.ts';
import { readPdf } from '../../read-pdf.ts';

const pdf = { operation: 'convert', to: 'pdf' } as const;

const styles = odfPart(
  'office:document-styles',
  '<office:font-face-decls><style:font-face style:name="F1" svg:font-family="\'Times New Roman\'"/></office:font-face-decls>' +
    '<office:styles><style:default-style style:family="paragraph"><style:text-properties style:font-name="F1" fo:font-size="10pt"/></style:default-style>' +
    '<style:style style:name="Standard" style:family="paragraph"/>' +
    '<style:style style:name="Big" style:family="paragraph" style:parent-style-name="Standard"><style:paragraph-properties fo:margin-top="1in" fo:line-height="150%" fo:text-indent="0.5in"/><style:text-properties fo:color="#FF0000" fo:font-size="20pt"/></style:style></office:styles>' +
    '<office:automatic-styles><style:page-layout style:name="pm1"><style:page-layout-properties fo:page-width="300pt" fo:page-height="400pt" fo:margin="36pt"/><style:footer-style><style:header-footer-properties fo:min-height="20pt"/></style:footer-style></style:page-layout>' +
    '<style:page-layout style:name="pm2"><style:page-layout-properties fo:page-width="500pt" fo:page-height="350pt" fo:margin="36pt"/></style:page-layout></office:automatic-styles>' +
    '<office:master-styles><style:master-page style:name="Standard" style:page-layout-name="pm1"><style:footer><text:p>Page <text:page-number>9</text:page-number></text:p></style:footer></style:master-page>' +
    '<style:master-page style:name="Wide" style:page-layout-name="pm2"/></office:master-styles>',
);
const odt = (body: string): Uint8Array =>
  zipOf({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'styles.xml': styles,
    'content.xml': odfPart(
      'office:document-content',
      `<office:automatic-styles><style:style style:name="P1" style:family="paragraph" style:parent-style-name="Standard" style:master-page-name="Wide"/><text:list-style style:name="L1"><text:list-level-style-number text:level="1" style:num-format="a" style:num-suffix=")"><style:list-level-properties text:list-level-position-and-space-mode="label-alignment"><style:list-level-label-alignment fo:margin-left="36pt" fo:text-indent="-18pt"/></style:list-level-properties></text:list-level-style-number></text:list-style><style:style style:name="T" style:family="table-column"><style:table-column-properties style:column-width="50pt"/></style:style><style:style style:name="C" style:family="table-cell"><style:table-cell-properties fo:border="1pt solid #0000ff" fo:padding="2pt" fo:background-color="#00ff00"/></style:style></office:automatic-styles><office:body><office:text>${body}</office:text></office:body>`,
    ),
  });
const blocksOf = async (body: string) => (await readWith(odtReader, odt(body), {}, pdf)).tree.blocks;

describe('an odt on pages', () => {
  it('has the pages of its master pages, with their footers', async () => {
    const bytes = odt('<text:p>One</text:p><text:p text:style-name="P1">Two</text:p>');
    const { tree } = await readWith(odtReader, bytes, {}, pdf);
    const { content } = await typstDocument.convert(tree, {
      from: 'document',
      ...pdf,
      target: pdf,
      options: {},
    });
    const { sizes, text } = await readPdf(content as Uint8Array);

    expect(sizes).toEqual([
      [300, 400],
      [500, 350],
    ]);
    expect(text.split('\f').map((page) => page.split('\n').filter((line) => line !== ''))).toEqual([
      ['One', 'Page 1'],
      ['Two'],
    ]);
  });

  it('has the spaces, fonts and colours of its styles', async () => {
    const [setup, first, empty] = await blocksOf('<text:p text:style-name="Big">Text</text:p><text:p/>');

    expect(setup).toMatchObject({ setup: { margins: { top: 36, bottom: 56 }, footerDistance: 36 } });
    expect(first).toMatchObject({
      layout: {
        spaceBefore: 72,
        firstLine: 36,
        lineHeight: { rule: 'multiple', value: 1.5 },
        text: { font: 'Times New Roman', size: 20, colour: '#ff0000' },
      },
    });
    expect(empty).toMatchObject({ kind: 'paragraph', content: [], layout: { text: { size: 10 } } });
  });

  it('has the labels of its lists', async () => {
    const item = (text: string): string => `<text:list-item><text:p>${text}</text:p></text:list-item>`;
    const blocks = await blocksOf(`<text:list text:style-name="L1">${item('One')}${item('Two')}</text:list>`);

    expect(blocks[2]).toMatchObject({
      content: [{ text: 'b)\t' }, { text: 'Two' }],
      layout: { left: 36, firstLine: -18 },
    });
  });

  it('has tables in their widths, with the borders and shading of their cells', async () => {
    const [, table] = await blocksOf(
      '<table:table><table:table-column table:style-name="T" table:number-columns-repeated="2"/><table:table-row><table:table-cell table:style-name="C"><text:p>a</text:p></table:table-cell><table:table-cell><text:p/></table:table-cell></table:table-row></table:table>',
    );

    expect(table).toMatchObject({
      kind: 'table',
      layout: { columnWidths: [50, 50] },
      rows: [
        [
          {
            layout: {
              background: '#00ff00',
              borders: { top: { width: 1, colour: '#0000ff' } },
              padding: { top: 3, left: 3 },
            },
          },
          {},
        ],
      ],
    });
  });

  it('is read without layout for any other target', async () => {
    const target = { operation: 'convert', to: 'html' } as const;
    const { tree } = await readWith(
      odtReader,
      odt('<text:p text:style-name="Big">One</text:p><text:p/>'),
      {},
      target,
    );

    expect(tree.blocks).toEqual([
      { kind: 'paragraph', style: 'Big', content: [{ kind: 'text', text: 'One' }] },
    ]);
  });
});
