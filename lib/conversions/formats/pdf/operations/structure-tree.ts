import type { PDFDict, PDFObject } from '@cantoo/pdf-lib';
import type { PdfFile } from '../archive/pdf-file.ts';

/** Maximum depth of structure elements. Real documents have some dozens of levels. */
export const MAX_STRUCTURE_DEPTH = 500;
const HEADING = /^H([1-6])$/;

/** The root of the structure tree (ISO 32000-1, 14.7.2); undefined for an untagged file. */
export const structureRoot = ({ dictOf, get, catalog }: PdfFile): PDFDict | undefined =>
  dictOf(get(catalog, 'StructTreeRoot'));

/** The kids of a structure element, their references not resolved. */
export function kidsOf({ get, lib }: PdfFile, element: PDFDict): PDFObject[] {
  const value = get(element, 'K');
  const raw = element.get(lib.PDFName.of('K'));
  return value instanceof lib.PDFArray ? value.asArray() : raw === undefined ? [] : [raw];
}

/** The structure element that a kid is; undefined for content and for an object such as an annotation. */
export function elementOf({ context, dictOf, nameOf, get }: PdfFile, kid: PDFObject): PDFDict | undefined {
  const dict = dictOf(context.lookup(kid));
  return dict === undefined || ['MCR', 'OBJR'].includes(nameOf(get(dict, 'Type')) ?? '') ? undefined : dict;
}

/** The structure elements of a file in reading order, without its root, and the references to them. Loops end. */
export function structureElements(file: PdfFile): Map<PDFDict, PDFObject> {
  const elements = new Map<PDFDict, PDFObject>();
  const belowOf = (element: PDFDict): { below: PDFDict; kid: PDFObject }[] =>
    kidsOf(file, element)
      .toReversed()
      .flatMap((kid) => {
        const below = elementOf(file, kid);
        return below === undefined ? [] : [{ below, kid }];
      });
  const root = structureRoot(file);
  const open = root === undefined ? [] : belowOf(root);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (elements.has(next.below)) continue;
    elements.set(next.below, next.kid);
    for (const each of belowOf(next.below)) open.push(each);
  }
  return elements;
}

/** Whether headings start at level 1 and skip none, as PDF/UA demands (ISO 14289-1, 7.4.2). */
export function hasOrderedHeadings(file: PdfFile): boolean {
  const { get, dictOf, nameOf } = file;
  const roles = dictOf(get(structureRoot(file), 'RoleMap'));
  const levels = [...structureElements(file).keys()].flatMap((element) => {
    const name = nameOf(get(element, 'S')) ?? '';
    const level = HEADING.exec(nameOf(get(roles, name)) ?? name)?.[1];
    return level === undefined ? [] : [Number(level)];
  });
  return levels.every((level, at) => level <= (levels[at - 1] ?? 0) + 1);
}

/** The elements by which pages and annotations find theirs, by their keys in the file (14.7.4.4). */
export function readParents(file: PdfFile): Map<number, PDFObject> {
  const { get, dictOf, itemsOf, numberOf, context, lib } = file;
  const parents = new Map<number, PDFObject>();
  const root = dictOf(get(structureRoot(file), 'ParentTree'));
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
    const pairs = numbers instanceof lib.PDFArray ? numbers.asArray() : [];
    for (let at = 0; at + 1 < pairs.length; at += 2) {
      const [key, value] = [numberOf(context.lookup(pairs[at])), pairs[at + 1]];
      if (key !== undefined && value !== undefined && !parents.has(key)) parents.set(key, value);
    }
  }
  return parents;
}

/** Writes the elements by which pages and annotations find theirs, in one node. */
export function writeParents(file: PdfFile, parents: ReadonlyMap<number, PDFObject>): void {
  const { context, set, lib } = file;
  const root = structureRoot(file);
  if (root === undefined) return;
  const sorted = [...parents].toSorted(([one], [other]) => one - other);
  const numbers = sorted.flatMap(([key, value]) => [lib.PDFNumber.of(key), value]);
  set(root, 'ParentTree', context.register(context.obj({ Nums: numbers })));
  set(root, 'ParentTreeNextKey', lib.PDFNumber.of((sorted.at(-1)?.[0] ?? -1) + 1));
}

/** Writes the tree in which elements are found by their identifiers. */
export function writeIds(file: PdfFile): void {
  const { context, get, set, remove } = file;
  const root = structureRoot(file);
  if (root === undefined) return;
  const ids = [...structureElements(file)].flatMap(([element, ref]) => {
    const id = get(element, 'ID');
    return id === undefined ? [] : [{ id, key: String(id), ref }];
  });
  remove(root, 'IDTree');
  if (ids.length === 0) return;
  const sorted = ids.toSorted((one, other) => (one.key < other.key ? -1 : 1));
  const names = sorted.flatMap(({ id, ref }) => [id, ref]);
  set(root, 'IDTree', context.register(context.obj({ Names: names })));
}
