import { expect, it } from 'vitest';
import { convert } from '../../../../lib/conversions/index.ts';
import { pdfOf } from '../../raw-pdf.ts';

const descriptor =
  '<</Type/FontDescriptor/FontName/ArialMT/Flags 32/FontBBox[-665 -325 2000 1006]/ItalicAngle 0/Ascent 905/Descent -212/CapHeight 716/StemV 80>>';

/** A page with glyphs of Arial, which is not in the file and has no table of characters. */
const page = (glyphs: readonly number[], name = 'ArialMT', more = ''): Buffer => {
  const hex = glyphs.map((glyph) => glyph.toString(16).padStart(4, '0')).join('');
  return pdfOf(
    `BT /F1 12 Tf 40 340 Td <${hex}> Tj ET ${more}`,
    `<</Type/Font/Subtype/Type0/BaseFont/${name}/Encoding/Identity-H/DescendantFonts[6 0 R]>>`,
    [
      `<</Type/Font/Subtype/CIDFontType2/BaseFont/${name}/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor 7 0 R/DW 556>>`,
      descriptor,
    ],
  );
};

const options = { from: 'pdf', to: 'text', options: { ocr: 'never' } } as const;

const textOf = async (pdf: Uint8Array): Promise<string> =>
  Buffer.from((await convert(pdf, options)).bytes)
    .toString()
    .trim();

const latin = (text: string): number[] => Array.from(text, (letter) => letter.charCodeAt(0) - 29);

it.each([
  ['Latin letters, spaces and signs', latin('Sum = 20 (net)'), 'Sum = 20 (net)'],
  ['Cyrillic letters', [585, 616, 619, 620, 602, 615, 616, 604, 613, 607, 615, 610, 607], 'Постановление'],
  ['Greek letters', [518, 302, 542, 304, 652, 538, 305, 306, 530, 541, 538, 544], 'Πανεπιστήμιο'],
])('reads %s of a font that is not in the file by their glyphs', async (_title, glyphs, text) => {
  expect(await textOf(page(glyphs))).toBe(text);
});

it('warns of letters that are alone in such a font, with their page', async () => {
  const { bytes, report } = await convert(
    page([585, 616], 'ArialMT', 'BT /F1 12 Tf 40 300 Td <023a> Tj ET'),
    options,
  );

  expect(Buffer.from(bytes).toString().trim()).toBe('По');
  expect(report.warnings).toEqual(['Text in fonts that are not in the file was not read on page 1.']);
  expect((await convert(page([585, 616]), options)).report.warnings).toEqual([]);
});

it('leaves letters of a font whose order of glyphs is unknown', async () => {
  expect(await textOf(page([585, 616, 619, 620], 'Garamond'))).toBe('\u0249\u0268\u026b\u026c');
});
