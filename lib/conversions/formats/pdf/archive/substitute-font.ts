import { readFileSync } from 'node:fs';
import type { PDFDict, PDFObject } from '@cantoo/pdf-lib';
import type { Font } from 'fontkit';
import { metricFontFiles, metricFontPackage, metricFonts } from '../../../backends/fonts/metric-fonts.ts';
import { similarFonts } from '../../../backends/fonts/similar-fonts.ts';
import { loadPackage, packageFile } from '../../../base/package-assets.ts';
import { setGlyphWidths } from './glyph-widths.ts';
import type { PdfFile } from './pdf-file.ts';
import { type EncodedCharacter, simpleEncoding } from './simple-encoding.ts';

// Flags of font descriptors (ISO 32000-1, table 123).
const FIXED_PITCH = 1;
const SERIF = 2;
export const SYMBOLIC = 4;
const ITALIC = 64;
const FORCE_BOLD = 0x4_0000;

const plainName = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

const replacements = new Map<string, string>(
  [...similarFonts, ...metricFonts].flatMap(({ family, replaces }) =>
    replaces.map((name): [string, string] => [plainName(name), family]),
  ),
);

/** Returns the font that replaces another one, by its name or, for an unknown one, by its kind. */
function replacementOf(name: string, flags: number): { family: string; path: string } {
  const base = plainName((name.split(/[,-]/)[0] ?? '').replace(/(?:PS)?(?:MT)?$/, ''));
  const kind = (flags & FIXED_PITCH) !== 0 ? 'Cousine' : (flags & SERIF) !== 0 ? 'Tinos' : 'Arimo';
  const wanted = replacements.get(base) ?? kind;
  const font = metricFonts.find(({ family }) => family === wanted) ?? metricFonts[0];
  const isBold = /bold|black|heavy|demi/i.test(name) || (flags & FORCE_BOLD) !== 0;
  const isItalic = /italic|oblique/i.test(name) || (flags & ITALIC) !== 0;
  const file = metricFontFiles(font)[(isItalic ? 2 : 0) + (isBold ? 1 : 0)] ?? '';
  return { family: font.family, path: packageFile(metricFontPackage(font), file) };
}

/** Returns the glyphs of a font by their names. */
function namedGlyphs(font: Font): Map<string, number> {
  const glyphs = new Map<string, number>();
  for (const codePoint of font.characterSet) {
    const glyph = font.glyphForCodePoint(codePoint);
    glyphs.set(glyph.name, glyph.id);
  }
  return glyphs;
}

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');
const utf16Hex = (text: string): string =>
  Array.from({ length: text.length }, (_, at) => hex(text.charCodeAt(at), 4)).join('');

const cmap = (name: string, mapping: string): string => `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> def
/CMapName /${name} def
/CMapType 1 def
1 begincodespacerange
<00> <ff>
endcodespacerange
${mapping}
endcmap
CMapName currentdict /CMap defineresource pop
end
end`;

/** Makes lists of a CMap, which have at most 100 entries. */
const cmapLists = (kind: string, entries: readonly string[]): string =>
  Array.from({ length: Math.ceil(entries.length / 100) }, (_, part) => {
    const some = entries.slice(part * 100, part * 100 + 100);
    return `${some.length} begin${kind}\n${some.join('\n')}\nend${kind}`;
  }).join('\n');

/**
 * Embeds a free font in the place of a simple one that the file does not contain. The text keeps its bytes and its widths: the
 * font becomes a composite one whose codes have one byte. Returns `wanted -> used`, or undefined if a used code has no glyph.
 */
