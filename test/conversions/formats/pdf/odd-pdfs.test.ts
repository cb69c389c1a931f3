import { expect, it } from 'vitest';
import { extract } from '../../../../lib/conversions/index.ts';
import { plainGlyphs } from '../../../../lib/conversions/shared/page-layout/glyphs.ts';
import { pdfOf } from '../../raw-pdf.ts';

const helvetica = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>';
const content = 'BT /F1 12 Tf 50 300 Td (Some words) Tj ET';

it.each(['text', 'markdown', 'tables'] as const)(
  'refuses a PDF that is encrypted with certificates as %s, and does not call it damaged',
  async (format) => {
    const encryption = '<</Filter/Adobe.PubSec/SubFilter/adbe.pkcs7.s4/V 1/Length 40/Recipients[(a)]>>';
    const pdf = pdfOf(content, helvetica, [encryption], '/Encrypt 6 0 R/ID[(a)(a)]');

    await expect(extract(pdf, { from: 'pdf', format })).rejects.toMatchObject({
      code: 'encrypted_document',
      message: expect.stringContaining('certificates'),
    });
  },
);

it('reads the buttons that browsers print as pieces in a font', () => {
  expect(plainGlyphs('gfedc one gfedcb two nmlkj three nmlkji four')).toBe('☐ one ☑ two ○ three ◉ four');
  expect(plainGlyphs('An abcdefg')).toBe('An abcdefg');
});

// The box of the font ends at the baseline; PDFium returns the boxes of the glyphs that are below it.
const lowBox =
  '<</Type/FontDescriptor/FontName/Serif/Flags 34/FontBBox[0 0 600 700]/Ascent 700/Descent 0/CapHeight 700/ItalicAngle 0/StemV 80>>';
const lowFont = `<</Type/Font/Subtype/TrueType/BaseFont/Serif/Encoding/WinAnsiEncoding/FirstChar 32/LastChar 122/Widths[${'500 '.repeat(91)}]/FontDescriptor 6 0 R>>`;

it.each([
  ['with descenders', 'Programs for pay'],
  ['with commas and brackets', '$1,100 (gap) 2,5;'],
  ['in capitals', 'QUEJAS, [JQ]'],
])('reads words in a font whose box is too low as one, %s', async (_, text) => {
  const rows = [text, 'Other words', '7', '8'].map(
    (words, at) =>
      `1 0 0 1 ${72 + (at % 2) * 200} ${at < 2 ? 300 : 284} Tm (${words.replaceAll(/[()]/g, '\\$&')}) Tj`,
  );
  const pdf = pdfOf(
    `1 w 70 280 300 34 re S 70 296 m 370 296 l S 262 280 m 262 314 l S BT /F1 11 Tf ${rows.join(' ')} ET`,
    lowFont,
    [lowBox],
  );
  const { bytes } = await extract(pdf, { from: 'pdf', format: 'tables' });

  expect(JSON.parse(Buffer.from(bytes).toString())).toMatchObject([
    {
      rows: [
        [text, 'Other words'],
        ['7', '8'],
      ],
    },
  ]);
});
