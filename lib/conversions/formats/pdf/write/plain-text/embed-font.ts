import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type FontName, fontPath, fonts } from '../../../../backends/fonts/fonts.ts';
import { type PdfFile, utf16Hex } from '../../../../shared/pdf/pdf-file.ts';
import type { FontCode, FontCodes } from './font-codes.ts';
import { subsetFont } from './subset-font.ts';

/** The most entries of a section of a CMap (Adobe Technical Note 5014). */
const SECTION = 100;

const hex = (code: number): string => code.toString(16).padStart(4, '0');

/** Maps codes to their text (ISO 32000-1, 9.10.3). */
function toUnicode(codes: readonly FontCode[]): string {
  const lines = codes.map(({ text }, code) => `<${hex(code)}><${utf16Hex(text)}>`);
  let sections = '';
  for (let from = 0; from < lines.length; from += SECTION) {
    const section = lines.slice(from, from + SECTION);
    sections += `${section.length} beginbfchar\n${section.join('\n')}\nendbfchar\n`;
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo<</Registry(Adobe)/Ordering(UCS)/Supplement 0>>def
/CMapName/Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000><ffff>
endcodespacerange
${sections}endcmap
CMapName currentdict/CMap defineresource pop
end
end`;
}

/** Six letters that identify the glyphs of a subset (ISO 32000-1, 9.6.4). */
function subsetTag(bytes: Uint8Array): string {
  const digest = createHash('sha256').update(bytes).digest();
  return Array.from(digest.subarray(0, 6), (byte) => String.fromCharCode(65 + (byte % 26))).join('');
}

/** Adds a font with the glyphs of its codes to a PDF, as a composite font (ISO 32000-1, 9.7). Returns the font's object. */
export function embedFont(pdf: PdfFile, name: FontName, { all }: FontCodes): number {
  const { bytes, unitsPerEm, box, ascent, descent, capHeight } = subsetFont(
    readFileSync(fontPath(name)),
    all,
  );
  const units = (length: number): number => Math.round((length * 100_000) / unitsPerEm) / 100;
  const family = `${subsetTag(bytes)}+${fonts[name].file}-Regular`;
  const file = pdf.addStream(bytes, `/Length1 ${bytes.length}`);
  const descriptor = pdf.add(
    `<</Type/FontDescriptor/FontName/${family}/Flags 4/FontBBox[${box.map(units).join(' ')}]/ItalicAngle 0/Ascent ${units(ascent)}/Descent ${units(descent)}/CapHeight ${units(capHeight)}/StemV 80/FontFile2 ${file} 0 R>>`,
  );
  const widths = all.map(({ width }) => units(width)).join(' ');
  const descendant = pdf.add(
    `<</Type/Font/Subtype/CIDFontType2/BaseFont/${family}/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor ${descriptor} 0 R/W[0[${widths}]]/CIDToGIDMap/Identity>>`,
  );
  const map = pdf.addStream(Buffer.from(toUnicode(all), 'latin1'));
  return pdf.add(
    `<</Type/Font/Subtype/Type0/BaseFont/${family}/Encoding/Identity-H/DescendantFonts[${descendant} 0 R]/ToUnicode ${map} 0 R>>`,
  );
}
