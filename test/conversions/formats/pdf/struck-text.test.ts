import { describe, expect, it } from 'vitest';
import { convert } from '../../../../lib/conversions/index.ts';
import { pdfOf, pdfOfObjects } from '../../raw-pdf.ts';

// All letters are as wide as half of their size.
const font = `<</Type/Font/Subtype/Type1/BaseFont/Text/FirstChar 32/LastChar 126/Widths[${'500 '.repeat(94)}400]/FontDescriptor<</Type/FontDescriptor/FontName/Text/Flags 32/FontBBox[0 -200 500 800]/ItalicAngle 0/Ascent 800/Descent -200/CapHeight 700/StemV 80>>>>`;

const text = (x: number, y: number, words: string): string => `BT /F1 10 Tf ${x} ${y} Td (${words}) Tj ET\n`;

async function markdown(pdf: Buffer, to: 'markdown' | 'text' = 'markdown'): Promise<string> {
  const { bytes } = await convert(pdf, { from: 'pdf', to });
  return Buffer.from(bytes).toString().trim();
}

const terms = text(60, 300, 'Pay one hundred two hundred a month.');
const pageWith = (more: string): Buffer => pdfOf(terms + more, font);
const annotated = (annotation: string, page = '', ...more: readonly string[]): Buffer =>
  pdfOfObjects([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 400]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>/Annots[${annotation}]${page}>>`,
    `<</Length ${terms.length}>>\nstream\n${terms}\nendstream`,
    font,
    ...more,
  ]);
const struck = 'Pay ~~one hundred~~ two hundred a month.';
const plain = 'Pay one hundred two hundred a month.';

describe('struck-through text of PDFs', () => {
  it.each([
    ['a line', '0.5 w 80 303 m 135 303 l S'],
    ['a thin rectangle', '80 303 55 0.6 re f'],
    ['rectangles of each word in one path', '80 303 15 0.6 re 100 303 35 0.6 re 400 10 20 20 re f'],
    ['lines in a form', '1 0 0 1 40 3 cm q 2 0 0 2 0 0 cm 0.2 w 20 150 m 47.5 150 l S Q'],
  ])('has %s through its letters', async (_, drawing) => {
    expect(await markdown(pageWith(drawing))).toBe(struck);
  });

  it.each([
    ['underlined', '0.5 w 80 298.5 m 135 298.5 l S'],
    ['below a line', '0.5 w 80 310 m 135 310 l S'],
    ['on a line of a grid', '0.5 w 10 303 m 380 303 l S'],
    ['on a band', '0.9 g 80 300 55 4 re f'],
    ['beside a line', '0.5 w 10 303 m 58 303 l S'],
    ['a sign on a line', '0.5 w 235 303 m 240 303 l S'],
  ])('is not text that is %s', async (_, drawing) => {
    expect(await markdown(pageWith(drawing))).toBe(plain);
  });

  it('is beneath an annotation', async () => {
    const quads = '/Rect[80 297 135 309]/QuadPoints[80 309 135 309 80 297 135 297]';
    const marked = annotated(`<</Type/Annot/Subtype/StrikeOut${quads}>>`);
    expect(await markdown(marked)).toBe(struck);
    expect((await convert(marked, { from: 'pdf', to: 'markdown' })).report.warnings ?? []).toEqual([]);
    expect(await markdown(annotated(`<</Type/Annot/Subtype/StrikeOut/F 2${quads}>>`))).toBe(plain);
    expect(await markdown(annotated(`<</Type/Annot/Subtype/Highlight${quads}>>`))).toBe(plain);
  });

  it('is beneath an annotation beside a stamp, which becomes part of the page', async () => {
    const strike =
      '<</Type/Annot/Subtype/StrikeOut/Rect[80 297 135 309]/QuadPoints[80 309 135 309 80 297 135 297]>>';
    const stamp = '<</Type/Annot/Subtype/Stamp/Rect[60 100 160 120]/F 4/AP<</N 6 0 R>>>>';
    const content = text(0, 5, 'Received');
    const look = `<</Type/XObject/Subtype/Form/BBox[0 0 100 20]/Resources<</Font<</F1 5 0 R>>>>/Length ${content.length}>>\nstream\n${content}\nendstream`;

    expect(await markdown(annotated(`${strike}${stamp}`, '', look))).toBe(`${struck}\n\nReceived`);
  });

  it('is found on rotated pages', async () => {
    for (const [angle, matrix] of [
      [90, '0 1 -1 0 400 0'],
      [180, '-1 0 0 -1 400 400'],
      [270, '0 -1 1 0 0 400'],
    ] as const) {
      const content = `${matrix} cm\n${terms}80 303 55 0.6 re f`;
      const rotated = pdfOf(content, font)
        .toString('latin1')
        .replace('/MediaBox', `/Rotate ${angle}/MediaBox`);
      expect(await markdown(Buffer.from(rotated, 'latin1'))).toBe(struck);
    }
  });

  it('has characters over its letters', async () => {
    const overlaid = font.replace(
      '/FontDescriptor',
      '/Encoding<</Type/Encoding/Differences[126/uni0336]>>/FontDescriptor',
    );
    const words = [...'one'].map((letter) => `${letter}~`).join('');
    expect(await markdown(pdfOf(text(60, 300, `Pay ${words} two`), overlaid))).toBe('Pay ~~one~~ two');
  });

  it('has a font for it', async () => {
    const fonts = [font, font.replaceAll('Text', 'Text-Strikethrough')];
    const pdf = pdfOf(
      `${text(60, 300, 'Pay')}${text(80, 300, 'one').replace('/F1', '/F2')}`,
      ...([fonts[0] ?? '', [fonts[1] ?? '']] as const),
    )
      .toString('latin1')
      .replace('/F1 5 0 R', '/F1 5 0 R/F2 6 0 R');
    expect(await markdown(Buffer.from(pdf, 'latin1'))).toBe('Pay ~~one~~');
  });

  it('is struck in cells of tables, and over the end of a line', async () => {
    const rules = [340, 320, 300, 280].map((y) => `60 ${y} m 340 ${y} l`).join(' ');
    const down = [60, 200, 340].map((x) => `${x} 280 m ${x} 340 l`).join(' ');
    const cells = [
      ['Service', 'Price'],
      ['Old one', '10'],
      ['Updates beta', '12'],
    ];
    const table = cells.flatMap((row, at) =>
      row.map((cell, column) => text(64 + column * 140, 326 - at * 20, cell)),
    );
    const prose = [
      'This sentence was in the first version of the contract and',
      'goes on for more than a line of it, as all of them do here.',
    ].map((line, at) => text(60, 240 - at * 12, line));
    const lines = '64 309 35 .5 re 204 309 10 .5 re 104 289 20 .5 re 130 243 220 .5 re 60 231 170 .5 re f';
    const content = `0.5 w ${rules} ${down} S\n${table.join('')}${prose.join('')}${lines}`;
    expect(await markdown(pdfOf(content, font))).toBe(
      [
        '| Service | Price |',
        '| --- | --- |',
        '| ~~Old one~~ | ~~10~~ |',
        '| Updates ~~beta~~ | 12 |',
        '',
        'This sentence ~~was in the first version of the contract and goes on for more than a line of it~~, as all of them do here.',
      ].join('\n'),
    );
  });

  it('is text, not the header of a grid below it', async () => {
    const rules = [340, 320, 300].map((y) => `60 ${y} m 340 ${y} l`).join(' ');
    const down = [60, 200, 340].map((x) => `${x} 300 m ${x} 340 l`).join(' ');
    const cells = ['Service', 'Price', 'Old one', '10'].map((cell, at) =>
      text(64 + (at % 2) * 140, 326 - Math.floor(at / 2) * 20, cell),
    );
    const prose = text(60, 344, 'These words go on. New words follow them.');
    const content = `0.5 w ${rules} ${down} S\n${cells.join('')}${prose}60 347 89 .5 re f`;
    expect(await markdown(pdfOf(content, font))).toBe(
      '~~These words go on.~~ New words follow them.\n\n| Service | Price |\n| --- | --- |\n| Old one | 10 |',
    );
  });

  it('is kept without a mark in text', async () => {
    expect(await markdown(pageWith('80 303 55 0.6 re f'), 'text')).toBe(plain);
  });
});
