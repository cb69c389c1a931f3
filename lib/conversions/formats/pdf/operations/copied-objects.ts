import type { PDFDict, PDFObject } from '@cantoo/pdf-lib';
import type { PdfFile } from '../archive/pdf-file.ts';
import type { Source } from './navigation.ts';

/** Returns the dictionaries and streams of a source's pages, each with its copy in the result: the reference, if it has one. */
export function copiedObjects(
  file: PdfFile,
  { navigation: { file: own }, pages }: Source,
): Map<PDFDict, PDFObject> {
  const { PDFArray, PDFName } = own.lib;
  const copies = new Map<PDFDict, PDFObject>();
  // Links lead to other pages.
  const seen = new Set<PDFObject>(own.document.getPages().map(({ node }) => node));
  const open: [PDFObject | undefined, PDFObject | undefined][] = [];
  const addEntries = (one: PDFDict, other: PDFDict): void => {
    for (const [key, value] of one.entries()) if (key !== PDFName.Parent) open.push([value, other.get(key)]);
  };
  for (const [number, at] of pages) {
    const [from, to] = [own.document.getPage(number).node, file.document.getPage(at)];
    copies.set(from, to.ref);
    addEntries(from, to.node);
    open.push([from.Resources(), to.node.Resources()]);
  }
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    const [one, other] = [own.context.lookup(pair[0]), file.context.lookup(pair[1])];
    if (one === undefined || other === undefined || seen.has(one)) continue;
    seen.add(one);
    if (one instanceof PDFArray && other instanceof PDFArray)
      for (const [at, item] of one.asArray().entries()) open.push([item, other.asArray()[at]]);
    const [oneDict, otherDict] = [own.dictOf(one), file.dictOf(other)];
    if (oneDict === undefined || otherDict === undefined || pair[1] === undefined) continue;
    copies.set(oneDict, pair[1]);
    addEntries(oneDict, otherDict);
  }
  return copies;
}
