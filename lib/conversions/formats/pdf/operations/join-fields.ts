import type { PDFDict, PDFObject } from '@cantoo/pdf-lib';
import type { PdfFile } from '../archive/pdf-file.ts';
import { MAX_DEPTH, type Source } from './navigation.ts';

/** Returns the top field of a widget (ISO 32000-1, 12.7.3): itself if it has no parent. Loops end. */
function topField({ dictOf, get }: PdfFile, widget: PDFDict): PDFDict {
  let top = widget;
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
    const parent = dictOf(get(top, 'Parent'));
    if (parent === undefined) break;
    top = parent;
  }
  return top;
}

const widgetsOf = ({ itemsOf, get, dictOf }: PdfFile, page: PDFDict): (PDFDict | undefined)[] =>
  itemsOf(get(page, 'Annots')).map(dictOf);

/**
 * Makes one field of the copies that qpdf makes of a field for each page that it is on. In a part of a
 * document, removes fields and widgets that are on none of its pages, because they hold the values of other pages.
 */
export function joinFields(file: PdfFile, sources: readonly Source[], isPart: boolean): void {
  const { context, catalog, document, get, dictOf, itemsOf, set, refTo } = file;
  const form = dictOf(get(catalog, 'AcroForm'));
  if (form === undefined) return;
  const shown = new Set<PDFDict | undefined>(
    document.getPages().flatMap(({ node }) => widgetsOf(file, node)),
  );
  // The copies of each field of a source.
  const copiesOf = new Map<PDFDict, PDFDict[]>();
  for (const source of sources) {
    const own = source.navigation.file;
    const copies = new Map<PDFDict, Set<PDFDict>>();
    for (const [number, at] of source.pages) {
      const copied = widgetsOf(file, document.getPage(at).node);
      for (const [index, original] of widgetsOf(own, own.document.getPage(number).node).entries()) {
        const copy = copied[index];
        if (original === undefined || copy === undefined) continue;
        const top = topField(own, original);
        copies.set(top, (copies.get(top) ?? new Set()).add(topField(file, copy)));
      }
    }
    for (const tops of copies.values()) for (const top of tops) copiesOf.set(top, [...tops]);
  }

  const kept = new Set<PDFObject>();
  const seen = new Set<PDFDict>();
  /** Joins equal branches. Returns undefined if nothing of them is shown. Loops end. */
  function join(copies: readonly PDFDict[], depth: number): PDFDict | undefined {
    const [first] = copies;
    if (first === undefined || seen.has(first) || depth > MAX_DEPTH) return undefined;
    for (const copy of copies) seen.add(copy);
    const branches = copies.map((copy) => itemsOf(get(copy, 'Kids')).map(dictOf));
    const kids = branches[0] ?? [];
    if (kids.length === 0) {
      const leaf = copies.find((copy) => shown.has(copy)) ?? (isPart ? undefined : first);
      if (leaf !== undefined) kept.add(leaf);
      return leaf;
    }
    const joined = kids.flatMap(
      (_, at) =>
        join(
          branches.flatMap((branch) => branch[at] ?? []),
          depth + 1,
        ) ?? [],
    );
    if (joined.length === 0) return undefined;
    for (const kid of joined) if (get(kid, 'Parent') !== first) set(kid, 'Parent', refTo(first));
    set(first, 'Kids', context.obj(joined.map(refTo)));
    kept.add(first);
    return first;
  }

  const fields = itemsOf(get(form, 'Fields')).flatMap((each) => {
    const top = dictOf(each);
    return top === undefined ? [] : (join(copiesOf.get(top) ?? [top], 0) ?? []);
  });
  set(form, 'Fields', context.obj(fields.map(refTo)));
  const order = itemsOf(get(form, 'CO')).filter((field) => kept.has(field));
  if (get(form, 'CO') !== undefined) set(form, 'CO', context.obj(order.map(refTo)));
}
