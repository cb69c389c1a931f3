import type { PDFDict, PDFObject, PDFRef } from '@cantoo/pdf-lib';
import type { PdfFile } from '../archive/pdf-file.ts';
import { copiedObjects } from './copied-objects.ts';
import type { Source } from './navigation.ts';
import {
  elementOf,
  kidsOf,
  MAX_STRUCTURE_DEPTH,
  readParents,
  structureElements,
  structureRoot,
  writeIds,
  writeParents,
} from './structure-tree.ts';

/** Maximum number of marks on all pages, counted up to the highest of each. Real documents have some dozens a page. */
const MAX_MARKS = 5_000_000;

/** What an element says of its content, apart from its place in the tree (ISO 32000-2, 14.7.2). */
const COPIED = ['R', 'T', 'Lang', 'Alt', 'E', 'ActualText', 'NS', 'AF', 'Phoneme', 'PhoneticAlphabet'];

/** The elements of the marks on pages, and of annotations, with new keys. */
function createParents(file: PdfFile) {
  const { dictOf, get, numberOf, set, context, lib } = file;
  const parents = readParents(file);
  const next = numberOf(get(structureRoot(file), 'ParentTreeNextKey')) ?? 0;
  let key = [...parents.keys()].reduce((highest, own) => Math.max(highest, own + 1), next);
  const marks = new Map<PDFObject, (PDFObject | undefined)[]>();
  let left = MAX_MARKS;
  const add = (entry: 'StructParent' | 'StructParents', object: PDFObject, value: PDFObject): void => {
    const dict = dictOf(context.lookup(object));
    if (dict === undefined) return;
    set(dict, entry, lib.PDFNumber.of(key));
    parents.set(key, value);
    key += 1;
  };
  return {
    /** Returns whether there is room for the mark. */
    mark: (place: PDFObject, number: number, element: PDFRef): boolean => {
      const own = marks.get(place) ?? [];
      left -= Math.max(0, number + 1 - own.length);
      if (!Number.isSafeInteger(number) || number < 0 || left < 0) return false;
      marks.set(place, own);
      own[number] ??= element;
      return true;
    },
    object: (object: PDFObject, element: PDFRef): void => {
      add('StructParent', object, element);
    },
    write: (): void => {
      for (const [place, elements] of marks)
        add('StructParents', place, context.obj(Array.from(elements, (each) => each ?? lib.PDFNull)));
      writeParents(file, parents);
    },
  };
}

/** Names of the source's own kinds of elements, with the same meaning in the result. */
function createRoles(file: PdfFile, root: PDFDict, own: PdfFile) {
  const { get, dictOf, set, nameOf, context, lib } = file;
  const from = own.dictOf(own.get(structureRoot(own), 'RoleMap'));
  const to = dictOf(get(root, 'RoleMap')) ?? context.obj({});
  if (from !== undefined) set(root, 'RoleMap', to);
  return (name: string): string => {
    const seen = new Set<string>();
    let role = name;
    let isSame = true;
    for (let target = own.nameOf(own.get(from, role)); target !== undefined && !seen.has(role); ) {
      seen.add(role);
      if (get(to, role) === undefined) set(to, role, lib.PDFName.of(target));
      isSame &&= nameOf(get(to, role)) === target;
      role = target;
      target = own.nameOf(own.get(from, role));
    }
    return isSame ? name : role;
  };
}

/** Returns different numbers that no identifier of the result begins with. Each sets those of a source apart. */
function createPrefixes(file: PdfFile): () => string {
  const ids = [...structureElements(file).keys()].map((element) => bytesOf(file, file.get(element, 'ID')));
  const taken = new Set(ids.map((id) => id.split('.', 1)[0]));
  let number = 1;
  return () => {
    do number += 1;
    while (taken.has(`${number}`));
    return `${number}.`;
  };
}

function bytesOf({ lib }: PdfFile, value: PDFObject | undefined): string {
  const isText = value instanceof lib.PDFString || value instanceof lib.PDFHexString;
  return isText ? Buffer.from(value.asBytes()).toString('latin1') : '';
}

