import { describe, expect, it } from 'vitest';
import { convert } from '../../../../lib/conversions/index.ts';
import { openZip } from '../../../../lib/conversions/shared/zip/open-zip.ts';
import { pdfOf } from '../../raw-pdf.ts';

const from = 'pdf' as const;
// All letters are as wide as half of their size, so that the places of lines are known.
const font =
  `<</Type/Font/Subtype/Type1/BaseFont/Courier/FirstChar 32/LastChar 126/Widths[${'500 '.repeat(94)}400]/FontDescriptor<</Type/FontDescriptor/FontName/Text/Flags 32/FontBBox[0 -200 500 800]/ItalicAngle 0/Ascent 800/Descent -200/CapHeight 700/StemV 80>>>>`.replace(
    '/Courier',
    '/Text',
  );

/** A line of text, and a filled box. */
const text = (x: number, y: number, words: string, colour = '0 0 0', size = 10): string =>
  `BT ${colour} rg /F1 ${size} Tf ${x} ${y} Td (${words}) Tj ET\n`;
const box = (x: number, y: number, width: number, height: number, colour: string): string =>
  `${colour} rg ${x} ${y} ${width} ${height} re f\n`;
/** A line that ends at the right edge, 360. */
const atRight = (y: number, words: string): string => text(360 - words.length * 5, y, words);

async function written(content: string): Promise<string> {
  const { bytes } = await convert(pdfOf(content, font), { from, to: 'docx' });
  return Buffer.from(openZip(bytes).read('word/document.xml') ?? []).toString();
}

const paragraphOf = (xml: string, words: string): string =>
  xml.split(/(?=<w:p>)|(?<=<\/w:p>)/).find((part) => part.includes(`>${words}<`)) ?? '';
const runOf = (xml: string, words: string): string =>
  xml.split(/(?=<w:r>)/).find((part) => part.includes(`>${words}<`)) ?? '';
const cellOf = (xml: string, words: string): string =>
  xml.split(/(?=<w:tc>)/).find((part) => part.includes(`>${words}<`)) ?? '';

const full = 'The harvest of the valley was better than in any year before'; // 60 letters: from 60 to 360.
const letter = [
  atRight(370, 'Graz, 3 March 2026'),
  text(60, 358, 'Dear Ms Miller,'),
  text(120, 320, 'Our new offer', '0.8 0 0', 14),
  text(60, 290, full.slice(0, 12)),
  text(120, 290, full.slice(12, 22), '0 0.5 0'),
  text(170, 290, full.slice(22)),
  box(60, 276, 50, 11, '1 1 0'),
  text(60, 278, 'and second line of the first paragraph ends here.'),
  text(100, 250, 'This one is set in by forty points from the rest.'),
  box(60, 220, 300, 20, '0.1 0.2 0.4'),
  text(70, 226, 'White on dark in a box', '1 1 1'),
  text(60, 200, 'White on paper would be lost', '0.99 0.99 0.8'),
  text(60, 180, 'Prices are without tax.', '0.4 0.4 0.4', 7),
].join('');

