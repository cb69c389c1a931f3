import { PdfName, type PdfObjects, type PdfValue, readPdfObjects } from './tagged/pdf-objects.ts';

// Maximum depth of a page tree.
const MAX_DEPTH = 30;

/**
 * Returns true for a composite font that neither is in the file nor says which characters its glyphs are (ISO 32000-1, 9.7.4 and
 * 9.10.2).
 */
function isUnreadable({ get, resolve }: PdfObjects, font: PdfValue): boolean {
  const encoding = get(font, 'Encoding');
  if (!(encoding instanceof PdfName) || !/^Identity/.test(encoding.name)) return false;
  if (get(font, 'ToUnicode') !== null) return false;
  const descendants = get(font, 'DescendantFonts');
  const descendant = resolve(Array.isArray(descendants) ? descendants[0] : null);
  const ordering = get(get(descendant, 'CIDSystemInfo'), 'Ordering');
  // Those of Asian languages number characters, not glyphs.
  if (Buffer.isBuffer(ordering) && ordering.toString('latin1') !== 'Identity') return false;
  const descriptor = get(descendant, 'FontDescriptor');
  return ['FontFile', 'FontFile2', 'FontFile3'].every((key) => get(descriptor, key) === null);
}

/** Returns those of a file's pages that have a font without characters, from 1. None if the file is damaged or encrypted. */
export function pagesWithUnreadableFonts(input: Uint8Array, numbers: readonly number[]): number[] {
  const objects = numbers.length === 0 ? undefined : readPdfObjects(input);
  if (objects === undefined) return [];
  const { get, resolve } = objects;
  const wanted = new Set(numbers);
  const found: number[] = [];
  let number = 0;
  const visit = (node: PdfValue, inherited: PdfValue, depth: number): void => {
    const own = get(node, 'Resources');
    const resources = own === null ? inherited : own;
    const kids = get(node, 'Kids');
    if (Array.isArray(kids)) {
      if (depth < MAX_DEPTH) for (const kid of kids) visit(resolve(kid), resources, depth + 1);
      return;
    }
    number += 1;
    if (!wanted.has(number)) return;
    const fonts = get(resources, 'Font');
    if (fonts instanceof Map && [...fonts.values()].some((font) => isUnreadable(objects, resolve(font))))
      found.push(number);
  };
  visit(get(get(objects.trailer, 'Root'), 'Pages'), null, 0);
  return found;
}