/** What all sources add to. */
interface Shared {
  readonly parents: ReturnType<typeof createParents>;
  readonly nextPrefix: () => string;
}

/**
 * Adds the structure elements (ISO 32000-1, 14.7) of a source to those of the result, which has its pages already.
 * Returns whether all of them have found room.
 */
function joinSource(file: PdfFile, root: PDFDict, source: Source, { parents, nextPrefix }: Shared): boolean {
  const { context, set, get, lib, dictOf, catalog } = file;
  const { PDFName, PDFHexString, PDFArray, PDFNumber, PDFDict: Dict } = lib;
  const own = source.navigation.file;
  const copier = lib.PDFObjectCopier.for(own.context, context);
  const places: ReadonlyMap<PDFObject, PDFObject> = copiedObjects(file, source);
  for (const copy of places.values())
    file.remove(dictOf(context.lookup(copy)), 'StructParent', 'StructParents');
  const ownRoot = structureRoot(own);
  if (ownRoot === undefined) return true;

  const roleOf = createRoles(file, root, own);
  const prefix = nextPrefix();
  const prefixed = (value: PDFObject): PDFObject =>
    PDFHexString.of(Buffer.from(`${prefix}${bytesOf(own, value)}`, 'latin1').toString('hex'));
  const elements = new Map<PDFObject, PDFRef>();
  let isComplete = true;

  /** Attributes, whose identifiers of header cells are those of the result. */
  function attributes(value: PDFObject): PDFObject {
    const copy = copier.copy(value);
    const dicts = [context.lookup(copy), ...file.itemsOf(context.lookup(copy))].map(dictOf);
    for (const dict of new Set(dicts)) {
      const headers = get(dict, 'Headers');
      if (dict !== undefined && headers instanceof PDFArray)
        set(dict, 'Headers', context.obj(headers.asArray().map(prefixed)));
    }
    return copy;
  }

  /** Attributes of an element and those of its classes, which the result does not have; its own come last, as they prevail. */
  function allAttributes(element: PDFDict): PDFObject[] {
    const classes = own.dictOf(own.get(ownRoot, 'ClassMap'));
    const value = own.get(element, 'C');
    const named = (value instanceof PDFArray ? own.itemsOf(value) : [value]).flatMap((name) => {
      const key = own.nameOf(name);
      const found = key === undefined ? undefined : own.get(classes, key);
      return found === undefined ? [] : [found];
    });
    return [...named, own.get(element, 'A')].flatMap((each) => {
      if (each === undefined) return [];
      return each instanceof PDFArray ? each.asArray().map(attributes) : [attributes(each)];
    });
  }

  /** What content of an element has become; undefined if it is on no page of the result. */
  function contentOf(kid: PDFObject, page: PDFObject | undefined, element: PDFRef): PDFObject | undefined {
    const dict = own.dictOf(kid);
    const pageRef = places.get(own.get(dict, 'Pg') ?? page ?? own.catalog);
    if (pageRef === undefined) return undefined;
    const target = own.dictOf(own.get(dict, 'Obj'));
    const object = target === undefined ? undefined : places.get(target);
    if (object !== undefined) {
      parents.object(object, element);
      return context.obj({ Type: 'OBJR', Pg: pageRef, Obj: object });
    }
    const stream = own.dictOf(own.get(dict, 'Stm'));
    const place = stream === undefined ? pageRef : places.get(stream);
    const number = own.numberOf(dict === undefined ? kid : own.get(dict, 'MCID'));
    if (place === undefined || number === undefined) return undefined;
    if (!parents.mark(place, number, element)) {
      isComplete = false;
      return undefined;
    }
    if (dict === undefined) return PDFNumber.of(number);
    const mark = context.obj({ Type: 'MCR', Pg: pageRef, MCID: number });
    if (stream !== undefined) set(mark, 'Stm', place);
    return mark;
  }

  function copyElement(element: PDFDict, parent: PDFObject, depth: number): PDFRef | undefined {
    if (elements.has(element)) return undefined;
    if (depth > MAX_STRUCTURE_DEPTH) {
      isComplete = false;
      return undefined;
    }
    const dict = context.obj({ Type: 'StructElem', P: parent });
    const ref = context.register(dict);
    elements.set(element, ref);
    set(dict, 'S', PDFName.of(roleOf(own.nameOf(own.get(element, 'S')) ?? 'NonStruct')));
    for (const key of COPIED) {
      const value = element.get(PDFName.of(key));
      if (value !== undefined) set(dict, key, copier.copy(value));
    }
    const id = own.get(element, 'ID');
    if (id !== undefined) set(dict, 'ID', prefixed(id));
    const all = allAttributes(element);
    if (all.length > 0) set(dict, 'A', all.length === 1 && all[0] !== undefined ? all[0] : context.obj(all));
    const page = own.get(element, 'Pg');
    const pageRef = page === undefined ? undefined : places.get(page);
    if (pageRef !== undefined) set(dict, 'Pg', pageRef);
    const kids = kidsOf(own, element).flatMap((kid) => {
      const below = elementOf(own, kid);
      const content = own.context.lookup(kid);
      if (content === undefined) return [];
      const copy = below === undefined ? contentOf(content, page, ref) : copyElement(below, ref, depth + 1);
      return copy === undefined ? [] : [copy];
    });
    if (kids.length > 0) set(dict, 'K', context.obj(kids));
    return ref;
  }

  const rootRef = catalog.get(PDFName.of('StructTreeRoot')) ?? root;
  const language = own.get(own.catalog, 'Lang');
  const top = kidsOf(own, ownRoot).flatMap((kid) => {
    const below = elementOf(own, kid);
    const ref = below === undefined ? undefined : copyElement(below, rootRef, 0);
    const copy = context.lookup(ref);
    if (language !== undefined && copy instanceof Dict && get(copy, 'Lang') === undefined)
      set(copy, 'Lang', copier.copy(language));
    return ref === undefined ? [] : [ref];
  });
  // Elements refer to others, such as a footnote.
  for (const [element, ref] of elements) {
    const references = own.itemsOf(own.get(own.dictOf(element), 'Ref')).map((each) => elements.get(each));
    const copy = dictOf(context.lookup(ref));
    const found = references.filter((each) => each !== undefined);
    if (copy !== undefined && found.length > 0) set(copy, 'Ref', context.obj(found));
  }
  const spaces = [root.get(PDFName.of('Namespaces'))].flatMap((value) => {
    const array = context.lookup(value);
    return array instanceof PDFArray ? array.asArray() : [];
  });
  const ownSpaces = own.get(ownRoot, 'Namespaces');
  const further = ownSpaces instanceof PDFArray ? ownSpaces.asArray().map((each) => copier.copy(each)) : [];
  if (further.length > 0) set(root, 'Namespaces', context.obj([...spaces, ...further]));
  set(root, 'K', context.obj([...kidsOf(file, root), ...top]));
  return isComplete;
}

/**
 * Adds the structure elements of all sources but the first, which the result has already. Returns whether all of them have
 * found room.
 */
export function joinStructures(file: PdfFile, sources: readonly Source[]): boolean {
  const { context, catalog, set, get } = file;
  const isTagged = ({ navigation }: Source): boolean => structureRoot(navigation.file) !== undefined;
  const further = sources.slice(1);
  if (structureRoot(file) === undefined && further.some(isTagged)) {
    set(catalog, 'StructTreeRoot', context.register(context.obj({ Type: 'StructTreeRoot' })));
    const marked = further.map(({ navigation: { file: own } }) => own.get(own.catalog, 'MarkInfo'));
    if (get(catalog, 'MarkInfo') === undefined && marked.some((info) => info !== undefined))
      set(catalog, 'MarkInfo', context.obj({ Marked: true }));
  }
  const root = structureRoot(file) ?? context.obj({});
  const shared = { parents: createParents(file), nextPrefix: createPrefixes(file) };
  const isComplete = further.map((source) => joinSource(file, root, source, shared)).every(Boolean);
  if (further.length > 0) shared.parents.write();
  if (structureRoot(file) !== undefined) writeIds(file);
  return isComplete;
}
