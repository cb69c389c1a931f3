import { describe, expect, it } from 'vitest';
import type { PdfiumDocument } from '../../../../lib/conversions/backends/pdfium/pdfium-document.ts';
import { withPdfiumFile } from '../../../../lib/conversions/backends/pdfium/pdfium-file.ts';
import { renderPage } from '../../../../lib/conversions/backends/pdfium/render-page.ts';
import { wasmFile } from '../../../../lib/conversions/backends/pdfium/wasm-file.ts';
import { pdfOf } from '../../raw-pdf.ts';

const descriptor = (name: string): string =>
  `<</Type/FontDescriptor/FontName/${name}/Flags 32/FontBBox[0 -200 1000 900]/ItalicAngle 0/Ascent 900/Descent -200/CapHeight 900/StemV 80>>`;

/** A word, below it the same word with an object for each letter. */
const shown = (word: readonly string[]): string =>
  `BT /F1 20 Tf 1 0 0 1 20 300 Tm ${word.map((letter) => `${letter} Tj`).join(' ')} ${word
    .map((letter, at) => `1 0 0 1 ${20 + 40 * at} 250 Tm ${letter} Tj`)
    .join(' ')} ET`;

const latin = (name: string): Buffer =>
  pdfOf(
    shown(['(A)', '(g)', '(?)']),
    `<</Type/Font/Subtype/TrueType/BaseFont/${name}/FirstChar 32/LastChar 126/Widths[${'600 '.repeat(95)}]/Encoding/WinAnsiEncoding/FontDescriptor 6 0 R>>`,
    [descriptor(name)],
  );

const eastAsian = (name: string, encoding: string, ordering: string, word: string): Buffer =>
  pdfOf(
    shown([...word].map((letter) => `<${letter.charCodeAt(0).toString(16).padStart(4, '0')}>`)),
    `<</Type/Font/Subtype/Type0/BaseFont/${name}/Encoding/${encoding}/DescendantFonts[6 0 R]>>`,
    [
      `<</Type/Font/Subtype/CIDFontType0/BaseFont/${name}/CIDSystemInfo<</Registry(Adobe)/Ordering(${ordering})/Supplement 2>>/FontDescriptor 7 0 R/DW 1000>>`,
      descriptor(name),
    ],
  );

const SIDE = 400;

const readPage = (document: PdfiumDocument) => {
  const { fn, handle, readBytes } = document;
  const page = fn('FPDF_LoadPage')(handle, 0);
  const text = fn('FPDFText_LoadPage')(page);
  const count = fn('FPDFText_CountChars')(text);
  const bytes = readBytes(1000, (buffer) => {
    if (buffer !== 0) fn('FPDFText_GetText')(text, 0, count, buffer);
    return 2 * count + 2;
  });
  const pixels = renderPage(document, page, { width: SIDE, height: SIDE }) ?? new Uint8Array();
  const row = (y: number) => pixels.subarray(y * SIDE * 3, (y + 1) * SIDE * 3);
  return {
    letters: Buffer.from(bytes ?? [])
      .toString('utf16le')
      .replaceAll(/[\s\0]/g, ''),
    pixels,
    inked: Array.from({ length: SIDE }, (_, y) => row(y).some((value) => value < 128)),
  };
};

/** The same page by the native build and by the one in WebAssembly, which cannot reach the machine's fonts. */
const readBoth = async (pdf: Uint8Array) => {
  const inWasm = wasmFile(pdf, undefined);
  return {
    native: await withPdfiumFile(pdf, undefined, ({ use }) => use(readPage)),
    wasm: await inWasm.use(readPage).finally(inWasm.close),
  };
};

/** The share of differing values among those of letters, apart from rounding. */
const difference = ({ native, wasm }: Awaited<ReturnType<typeof readBoth>>): number => {
  const isInk = (value: number) => value < 255;
  const far = native.pixels.filter((value, at) => Math.abs(value - (wasm.pixels[at] ?? 0)) > 60);
  return far.length / native.pixels.filter(isInk).length;
};

describe('a font that is not embedded', () => {
  it.each([
    ['Japanese', eastAsian('HeiseiMin-W3', 'UniJIS-UCS2-H', 'Japan1', '会議の資料'), '会議の資料'],
    ['Korean', eastAsian('HYSMyeongJo-Medium', 'UniKS-UCS2-H', 'Korea1', '한국어'), '한국어'],
    ['Simplified Chinese', eastAsian('STSong-Light', 'UniGB-UCS2-H', 'GB1', '简体说门龙'), '简体说门龙'],
    ['Traditional Chinese', eastAsian('MSung-Light', 'UniCNS-UCS2-H', 'CNS1', '繁體說門龍'), '繁體說門龍'],
  ])('is replaced by a font with its letters: %s', async (_title, pdf, word) => {
    const both = await readBoth(pdf);

    const { native, wasm } = both;
    expect([native.letters, wasm.letters]).toEqual([word + word, word + word]);
    expect(difference(both)).toBe(0);
    // Two lines of text.
    expect(native.inked.slice(80, 110)).toContain(true);
    expect(native.inked.slice(130, 160)).toContain(true);
  });

  it.each(['DejaVuSans', 'LiberationSerif', 'NotoSans', 'Lato-Black', 'Verdana', 'Arial'])(
    'is replaced by the same font on every machine: %s',
    async (name) => {
      const both = await readBoth(latin(name));

      expect(both.native.letters).toBe('Ag?Ag?');
      expect(difference(both)).toBe(0);
    },
  );
});
