import type { PDFDict } from '@cantoo/pdf-lib';
import { MAX_SIDE, MIN_SIDE } from '../limits.ts';
import type { PdfFile } from './pdf-file.ts';
import type { PageContents } from './scan-pages.ts';
import { SYMBOLIC } from './substitute-font.ts';

const PROCESS_COLOURS = new Set(['Cyan', 'Magenta', 'Yellow', 'Black', 'None']);

const pageReasons = ({ document }: PdfFile): string[] =>
  document.getPages().flatMap((page, at) => {
    const { width, height } = page.getMediaBox();
    const fits = [width, height].every((side) => Math.abs(side) >= MIN_SIDE && Math.abs(side) <= MAX_SIDE);
    return fits ? [] : [`page ${at + 1} is ${Math.abs(width)} x ${Math.abs(height)} points large`];
  });

/** Whether a colour space has spot colours that it does not describe (6.2.4.4). */
function hasUndescribedSpot({ get, dictOf, itemsOf, nameOf }: PdfFile, dict: PDFDict): boolean {
  for (const value of dict.values()) {
    const [kind, colorants, , , attributes] = itemsOf(value);
    if (nameOf(kind) !== 'DeviceN') continue;
    const described = dictOf(get(dictOf(attributes), 'Colorants'));
    for (const colorant of itemsOf(colorants)) {
      const name = nameOf(colorant) ?? '';
      if (!PROCESS_COLOURS.has(name) && get(described, name) === undefined) return true;
    }
  }
  return false;
}

/** Whether an embedded TrueType font has an encoding that its flags do not allow (6.2.11.6). */
function hasWrongEncoding({ get, dictOf, nameOf, numberOf, streamOf }: PdfFile, font: PDFDict): boolean {
  if (nameOf(get(font, 'Subtype')) !== 'TrueType') return false;
  const descriptor = dictOf(get(font, 'FontDescriptor'));
  if (streamOf(get(descriptor, 'FontFile2')) === undefined) return false;
  const encoding = get(font, 'Encoding');
  const base = nameOf(encoding) ?? nameOf(get(dictOf(encoding), 'BaseEncoding'));
  if (((numberOf(get(descriptor, 'Flags')) ?? 0) & SYMBOLIC) !== 0) return encoding !== undefined;
  return base !== 'WinAnsiEncoding' && base !== 'MacRomanEncoding';
}

/** Returns why the pages cannot conform, whatever is changed about the file. */
export function unfixableReasons(file: PdfFile, { fonts, unknownOperators }: PageContents): string[] {
  const reasons = new Set(pageReasons(file));
  for (const name of unknownOperators)
    reasons.add(`a page has the unknown operator ${JSON.stringify(name.slice(0, 40))}`);
  for (const dict of file.dictionaries())
    if (hasUndescribedSpot(file, dict)) reasons.add('a colour space has spot colours without a description');
  for (const font of fonts.keys()) {
    const name = JSON.stringify(file.nameOf(file.get(font, 'BaseFont')) ?? 'without a name');
    if (hasWrongEncoding(file, font)) reasons.add(`the font ${name} has an encoding that is not allowed`);
    if (name.includes('\ufffd')) reasons.add('the name of a font is not UTF-8');
  }
  return [...reasons];
}
