import type { PDFDict, PDFObject } from '@cantoo/pdf-lib';
import type { PdfFile } from '../archive/pdf-file.ts';

// Elements in elements. Real documents have some dozens.
const MAX_DEPTH = 500;
const HEADING = /^H([1-6])$/;

/**
 * Removes the structure elements (ISO 32000-1, 14.7) of pages that are not in the document: their texts and alternative
 * descriptions are those of other pages. Returns whether the headings that are left start at level 1 and skip none, as
 * PDF/UA demands (ISO 14289-1, 7.4.2).
 */
export function pruneStructure(file: PdfFile): boolean {
  const { catalog, get, dictOf, itemsOf, nameOf, set, remove, context, document, lib } = file;
  const root = dictOf(get(catalog, 'StructTreeRoot'));
  if (root === undefined) return true;
  const pages = new Set<PDFObject>(document.getPages().map(({ node }) => node));
  const kept = new Set<PDFObject>();
  const seen = new Set<PDFObject>();

  /** Whether content is on a page of the document. */
  const isHere = (content: PDFObject | undefined, page: PDFObject | undefined): boolean => {
    const dict = dictOf(content);
    const own = dict === undefined ? undefined : get(dict, 'Pg');
    return pages.has(own ?? page ?? lib.PDFNull);
  };

  const roles = dictOf(get(root, 'RoleMap'));
  const levels: number[] = [];
  const levelOf = (element: PDFDict): number | undefined => {
    const name = nameOf(get(element, 'S')) ?? '';
    const level = HEADING.exec(nameOf(get(roles, name)) ?? name)?.[1];
    return level === undefined ? undefined : Number(level);
  };

  /** Keeps what is on pages of the document. Returns whether there is anything. */
  function prune(element: PDFDict, depth: number): boolean {
    if (seen.has(element) || depth > MAX_DEPTH) return false;
    seen.add(element);
    const page = get(element, 'Pg');
    const level = levelOf(element);
    const place = levels.length;
    if (level !== undefined) levels.push(level);
    const value = get(element, 'K');
    const items =
      value instanceof lib.PDFArray
        ? value.asArray()
        : value === undefined
          ? []
          : [element.get(lib.PDFName.of('K'))];
    const here = items.filter((item) => {
      const content = context.lookup(item);
      const dict = dictOf(content);
      if (content === undefined || content === lib.PDFNull) return false;
      const isElement = dict !== undefined && !['MCR', 'OBJR'].includes(nameOf(get(dict, 'Type')) ?? '');
      return isElement ? prune(dict, depth + 1) : isHere(content, page);
    });
    if (here.length === 0) {
      levels.length = place;
      return false;
    }
    kept.add(element);
    set(element, 'K', context.obj(here.filter((item) => item !== undefined)));
    if (page !== undefined && !pages.has(page)) remove(element, 'Pg');
    return true;
  }

  // Empty pages leave an empty tree: the document is tagged still.
  if (!prune(root, 0)) remove(root, 'K');
  pruneParents(file, dictOf(get(root, 'ParentTree')), kept);
  remove(root, 'IDTree');
  const ids = [...kept].flatMap((element) => {
    const dict = dictOf(element);
    const id = dict === undefined ? undefined : get(dict, 'ID');
    return dict === undefined || id === undefined ? [] : [{ id, key: String(id), element: file.refTo(dict) }];
  });
  if (ids.length > 0) {
    const sorted = ids.toSorted((one, other) => (one.key < other.key ? -1 : 1));
    set(
      root,
      'IDTree',
      context.register(context.obj({ Names: sorted.flatMap(({ id, element }) => [id, element]) })),
    );
  }
  // Elements refer to others, such as a footnote.
  for (const element of kept) {
    const dict = dictOf(element);
    const references = dict === undefined ? [] : itemsOf(get(dict, 'Ref'));
    if (dict !== undefined && references.some((each) => !kept.has(each))) remove(dict, 'Ref');
  }
  return levels.every((level, at) => level <= (levels[at - 1] ?? 0) + 1);
}

/** Removes the elements that are not kept from the tree in which pages find theirs (14.7.4.4). */
function pruneParents(
  { get, dictOf, itemsOf, set, context, lib }: PdfFile,
  root: PDFDict | undefined,
  kept: ReadonlySet<PDFObject>,
): void {
  const isKept = (value: PDFObject | undefined): boolean => value !== undefined && kept.has(value);
  const seen = new Set<PDFDict>();
  const open = root === undefined ? [] : [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    for (const kid of itemsOf(get(node, 'Kids'))) {
      const dict = dictOf(kid);
      if (dict !== undefined) open.push(dict);
    }
    const numbers = get(node, 'Nums');
    if (!(numbers instanceof lib.PDFArray)) continue;
    const pairs = numbers.asArray();
    const left: PDFObject[] = [];
    for (let at = 0; at + 1 < pairs.length; at += 2) {
      const [key, value] = [pairs[at], pairs[at + 1]];
      const target = context.lookup(value);
      if (key === undefined || value === undefined) continue;
      if (target instanceof lib.PDFArray) {
        const items = target.asArray().map((item) => (isKept(context.lookup(item)) ? item : lib.PDFNull));
        if (items.some((item) => item !== lib.PDFNull)) left.push(key, context.obj(items));
      } else if (isKept(target)) left.push(key, value);
    }
    set(node, 'Nums', context.obj(left));
  }
}
