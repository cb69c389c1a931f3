import { describe, expect, it } from 'vitest';
import { docxReader } from '../../../../lib/conversions/formats/docx/reader.ts';
import { typstDocument } from '../../../../lib/conversions/formats/pdf/write/from-document.ts';
import { docxOf, paragraph, readWith, relationships, wordPart } from '../../office-files.ts';
import { readPdf } from '../../read-pdf.ts';

const pdf = { operation: 'convert', to: 'pdf' } as const;
const section = (width: number, height: number, inside = ''): string =>
  `<w:sectPr>${inside}<w:pgSz w:w="${width * 20}" w:h="${height * 20}"/><w:pgMar w:top="720" w:right="720" w:bottom="720" w:left="720" w:header="360" w:footer="360"/></w:sectPr>`;
const endOf = (properties: string): string => `<w:p><w:pPr>${properties}</w:pPr></w:p>`;

const parts = {
  'word/_rels/document.xml.rels': relationships({
    s: ['styles', 'styles.xml'],
    n: ['numbering', 'numbering.xml'],
    t: ['theme', 'theme/theme1.xml'],
    h: ['header', 'header1.xml'],
  }),
  'word/theme/theme1.xml':
    '<a:theme xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:themeElements><a:fontScheme><a:majorFont><a:latin typeface="Cambria"/></a:majorFont><a:minorFont><a:latin typeface="Calibri"/></a:minorFont></a:fontScheme></a:themeElements></a:theme>',
  'word/styles.xml': wordPart(
    'styles',
    '<w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:asciiTheme="minorHAnsi"/><w:sz w:val="22"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="160" w:line="276" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults>' +
      '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>' +
      '<w:style w:type="paragraph" w:styleId="H"><w:name w:val="heading 1"/><w:basedOn w:val="Normal"/><w:pPr><w:keepNext/><w:spacing w:before="240" w:after="0"/></w:pPr><w:rPr><w:rFonts w:asciiTheme="majorHAnsi"/><w:color w:val="2F5496"/><w:sz w:val="32"/></w:rPr></w:style>' +
      '<w:style w:type="table" w:styleId="Grid"><w:name w:val="Grid"/><w:tblPr><w:tblBorders><w:top w:val="single" w:sz="8" w:color="auto"/><w:insideH w:val="single" w:sz="4" w:color="FF0000"/></w:tblBorders></w:tblPr><w:tblStylePr w:type="firstRow"><w:rPr><w:b/></w:rPr><w:tcPr><w:shd w:val="clear" w:fill="00FF00"/></w:tcPr></w:tblStylePr></w:style>',
  ),
  'word/numbering.xml': wordPart(
    'numbering',
    '<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="%1)"/><w:pPr><w:ind w:left="720" w:hanging="360"/></w:pPr></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>',
  ),
  'word/header1.xml': wordPart(
    'hdr',
    '<w:p><w:r><w:t>Page </w:t></w:r><w:fldSimple w:instr=" PAGE "><w:r><w:t>7</w:t></w:r></w:fldSimple><w:r><w:t xml:space="preserve"> of </w:t></w:r><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>NUMPAGES</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>9</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>',
  ),
};

async function toPdf(body: string) {
  const { tree } = await readWith(docxReader, docxOf(body, parts), {}, pdf);
  const { content } = await typstDocument.convert(tree, {
    from: 'document',
    ...pdf,
    target: pdf,
    options: typstDocument.options.parse({}),
  });
  return readPdf(content as Uint8Array);
}
const blocksOf = async (body: string) =>
  (await readWith(docxReader, docxOf(body, parts), {}, pdf)).tree.blocks;

