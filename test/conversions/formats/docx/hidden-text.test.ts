import { describe, expect, it } from 'vitest';
import { type DocumentModel, extract } from '../../../../lib/conversions/index.ts';
import { docxOf, paragraph, relationships, wordPart } from '../../office-files.ts';

const white = '<w:color w:val="FFFFFF" w:themeColor="background1"/>';
const dark = '<w:shd w:val="clear" w:fill="203040"/>';
const seen = paragraph('Seen.');
const whiteText = paragraph('Ignore this.', '', white);

const table = (cellProperties: string, cell: string, tableProperties = ''): string =>
  `<w:tbl><w:tblPr>${tableProperties}</w:tblPr><w:tr><w:tc><w:tcPr>${cellProperties}</w:tcPr>${cell}</w:tc><w:tc>${seen}</w:tc></w:tr></w:tbl>`;

const shape = (fill: string, text: string): string =>
  `<w:p><w:r><w:drawing><wp:anchor behindDoc="0"><wp:docPr id="1" name="a"/><a:graphic><a:graphicData><wps:wsp><wps:spPr>${fill}</wps:spPr><wps:txbx><w:txbxContent>${text}</w:txbxContent></wps:txbx></wps:wsp></a:graphicData></a:graphic></wp:anchor></w:drawing></w:r></w:p>`;
const solid = (colour: string): string => `<a:solidFill><a:srgbClr val="${colour}"/></a:solidFill>`;
const vml = (attributes: string, text: string): string =>
  `<w:p><w:r><w:pict><v:shape ${attributes}><v:textbox><w:txbxContent>${text}</w:txbxContent></v:textbox></v:shape></w:pict></w:r></w:p>`;

type Parts = Parameters<typeof docxOf>[1];

const read = async (body: string, parts?: Parts, hidden: 'omit' | 'keep' = 'omit') => {
  const input = docxOf(seen + body, parts);
  const [model, text] = await Promise.all([
    extract(input, { from: 'docx', format: 'document', options: { hidden } }),
    extract(input, { from: 'docx', format: 'text', options: { hidden } }),
  ]);
  const { hidden_text }: DocumentModel = JSON.parse(Buffer.from(model.bytes).toString());
  return { hidden: hidden_text, text: Buffer.from(text.bytes).toString(), warnings: text.report.warnings };
};

const related = (type: string, target: string, parts: NonNullable<Parts>): Parts => ({
  ...parts,
  'word/_rels/document.xml.rels': relationships({ r1: [type, target] }),
});

const stylesPart = (properties: string): Parts =>
  related('styles', 'styles.xml', {
    'word/styles.xml': wordPart(
      'styles',
      `<w:style w:type="paragraph" w:styleId="Ghost"><w:name w:val="Ghost"/>${properties}</w:style>`,
    ),
  });

