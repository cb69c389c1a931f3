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
