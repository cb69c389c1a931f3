import type { WordLine, WordPage } from '../../../shared/page-layout/word-lines.ts';
import { utf16Hex } from '../write/plain-text/pdf-file.ts';

// Text in render mode 3 is not drawn, but can be found, selected and copied (ISO 32000-1, 9.3.6). The font needs no glyphs:
// its codes are UTF-16, and every code is half as wide as the font is high.

const CATALOG = 1;
const PAGES = 2;
const FONT = 3;
const DESCENDANT = 4;
const DESCRIPTOR = 5;
const TO_UNICODE = 6;
const FIRST_PAGE = 7;

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
  const parts: string[] = ['%PDF-1.7\n'];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  const add = (id: number, body: string): void => {
    const object = `${id} 0 obj\n${body}\nendobj\n`;
    offsets[id] = length;
    parts.push(object);
    length += object.length;
  };
  const stream = (content: string): string =>
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`;
  const kids = pages.map((_, at) => `${FIRST_PAGE + 2 * at} 0 R`);
  add(CATALOG, `<< /Type /Catalog /Pages ${PAGES} 0 R >>`);
  add(PAGES, `<< /Type /Pages /Count ${pages.length} /Kids [${kids.join(' ')}] >>`);
  add(
    FONT,
    `<< /Type /Font /Subtype /Type0 /BaseFont /Invisible /Encoding /Identity-H /DescendantFonts [${DESCENDANT} 0 R] /ToUnicode ${TO_UNICODE} 0 R >>`,
  );
  add(
    DESCENDANT,
    `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Invisible /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /DW ${CODE_WIDTH} /FontDescriptor ${DESCRIPTOR} 0 R >>`,
  );
  add(
    DESCRIPTOR,
    `<< /Type /FontDescriptor /FontName /Invisible /Flags 4 /FontBBox [0 -${DESCENT} ${CODE_WIDTH} 800] /ItalicAngle 0 /Ascent 800 /Descent -${DESCENT} /CapHeight 700 /StemV 80 >>`,
  );
  add(TO_UNICODE, stream(toUnicode));
  for (const [at, page] of pages.entries()) {
    const { height, lines } = page;
    const { across, down, matrix } = scannedPage(page);
    const id = FIRST_PAGE + 2 * at;
    add(
      id,
      `<< /Type /Page /Parent ${PAGES} 0 R /MediaBox [0 0 ${number(across)} ${number(down)}] /Resources << /Font << /F1 ${FONT} 0 R >> >> /Contents ${id + 1} 0 R >>`,
    );
    add(id + 1, stream(`${matrix}BT\n3 Tr\n${lines.map((line) => lineContent(line, height)).join('')}ET`));
  }
  const count = FIRST_PAGE + 2 * pages.length;
  const rows = offsets.slice(1).map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  parts.push(
    `xref\n0 ${count}\n0000000000 65535 f \n${rows.join('')}trailer\n<< /Size ${count} /Root ${CATALOG} 0 R >>\nstartxref\n${length}\n%%EOF\n`,
  );
  return Buffer.from(parts.join(''), 'latin1');
}
