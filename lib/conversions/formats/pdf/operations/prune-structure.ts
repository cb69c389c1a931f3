import type { PDFDict, PDFObject } from '@cantoo/pdf-lib';
import type { PdfFile } from '../archive/pdf-file.ts';
import {
  elementOf,
  kidsOf,
  MAX_STRUCTURE_DEPTH,
  readParents,
  structureRoot,
  writeIds,
  writeParents,
} from './structure-tree.ts';

/**
 * Removes the structure elements (ISO 32000-1, 14.7) of pages that are not in the document: their texts and alternative
 * descriptions are those of other pages.
 */
export function pruneStructure(file: PdfFile): void {
  const { get, dictOf, itemsOf, set, remove, context, document, lib } = file;
  const root = structureRoot(file);
  if (root === undefined) return;
  const pages = new Set<PDFObject>(document.getPages().map(({ node }) => node));
  const kept = new Set<PDFObject>();
  const seen = new Set<PDFObject>();

  /** Whether content is on a page of the document. */
  const isHere = (content: PDFObject, page: PDFObject | undefined): boolean => {
    const dict = dictOf(content);
    const own = dict === undefined ? undefined : get(dict, 'Pg');
    return pages.has(own ?? page ?? lib.PDFNull);
  };

  // An empty cell keeps the others of its row in their columns. It says nothing about other pages.
  const isEmpty = (element: PDFDict): boolean => {
    const page = get(element, 'Pg');
    const says = ['ActualText', 'Alt', 'E', 'T'].some((key) => get(element, key) !== undefined);
    return kidsOf(file, element).length === 0 && !says && (page === undefined || pages.has(page));
  };

  /** Keeps what is on pages of the document. Returns whether there is anything. */
  function prune(element: PDFDict, depth: number): boolean {
    if (seen.has(element) || depth > MAX_STRUCTURE_DEPTH) return false;
    seen.add(element);
    const page = get(element, 'Pg');
    let hasContent = false;
    const here = kidsOf(file, element).filter((kid) => {
      const content = context.lookup(kid);
      if (content === undefined || content === lib.PDFNull) return false;
      const below = elementOf(file, kid);
      if (below !== undefined && isEmpty(below)) return true;
      const isKept = below === undefined ? isHere(content, page) : prune(below, depth + 1);
      hasContent ||= isKept;
      return isKept;
    });
    if (!hasContent) return false;
    kept.add(element);
    for (const kid of here) {
      const below = elementOf(file, kid);
      if (below !== undefined) kept.add(below);
    }
    set(element, 'K', context.obj(here));
    if (page !== undefined && !pages.has(page)) remove(element, 'Pg');
    return true;
  }

  // Empty pages leave an empty tree: the document is tagged still.
  if (!prune(root, 0)) remove(root, 'K');
  writeParents(file, keptParents(file, kept));
  writeIds(file);
  // Elements refer to others, such as a footnote.
  for (const element of kept) {
    const dict = dictOf(element);
    const references = dict === undefined ? [] : itemsOf(get(dict, 'Ref'));
    if (dict !== undefined && references.some((each) => !kept.has(each))) remove(dict, 'Ref');
  }
}

/** The elements that are kept, of those by which pages find theirs. */
function keptParents(file: PdfFile, kept: ReadonlySet<PDFObject>): Map<number, PDFObject> {
  const { context, lib } = file;
  const isKept = (value: PDFObject | undefined): boolean => value !== undefined && kept.has(value);
  const parents = new Map<number, PDFObject>();
  for (const [key, value] of readParents(file)) {
    const target = context.lookup(value);
    if (target instanceof lib.PDFArray) {
      const items = target.asArray().map((item) => (isKept(context.lookup(item)) ? item : lib.PDFNull));
      if (items.some((item) => item !== lib.PDFNull)) parents.set(key, context.obj(items));
    } else if (isKept(target)) parents.set(key, value);
  }
  return parents;
}