describe('a docx on pages', () => {
  it('has sections of their sizes, with headers and the numbers of their own pages', async () => {
    const header = '<w:headerReference w:type="default" r:id="h"/>';
    const { sizes, text } = await toPdf(
      `${paragraph('One')}${endOf(section(300, 400, header))}${paragraph('Two')}${section(500, 350)}`,
    );

    expect(sizes).toEqual([
      [300, 400],
      [500, 350],
    ]);
    expect(text.split('\f').map((page) => page.split('\n').filter((line) => line.trim() !== ''))).toEqual([
      ['Page 1 of 2', 'One'],
      ['Page 2 of 2', 'Two'],
    ]);
  });

  it('has the spaces, fonts and colours of its styles', async () => {
    const [, heading, text] = await blocksOf(
      paragraph('Title', '<w:pStyle w:val="H"/>') +
        paragraph('Text', '<w:ind w:left="200" w:firstLine="100"/>'),
    );

    expect(heading).toMatchObject({
      kind: 'heading',
      layout: {
        spaceBefore: 12,
        spaceAfter: 0,
        lineHeight: { rule: 'multiple', value: 1.15 },
        keepWithNext: true,
        text: { font: 'Cambria', size: 16, colour: '#2f5496' },
      },
    });
    expect(text).toMatchObject({
      layout: { spaceAfter: 8, left: 10, firstLine: 5, text: { font: 'Calibri', size: 11 } },
    });
  });

  it('keeps empty paragraphs and the labels of lists', async () => {
    const numbered = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>';
    const blocks = await blocksOf(`${paragraph('One', numbered)}${endOf('')}${paragraph('Two', numbered)}`);

    expect(
      blocks
        .slice(1)
        .map((block) => (block.kind === 'paragraph' ? [block.content.length, block.layout?.left] : [])),
    ).toEqual([
      [2, 36],
      [0, undefined],
      [2, 36],
    ]);
    expect(blocks[3]).toMatchObject({
      content: [{ text: 'b)\t' }, { text: 'Two' }],
      layout: { firstLine: -18 },
    });
  });

  it('breaks pages as Word does', async () => {
    const broken = '<w:p><w:r><w:br w:type="page"/></w:r></w:p>';
    const { sizes } = await toPdf(
      `${paragraph('One')}${broken}${broken}${paragraph('Three')}${section(300, 400)}`,
    );

    expect(sizes).toHaveLength(3);
  });

  it('has tables in their widths, with the borders and shading of their style', async () => {
    const cell = (text: string): string => `<w:tc><w:tcPr/>${paragraph(text)}</w:tc>`;
    const row = (text: string): string =>
      `<w:tr><w:trPr><w:trHeight w:val="600"/></w:trPr>${cell(text)}${cell('x')}</w:tr>`;
    const [, table] = await blocksOf(
      `<w:tbl><w:tblPr><w:tblStyle w:val="Grid"/><w:tblLook w:firstRow="1" w:noHBand="1" w:noVBand="1"/></w:tblPr><w:tblGrid><w:gridCol w:w="1000"/><w:gridCol w:w="3000"/></w:tblGrid>${row('a')}${row('b')}</w:tbl>`,
    );

    expect(table).toMatchObject({
      kind: 'table',
      headerRows: 0,
      layout: {
        columnWidths: [50, 150],
        rowHeights: [
          { rule: 'least', value: 30 },
          { rule: 'least', value: 30 },
        ],
        borders: { top: { width: 1, colour: '#000000' }, horizontal: { width: 0.5, colour: '#ff0000' } },
        padding: { top: 0, right: 5.4, bottom: 0, left: 5.4 },
      },
    });
    const rows = table?.kind === 'table' ? table.rows : [];
    expect(rows[0]?.[0]).toMatchObject({
      layout: { background: '#00ff00' },
      blocks: [{ content: [{ text: 'a', bold: true }] }],
    });
    expect(rows[1]?.[0]).not.toHaveProperty('layout');
  });

  it('shows the text of a heading in its own size, and in the outline', async () => {
    const { outline, text } = await toPdf(
      `${paragraph('Title', '<w:pStyle w:val="H"/>')}${paragraph('Text')}`,
    );

    expect(outline.map(({ title }) => title)).toEqual(['Title']);
    expect(text).toMatch(/Title\s+Text/);
  });

  it('warns about shapes', async () => {
    const shape =
      '<w:p><w:r><w:drawing><wp:anchor><wp:extent cx="1270" cy="1270"/><wps:wsp><wps:spPr/><wps:txbx><w:txbxContent><w:p><w:r><w:t>Inside</w:t></w:r></w:p></w:txbxContent></wps:txbx></wps:wsp></wp:anchor></w:drawing></w:r></w:p>';
    const { warnings } = await readWith(docxReader, docxOf(shape, parts), {}, pdf);

    expect(warnings).toEqual([
      'Shapes and text boxes are shown without their outlines, and their text follows the paragraph.',
    ]);
  });

  it('has its endnotes on a page after the text', async () => {
    const noted = '<w:p><w:r><w:t>Text</w:t></w:r><w:r><w:endnoteReference w:id="2"/></w:r></w:p>';
    const bytes = docxOf(noted, {
      'word/_rels/document.xml.rels': relationships({ e: ['endnotes', 'endnotes.xml'] }),
      'word/endnotes.xml': wordPart('endnotes', `<w:endnote w:id="2">${paragraph('A note.')}</w:endnote>`),
    });
    const { tree } = await readWith(docxReader, bytes, {}, pdf);

    expect(tree.blocks.slice(1)).toMatchObject([
      { content: [{ text: 'Text' }, { text: 'i', superscript: true }] },
      { kind: 'page_break' },
      { content: [{ text: 'i', superscript: true }, { text: ' ' }, { text: 'A note.' }] },
    ]);
  });

  it('is read without layout for any other target', async () => {
    const target = { operation: 'convert', to: 'html' } as const;
    const body = `${paragraph('One')}${endOf(section(300, 400))}${section(500, 350)}`;
    const { tree } = await readWith(docxReader, docxOf(body, parts), {}, target);

    expect(tree.blocks).toEqual([{ kind: 'paragraph', content: [{ kind: 'text', text: 'One' }] }]);
  });
});