describe('text of a docx that nobody can see', () => {
  it.each<[why: string, body: string, reason: string, parts?: Parts]>([
    ['is hidden in Word', paragraph('Ignore this.', '', '<w:vanish/>'), 'invisible'],
    ['is white on white', paragraph('Ignore this.', '', white), 'same_colour'],
    ['is nearly white', paragraph('Ignore this.', '', '<w:color w:val="fcfdfe"/>'), 'same_colour'],
    [
      'is white on a white mark',
      paragraph('Ignore this.', '', `${white}<w:highlight w:val="white"/>`),
      'same_colour',
    ],
    ['is tiny', paragraph('Ignore this.', '', '<w:sz w:val="2"/>'), 'tiny'],
    [
      'is white by its style',
      paragraph('Ignore this.', '<w:pStyle w:val="Ghost"/>'),
      'same_colour',
      stylesPart(`<w:rPr>${white}</w:rPr>`),
    ],
    [
      'is tiny in a table',
      `<w:tbl><w:tr><w:tc>${paragraph('Ignore this.', '', '<w:sz w:val="2"/>')}</w:tc></w:tr></w:tbl>`,
      'tiny',
    ],
    ['is white in a white table', table('', whiteText), 'same_colour'],
    [
      'is white in a white cell of a dark table',
      table('<w:shd w:val="clear" w:fill="FFFFFF"/>', whiteText, dark),
      'same_colour',
    ],
    ['is white in a white box', shape(solid('FFFFFF'), whiteText), 'same_colour'],
    [
      'is tiny in a dark box',
      shape(solid('203040'), paragraph('Ignore this.', '', '<w:sz w:val="2"/>')),
      'tiny',
    ],
    ['is white in a white box of VML', vml('', whiteText), 'same_colour'],
    ['is white beside a drawing in front of the text', whiteText + shape(solid('203040'), ''), 'same_colour'],
    [
      'is white in a footnote',
      '<w:p><w:r><w:footnoteReference w:id="2"/></w:r></w:p>',
      'same_colour',
      related('footnotes', 'footnotes.xml', {
        'word/footnotes.xml': wordPart('footnotes', `<w:footnote w:id="2">${whiteText}</w:footnote>`),
      }),
    ],
  ])('is left out and listed if it %s', async (_, body, reason, parts) => {
    const { hidden, text, warnings } = await read(body, parts);

    expect(hidden).toEqual([{ text: 'Ignore this.', reason }]);
    expect(text).toContain('Seen.');
    expect(text).not.toContain('Ignore');
    expect(warnings).toEqual([expect.stringContaining('Set "hidden" to "keep"')]);
  });

  it('is kept on request', async () => {
    const { hidden, text, warnings } = await read(
      paragraph('Kept.', '', '<w:vanish/>') + paragraph('White.', '', white),
      undefined,
      'keep',
    );

    expect(hidden).toEqual([]);
    expect(text.trim()).toBe('Seen.\n\nKept.\n\nWhite.');
    expect(warnings).toEqual([]);
  });

  it('is one entry for the runs of a paragraph', async () => {
    const run = (text: string): string =>
      `<w:r><w:rPr>${white}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;

    const { hidden } = await read(`<w:p>${run('one ')}${run('two')}</w:p><w:p>${run('three')}</w:p>`);

    expect(hidden.map(({ text }) => text)).toEqual(['one two', 'three']);
  });

  it.each<[what: string, body: string, parts?: Parts]>([
    ['white in a dark paragraph', paragraph('Read this.', dark, white)],
    ['white on a dark mark', paragraph('Read this.', '', `${white}${dark}`)],
    ['white on a coloured mark', paragraph('Read this.', '', `${white}<w:highlight w:val="blue"/>`)],
    [
      'white in a style that is dark',
      paragraph('Read this.', '<w:pStyle w:val="Ghost"/>'),
      stylesPart(`<w:pPr>${dark}</w:pPr><w:rPr>${white}</w:rPr>`),
    ],
    ['white in a dark cell', table(dark, paragraph('Read this.', '', white))],
    ['white in a dark table', table('', paragraph('Read this.', '', white), dark)],
    [
      'white in a table whose style has dark cells',
      table('', paragraph('Read this.', '', white), '<w:tblStyle w:val="Grid"/>'),
      related('styles', 'styles.xml', {
        'word/styles.xml': wordPart(
          'styles',
          `<w:style w:type="table" w:styleId="Grid"><w:tblStylePr w:type="firstRow"><w:tcPr>${dark}</w:tcPr></w:tblStylePr></w:style>`,
        ),
      }),
    ],
    ['white in a dark box', shape(solid('203040'), paragraph('Read this.', '', white))],
    ['white in a box that is not filled', shape('<a:noFill/>', paragraph('Read this.', '', white))],
    ['white in a dark box of VML', vml('fillcolor="#203040"', paragraph('Read this.', '', white))],
    [
      'white where a drawing floats',
      paragraph('Read this.', '', white) +
        '<w:p><w:r><w:drawing><wp:anchor behindDoc="1"><wp:docPr id="1" name="a"/></wp:anchor></w:drawing></w:r></w:p>',
    ],
    [
      'white where a drawing of another prefix floats',
      paragraph('Read this.', '', white) +
        `<w:p><w:r><w:drawing><d:anchor xmlns:d="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" behindDoc='1'/></w:drawing></w:r></w:p>`,
    ],
    [
      'white where a drawing floats in a header',
      paragraph('Read this.', '', white),
      related('header', 'header1.xml', {
        'word/header1.xml': wordPart('hdr', '<w:p><w:r><w:pict><v:shape/></w:pict></w:r></w:p>'),
      }),
    ],
    [
      'white on a page with a colour',
      paragraph('Read this.', '', white),
      related('settings', 'settings.xml', {
        'word/settings.xml': wordPart('settings', '<w:displayBackgroundShape/>'),
      }),
    ],
    ['light grey', paragraph('Read this.', '', '<w:color w:val="F0F0F0"/>')],
    ['of the automatic colour', paragraph('Read this.', '', '<w:color w:val="auto"/>')],
    ['small', paragraph('Read this.', '', '<w:sz w:val="3"/>')],
  ])('does not include what is %s', async (_, body, parts) => {
    const { hidden, text } = await read(body, parts);

    expect(hidden).toEqual([]);
    expect(text).toContain('Read this.');
  });
});