describe('the look of a PDF in Word documents', () => {
  it.each([
    ['Graz, 3 March 2026', '<w:jc w:val="right"/>'],
    ['This one is set in by forty points from the rest.', '<w:ind w:left="800"/>'],
    ['White on dark in a box', '<w:shd w:val="clear" w:color="auto" w:fill="1A3366"/></w:pPr>'],
    ['White on dark in a box', '<w:color w:val="FFFFFF"/>'],
    ['Prices are without tax.', '<w:color w:val="666666"/><w:sz w:val="14"/>'],
  ])('of a letter: %s %s', async (words, look) => {
    expect(paragraphOf(await written(letter), words)).toContain(look);
  });

  it('keeps colours within a line, and no others', async () => {
    const xml = await written(letter);
    expect(xml).toContain('<w:color w:val="CC0000"/><w:sz w:val="28"/>');
    expect(xml.match(/<w:color w:val="008000"\/>/g)).toHaveLength(1);
    expect(xml.match(/w:fill="FFFF00"/g)).toHaveLength(1);
    expect(runOf(xml, 'and second')).toContain('w:fill="FFFF00"');
    expect(paragraphOf(xml, 'Dear Ms Miller,')).toMatch(/^<w:p><w:r><w:t/);
    expect(xml).not.toMatch(/FCFCCC|undefined|NaN/);
  });

  it('keeps the colour of words of all heights, each written by itself', async () => {
    const words = ['Lakes', 'are', 'a', 'road', 'in', 'winter,', 'on', 'x', 'days'];
    let x = 60;
    const content = words.map((word) => {
      x += (word.length + 1) * 5;
      return text(x - (word.length + 1) * 5, 300, word, '0.5 0.2 0.1');
    });

    const xml = await written(`${content.join('')}${text(60, 250, full)}${text(60, 238, full)}`);

    expect(runOf(xml, words.join(' '))).toContain('<w:color w:val="80331A"/>');
  });

  it('keeps the lines at the right edge apart', async () => {
    const sender = ['Ida Berg', 'Lindenweg 4, 8001 Basel', 'ida@example.org'].map((line, at) =>
      atRight(370 - at * 12, line),
    );
    const short = `${atRight(370, 'Bill 223')}${atRight(358, '27 March')}${atRight(346, '2026, Basel')}`;

    for (const lines of [sender.join(''), short]) {
      const xml = await written(`${lines}${text(60, 300, full)}${text(60, 288, full)}`);

      expect(xml.split('<w:br/>').length - 1).toBe(2);
      expect(xml).toContain('<w:jc w:val="right"/>');
      expect(xml).not.toContain('<w:ind ');
    }
  });

  it('takes the size of most text for that of the document', async () => {
    const { bytes } = await convert(pdfOf(letter, font), { from, to: 'docx' });
    const styles = Buffer.from(openZip(bytes).read('word/styles.xml') ?? []).toString();
    expect(styles).toMatch(/<w:docDefaults>.*?<w:sz w:val="20"\/>/);
  });

  it('centres lines and justifies paragraphs', async () => {
    const lines = [
      text(150, 370, 'At the centre of the page'.slice(0, 24), '0 0 0', 10),
      ...[340, 328, 316].map((y) => text(60, y, full)),
      text(60, 304, 'ends here.'),
      text(60, 270, 'Last paragraph.'),
    ];
    const xml = await written(lines.join(''));
    expect(paragraphOf(xml, 'At the centre of the pag')).toContain('<w:jc w:val="center"/>');
    expect(xml).toMatch(/<w:jc w:val="both"\/><\/w:pPr><w:r><w:t[^>]*>The harvest/);
    expect(paragraphOf(xml, 'Last paragraph.')).toMatch(/^<w:p><w:r><w:t/);
  });

  it('takes lines that hang for no lines at the right edge', async () => {
    const lines = [
      text(60, 370, full),
      text(100, 340, `~ ${full.slice(0, 50)}`),
      text(110, 328, full.slice(5, 55)),
      atRight(300, 'Harvest Company of Graz'),
      atRight(288, 'Main Square 1'),
      text(60, 240, full),
    ];
    const xml = await written(lines.join(''));
    expect(xml.match(/<w:jc w:val="right"/g)).toHaveLength(1);
    expect(xml).toMatch(/<w:jc w:val="right"\/><\/w:pPr><w:r><w:t[^>]*>Harvest Company/);
  });

  const rules = [300, 280, 260, 240, 220].map((y) => `60 ${y} m 360 ${y} l S\n`).join('');
  const sides = [60, 200, 280, 360].map((x) => `${x} 300 m ${x} 220 l S\n`).join('');
  const row = (y: number, [item, price, note]: readonly [string, string, string], colour = '0 0 0') =>
    text(64, y, item, colour) + text(276 - price.length * 5, y, price, colour) + text(284, y, note, colour);
  const table = [
    text(60, 340, full),
    box(60, 280, 300, 20, '0.1 0.3 0.5'),
    box(60, 220, 300, 20, '0.9 0.95 1'),
    rules,
    sides,
    row(286, ['Item', 'Price', 'Note'], '1 1 1'),
    row(266, ['Steel screws', '1,250.00', 'in stock']),
    row(246, ['Nuts', '80.50', 'two weeks'], '0 0.5 0'),
    row(226, ['Sum', '1,330.50', '']),
  ].join('');

  it.each([
    ['Item', ['w:fill="1A4D80"/></w:tcPr>', '<w:color w:val="FFFFFF"/>']],
    ['1,250.00', ['<w:jc w:val="right"/>']],
    ['two weeks', ['<w:color w:val="008000"/>']],
    ['Sum', ['w:fill="E6F2FF"/></w:tcPr>']],
    ['1,330.50', ['w:fill="E6F2FF"/></w:tcPr>', '<w:jc w:val="right"/>']],
  ])('of a table: %s', async (words, looks) => {
    const cell = cellOf(await written(table), words);
    for (const look of looks) expect(cell).toContain(look);
  });

  it('has the lines of a table as borders, and no others', async () => {
    const cells = [
      ['Model', 'Size', 'Score'],
      ['Base', '110', '84.2'],
      ['Large', '340', '88.7'],
    ].flatMap((row, at) =>
      row.map((words, column) => text([60, 160, 240][column] ?? 0, 300 - at * 16, words)),
    );
    const rule = (y: number): string => box(56, y, 230, 1, '0.8 0 0');
    const stroke = (x: number, y: number, toX: number, toY: number): string =>
      `0 0 1 RG 0.5 w ${x} ${y} m ${toX} ${toY} l S\n`;
    const grid = [312, 296, 280, 264].map((y) => stroke(56, y, 350, y));
    const sides = [56, 150, 230, 350].map((x) => stroke(x, 264, x, 312));

    const [three = '', ruled = ''] = await Promise.all([
      written(`${cells.join('')}${[312, 295, 264].map(rule).join('')}`),
      written(`${cells.join('')}${grid.join('')}${sides.join('')}`),
    ]);

    const sidesOf = (xml: string, words: string): string[] =>
      [...cellOf(xml, words).matchAll(/<w:(top|left|bottom|right) w:val="single"[^>]* w:color="(\w+)"/g)].map(
        ([, side, colour]) => `${side} ${colour}`,
      );
    expect(three).toContain('<w:insideH w:val="nil"/>');
    expect(sidesOf(three, 'Size')).toEqual(['top CC0000', 'bottom CC0000']);
    expect(sidesOf(three, '110')).toEqual(['top CC0000']);
    expect(sidesOf(three, '340')).toEqual(['bottom CC0000']);
    const all = ['top', 'left', 'bottom', 'right'].map((side) => `${side} 0000FF`);
    for (const words of ['340', '88.7']) expect(sidesOf(ruled, words)).toEqual(all);
  });

  it('changes no text', async () => {
    const markdown = async (bytes: Uint8Array, format: 'pdf' | 'docx'): Promise<string> =>
      Buffer.from((await convert(bytes, { from: format, to: 'markdown' })).bytes).toString();
    for (const content of [letter, table]) {
      const pdf = pdfOf(content, font);
      const { bytes } = await convert(pdf, { from, to: 'docx' });
      // Alignment is found for this target only.
      expect((await markdown(bytes, 'docx')).replace('--:', '---')).toBe(await markdown(pdf, 'pdf'));
    }
  });

  it('is bounded', async () => {
    const colours = ['1 0 0', '0 0 1', '0 1 0', '0 0 0'];
    const letters = Array.from({ length: 3000 }, (_, at) =>
      text(20 + (at % 60) * 6, 380 - Math.floor(at / 60) * 7, 'ab'[at % 2] ?? '', colours[at % 4], 6),
    );
    const boxes = Array.from({ length: 600 }, (_, at) =>
      box(at % 300, at % 290, 90, 90, colours[at % 3] ?? ''),
    );
    const odd = `${box(-1e9, -1e9, 2e9, 2e9, '1 0 0')}/Pattern cs /P9 scn 0 0 50 50 re f\n-5 9 2 rg\n`;
    const xml = await written(`${odd}${boxes.join('')}${letters.join('')}${text(20, 10, 'The end of all.')}`);
    expect(xml).toContain('>end<');
    expect(xml).not.toMatch(/undefined|NaN/);
  });
});