export async function substituteFont(
  file: PdfFile,
  dict: PDFDict,
  codes: ReadonlySet<number>,
): Promise<string | undefined> {
  const { get, set, remove, dictOf, itemsOf, nameOf, numberOf, context, lib } = file;
  const name = (nameOf(get(dict, 'BaseFont')) ?? 'unnamed').replace(/^[A-Z]{6}\+/, '');
  const descriptor = dictOf(get(dict, 'FontDescriptor'));
  if (/symbol|dingbat/i.test(name)) return undefined;
  const flags = numberOf(get(descriptor, 'Flags')) ?? 0;
  const { family, path } = replacementOf(name, flags);
  const fontkit = await loadPackage<typeof import('fontkit')>('fontkit');
  const opened = fontkit.create(readFileSync(path));
  if (!('createSubset' in opened)) return undefined;
  const names = namedGlyphs(opened);
  const encoded = simpleEncoding(file, get(dict, 'Encoding'));
  const glyphOf = (found: EncodedCharacter): number | undefined => {
    if ('glyph' in found) return names.get(found.glyph);
    const glyph = opened.glyphForCodePoint(found.character.codePointAt(0) ?? 0);
    return glyph.id === 0 ? undefined : glyph.id;
  };
  const subset = opened.createSubset();
  const first = numberOf(get(dict, 'FirstChar')) ?? 0;
  const stated = itemsOf(get(dict, 'Widths')).map(numberOf);
  const places = new Map<number, number>();
  const widths = new Map<number, number>();
  const texts: string[] = [];
  const widthArray: PDFObject[] = [];
  const glyphMap = Buffer.alloc(512);
  for (const code of [...codes].toSorted((one, other) => one - other)) {
    const found = encoded(code);
    const glyph = found === undefined ? undefined : glyphOf(found);
    if (glyph === undefined) return undefined;
    const own = opened.getGlyph(glyph).advanceWidth * (1000 / opened.unitsPerEm);
    const width = stated[code - first] ?? own;
    // The types of the package have a boolean here.
    const place = Number(subset.includeGlyph(opened.getGlyph(glyph)));
    // One glyph has one width: the codes that share it must agree.
    if (Math.abs((widths.get(place) ?? width) - width) > 1) return undefined;
    places.set(code, place);
    widths.set(place, width);
    glyphMap.writeUInt16BE(place, code * 2);
    widthArray.push(lib.PDFNumber.of(code), context.obj([width]));
    const text = opened.stringsForGlyph(glyph)[0];
    if (text !== undefined) texts.push(`<${hex(code, 2)}> <${utf16Hex(text)}>`);
  }
  const program = Buffer.from(subset.encode());
  if (!setGlyphWidths(program, widths)) return undefined;
  const scale = 1000 / opened.unitsPerEm;
  const { minX, minY, maxX, maxY } = opened.bbox;
  const fontName = lib.PDFName.of(`DOCFRG+${family}`);
  const newDescriptor = context.obj({
    Type: 'FontDescriptor',
    FontName: fontName,
    Flags: SYMBOLIC,
    FontBBox: [minX, minY, maxX, maxY].map((side) => Math.round(side * scale)),
    ItalicAngle: opened.italicAngle,
    Ascent: Math.round(opened.ascent * scale),
    Descent: Math.round(opened.descent * scale),
    CapHeight: Math.round(opened.capHeight * scale),
    StemV: 80,
    FontFile2: context.register(context.flateStream(program, { Length1: program.length })),
  });
  const descendant = context.obj({
    Type: 'Font',
    Subtype: 'CIDFontType2',
    BaseFont: fontName,
    CIDSystemInfo: {
      Registry: lib.PDFString.of('Adobe'),
      Ordering: lib.PDFString.of('Identity'),
      Supplement: 0,
    },
    FontDescriptor: context.register(newDescriptor),
    W: widthArray,
    CIDToGIDMap: context.register(context.flateStream(glyphMap)),
  });
  const encoding = context.flateStream(cmap('OneByte', '1 begincidrange\n<00> <ff> 0\nendcidrange'), {
    Type: 'CMap',
    CMapName: 'OneByte',
    CIDSystemInfo: {
      Registry: lib.PDFString.of('Adobe'),
      Ordering: lib.PDFString.of('Identity'),
      Supplement: 0,
    },
  });
  remove(dict, 'FirstChar', 'LastChar', 'Widths', 'FontDescriptor', 'ToUnicode');
  set(dict, 'Subtype', lib.PDFName.of('Type0'));
  set(dict, 'BaseFont', fontName);
  set(dict, 'Encoding', context.register(encoding));
  set(dict, 'DescendantFonts', context.obj([context.register(descendant)]));
  const unicode = cmap('OneByteUnicode', cmapLists('bfchar', texts)).replace('/CMapType 1', '/CMapType 2');
  set(dict, 'ToUnicode', context.register(context.flateStream(unicode)));
  return `${name} -> ${family}`;
}
