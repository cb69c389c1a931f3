import type { WordLine, WordPage } from '../../../shared/page-layout/word-lines.ts';
import { startPdf, utf16Hex } from '../../../shared/pdf/pdf-file.ts';

// Text in render mode 3 is not drawn, but can be found, selected and copied (ISO 32000-1, 9.3.6). The font needs no glyphs:
// its codes are UTF-16, and every code is half as wide as the font is high.

// Thousandths of the font size.
const CODE_WIDTH = 500;
const DESCENT = 200;

const toUnicode = `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <FFFF>
endcodespacerange
1 beginbfrange
<0000> <FFFF> <0000>
endbfrange
endcmap
CMapName currentdict /CMap defineresource pop
end
end`;

const number = (value: number): string => String(Math.round(value * 100) / 100);

/** Shows the words of a line, each as wide as on the scan. */
function lineContent({ words, top, bottom }: WordLine, pageHeight: number): string {
  const size = Math.max(1, bottom - top);
  const baseline = pageHeight - bottom + (DESCENT / 1000) * size;
  return words
    .map(({ text, x, width }) => {
      const natural = (text.length * size * CODE_WIDTH) / 1000;
      const stretch = (100 * Math.max(0.1, width)) / Math.max(0.1, natural);
      return `/F1 ${number(size)} Tf ${number(stretch)} Tz 1 0 0 1 ${number(x)} ${number(baseline)} Tm <${utf16Hex(text)}> Tj\n`;
    })
    .join('');
}

/** The size of a page as scanned, and the matrix that turns its upright words there. */
function scannedPage({ width, height, turn = 0 }: WordPage) {
  if (turn === 0) return { across: width, down: height, matrix: '' };
  const matrix = {
    90: `0 1 -1 0 ${number(height)} 0`,
    180: `-1 0 0 -1 ${number(width)} ${number(height)}`,
    270: `0 -1 1 0 0 ${number(width)}`,
  }[turn];
  const [across, down] = turn === 180 ? [width, height] : [height, width];
  return { across, down, matrix: `${matrix} cm\n` };
}

/** Writes a PDF that has the words of some pages and shows nothing. */
export function writeTextLayer(pages: readonly WordPage[]): Buffer {
  const pdf = startPdf();
  const tree = pdf.reserve();
  const descriptor = pdf.add(
    `<</Type/FontDescriptor/FontName/Invisible/Flags 4/FontBBox[0 -${DESCENT} ${CODE_WIDTH} 800]/ItalicAngle 0/Ascent 800/Descent -${DESCENT}/CapHeight 700/StemV 80>>`,
  );
  const descendant = pdf.add(
    `<</Type/Font/Subtype/CIDFontType2/BaseFont/Invisible/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/DW ${CODE_WIDTH}/FontDescriptor ${descriptor} 0 R>>`,
  );
  const font = pdf.add(
    `<</Type/Font/Subtype/Type0/BaseFont/Invisible/Encoding/Identity-H/DescendantFonts[${descendant} 0 R]/ToUnicode ${pdf.addStream(Buffer.from(toUnicode))} 0 R>>`,
  );
  const kids = pages.map((page) => {
    const { across, down, matrix } = scannedPage(page);
    const lines = page.lines.map((line) => lineContent(line, page.height));
    const content = pdf.addStream(Buffer.from(`${matrix}BT\n3 Tr\n${lines.join('')}ET`));
    const id = pdf.add(
      `<</Type/Page/Parent ${tree} 0 R/MediaBox[0 0 ${number(across)} ${number(down)}]/Resources<</Font<</F1 ${font} 0 R>>>>/Contents ${content} 0 R>>`,
    );
    return `${id} 0 R`;
  });
  pdf.write(tree, `<</Type/Pages/Count ${pages.length}/Kids[${kids.join(' ')}]>>`);
  return pdf.end(`/Root ${pdf.add(`<</Type/Catalog/Pages ${tree} 0 R>>`)} 0 R`);
}
