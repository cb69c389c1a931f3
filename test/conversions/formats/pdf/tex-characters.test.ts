import { describe, expect, it } from 'vitest';
import { convert, extract } from '../../../../lib/conversions/index.ts';
import { pdfOf } from '../../raw-pdf.ts';

const textOf = async (pdf: Buffer): Promise<string> =>
  Buffer.from((await extract(pdf, { from: 'pdf', format: 'text' })).bytes)
    .toString()
    .trim();

const helvetica = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>';

describe('accents over letters', () => {
  /** The TJ array of an accented letter: the accent (333) is over the middle of the letter, which is 556 wide. */
  const over = (accent: string, letter: string): string => `-111 (${accent}) 444 (${letter})`;

  it('are one character with them, and the words around them stay apart', async () => {
    const line = `[(f) ${over('\\250', 'u')} (r Anw) ${over('\\250', 'a')} (lte) -300 ${over('\\264', 'e')} (tat)] TJ`;

    const pdf = pdfOf(`BT /F1 12 Tf 50 300 Td ${line} ET`, helvetica);

    expect(await textOf(pdf)).toBe('für Anwälte état');
    const { bytes } = await convert(pdf, { from: 'pdf', to: 'text' });
    expect(Buffer.from(bytes).toString().trim()).toBe('für Anwälte état');
  });

  it('are one character with them among many words without any', async () => {
    const plain = 'And so on, and so on. '.repeat(5);
    const lines = Array.from({ length: 30 }, (_, at) => `0 -11 Td (${plain}Line ${at}) Tj`).join(' ');
    const line = `[(A na) ${over('\\250', '\\365')} (ve idea, d\\264eau, caf) ${over('\\264', 'e')}] TJ`;
    const latin = helvetica.replace(
      '/WinAnsiEncoding',
      '<</Type/Encoding/BaseEncoding/WinAnsiEncoding/Differences[245/dotlessi]>>',
    );

    const { bytes } = await convert(pdfOf(`BT /F1 8 Tf 50 380 Td ${line} ${lines} ET`, latin), {
      from: 'pdf',
      to: 'text',
    });

    const [first] = Buffer.from(bytes).toString().trim().split('\n');
    expect(first).toBe('A naïve idea, d´eau, café');
  });

  it('are left as they are beside a letter', async () => {
    expect(await textOf(pdfOf('BT /F1 12 Tf 50 300 Td (`words\\264.) Tj ET', helvetica))).toBe('`words´.');
  });
});

describe('bitmap fonts of TeX', () => {
  const bitmaps = (codes: readonly number[]): string => {
    const names = codes.map((code) => `/a${code}`);
    return `<</Type/Font/Subtype/Type3/FontBBox[0 0 500 700]/FontMatrix[.001 0 0 .001 0 0]/FirstChar ${codes[0]}/LastChar 122/Widths[${'500 '.repeat(123 - (codes[0] ?? 0))}]/Encoding<</Type/Encoding/Differences[${codes.map((code) => `${code}/a${code}`).join('')}]>>/CharProcs<<${names.map((name) => `${name} 6 0 R`).join('')}>>/Resources<<>>>>`;
  };
  const glyph = '500 0 0 0 500 700 d1 0 0 400 600 re f';
  const stream = `<</Length ${glyph.length}>>\nstream\n${glyph}\nendstream`;
  const letters = [...'abcdefghijklmnopqrstuvwxyz'].map((letter) => letter.charCodeAt(0));
  const bitmapPdf = (code: number, words: string): Buffer =>
    pdfOf(`BT /F1 12 Tf 50 300 Td (${words}) Tj ET`, bitmaps([code, ...letters]), [stream]);

  it.each([
    ['OT1', 0x0b, 'ff', 'di\\013erent words here'],
    ['T1', 0x1b, 'ff', 'di\\033erent words here'],
    ['T1', 0x1c, 'fi', 'scienti\\034c words here'],
  ])('have the ligatures of %s: %i', async (_, code, ligature, words) => {
    const text = (await textOf(bitmapPdf(code, words))).replaceAll(' ', '');

    expect(text).toBe(words.replace(/\\\d{3}/, ligature).replaceAll(' ', ''));
  });
});
