import type { PDFDict } from '@cantoo/pdf-lib';
import { setGlyphWidths } from './glyph-widths.ts';
import type { PdfFile } from './pdf-file.ts';
import type { FontUse, PageContents } from './scan-pages.ts';
import { substituteFont } from './substitute-font.ts';

/** What became of the fonts. */
interface FixedFonts {
  readonly substituted: readonly string[];
  /** Why fonts cannot be what a PDF/A needs. */
  readonly reasons: readonly string[];
}

const descriptorOf = ({ get, dictOf, itemsOf, nameOf }: PdfFile, font: PDFDict): PDFDict | undefined => {
  const isComposite = nameOf(get(font, 'Subtype')) === 'Type0';
  const holder = isComposite ? dictOf(itemsOf(get(font, 'DescendantFonts'))[0]) : font;
  return dictOf(get(holder, 'FontDescriptor'));
};

const isEmbedded = ({ get, streamOf }: PdfFile, descriptor: PDFDict | undefined): boolean =>
  ['FontFile', 'FontFile2', 'FontFile3'].some((key) => streamOf(get(descriptor, key)) !== undefined);

/** Returns the widths that a composite font states for CIDs (ISO 32000-1, 9.7.4.3). */
function statedWidths({ get, itemsOf, numberOf }: PdfFile, descendant: PDFDict): (cid: number) => number {
  const widths = new Map<number, number>();
  const items = itemsOf(get(descendant, 'W'));
  for (let at = 0; at < items.length; ) {
    const first = numberOf(items[at]) ?? 0;
    const last = numberOf(items[at + 1]);
    if (last === undefined) {
      for (const [index, width] of itemsOf(items[at + 1]).entries())
        widths.set(first + index, numberOf(width) ?? 0);
      at += 2;
    } else {
      const width = numberOf(items[at + 2]) ?? 0;
      for (let cid = first; cid <= Math.min(last, 0xffff); cid += 1) widths.set(cid, width);
      at += 3;
    }
  }
  const usual = numberOf(get(descendant, 'DW')) ?? 1000;
  return (cid) => widths.get(cid) ?? usual;
}

/** Makes the widths in the TrueType program of a composite font those that the PDF states. Returns whether they are. */
function agreeOnWidths(file: PdfFile, font: PDFDict, { codes }: FontUse): boolean {
  const { get, dictOf, itemsOf, nameOf, streamOf, decode, context } = file;
  const descendant = dictOf(itemsOf(get(font, 'DescendantFonts'))[0]);
  const program = streamOf(get(dictOf(get(descendant, 'FontDescriptor')), 'FontFile2'));
  const encoding = nameOf(get(font, 'Encoding'));
  if (descendant === undefined || program === undefined) return true;
  if (encoding !== 'Identity-H' && encoding !== 'Identity-V') return true;
  const mapStream = streamOf(get(descendant, 'CIDToGIDMap'));
  const map = mapStream === undefined ? undefined : decode(mapStream);
  const glyphOf = (cid: number): number =>
    map === undefined ? cid : (map[cid * 2] ?? 0) * 256 + (map[cid * 2 + 1] ?? 0);
  const widthOf = statedWidths(file, descendant);
  const bytes = Buffer.from(decode(program) ?? []);
  const before = Buffer.from(bytes);
  if (!setGlyphWidths(bytes, new Map([...codes].map((cid) => [glyphOf(cid), widthOf(cid)])))) return false;
  const reference = file.refTo(program);
  if (!bytes.equals(before) && reference instanceof file.lib.PDFRef)
    context.assign(reference, context.flateStream(bytes, { Length1: bytes.length }));
  return true;
}

/** Whether the text of a font can be copied as Unicode (ISO 19005-2, 6.2.11.7.2). */
function hasUnicode({ get, streamOf, nameOf, dictOf, itemsOf }: PdfFile, font: PDFDict): boolean {
  if (streamOf(get(font, 'ToUnicode')) !== undefined) return true;
  const encoding = get(font, 'Encoding');
  const name = nameOf(encoding) ?? nameOf(get(dictOf(encoding), 'BaseEncoding'));
  const isNamed = itemsOf(get(dictOf(encoding), 'Differences')).length === 0;
  return isNamed && ['WinAnsiEncoding', 'MacRomanEncoding', 'MacExpertEncoding'].includes(name ?? '');
}

/** Makes the fonts of a PDF those that PDF/A needs: embedded, with the widths that the text is laid out with. */
export async function fixFonts(
  file: PdfFile,
  { fonts }: PageContents,
  needsUnicode: boolean,
): Promise<FixedFonts> {
  const { get, nameOf } = file;
  const substituted = new Set<string>();
  const reasons = new Set<string>();
  for (const [font, use] of fonts) {
    const subtype = nameOf(get(font, 'Subtype'));
    const name = `the font ${JSON.stringify(nameOf(get(font, 'BaseFont')) ?? 'without a name')}`;
    if (subtype !== 'Type3' && use.isVisible && !isEmbedded(file, descriptorOf(file, font))) {
      const replaced = subtype === 'Type0' ? undefined : await substituteFont(file, font, use.codes);
      if (replaced === undefined) reasons.add(`${name} is not embedded`);
      else substituted.add(replaced);
    } else if (!agreeOnWidths(file, font, use))
      reasons.add(`${name} lacks glyphs of its text, or has other widths`);
    if (needsUnicode && use.isVisible && !hasUnicode(file, font))
      reasons.add(`the text of ${name} has no Unicode characters`);
  }
  return { substituted: [...substituted], reasons: [...reasons] };
}
