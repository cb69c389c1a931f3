import type { PDFDict, PDFObject, PDFRef } from '@cantoo/pdf-lib';
import type { PdfFile } from '../archive/pdf-file.ts';
import { joinFields } from './join-fields.ts';
import { joinLayers } from './join-layers.ts';
import { joinStructures } from './join-structure.ts';
import type { Bookmark, Destination, Source } from './navigation.ts';
import { pruneStructure } from './prune-structure.ts';
import { hasOrderedHeadings } from './structure-tree.ts';

/** Creates the destinations of a source in the result. */
function destinations({ document, context, lib }: PdfFile, { navigation, pages }: Source) {
  const copier = lib.PDFObjectCopier.for(navigation.file.context, context);
  return {
    copy: (object: PDFObject): PDFObject => copier.copy(object),
    at: (destination: Destination | undefined): PDFObject | undefined => {
      const page = destination === undefined ? undefined : pages.get(destination.page);
      if (destination === undefined || page === undefined) return undefined;
      // A page or a view of another kind is no part of a destination.
      const view = destination.view.filter((item) => !(item instanceof lib.PDFDict));
      return context.obj([document.getPage(page).ref, ...view.map((item) => copier.copy(item))]);
    },
  };
}

interface KeptBookmark {
  readonly entries: readonly (readonly [string, PDFObject])[];
  readonly isOpen: boolean;
  readonly children: readonly KeptBookmark[];
}

/**
 * The bookmarks that lead to pages of the result. Those below one that does not take its place: its title is that of
 * another page, which must not get into this file.
 */
function keptBookmarks(
  bookmarks: readonly Bookmark[],
  file: PdfFile,
  source: Source,
  isWhole: boolean,
): KeptBookmark[] {
  const { copy, at } = destinations(file, source);
  const kept = (bookmark: Bookmark): KeptBookmark[] => {
    const children = bookmark.children.flatMap(kept);
    const place = at(bookmark.destination);
    const isGroup = bookmark.destination === undefined && (isWhole || children.length > 0);
    if (place === undefined && !isGroup) return children;
    const entries: [string, PDFObject][] = [
      ['Title', copy(bookmark.title)],
      ...bookmark.style.map(([key, value]): [string, PDFObject] => [key, copy(value)]),
    ];
    if (place !== undefined) entries.push(['Dest', place]);
    else if (bookmark.action !== undefined) entries.push(['A', copy(bookmark.action)]);
    return [{ entries, isOpen: bookmark.isOpen, children }];
  };
  return bookmarks.flatMap(kept);
}

/** Writes an outline in place of the file's. */
function writeOutline(file: PdfFile, bookmarks: readonly KeptBookmark[]): void {
  const { context, catalog, set, remove, lib } = file;
  remove(catalog, 'Outlines');
  if (bookmarks.length === 0) return;
  // Returns the number of entries that are visible below.
  function link(parent: PDFDict, parentRef: PDFRef, below: readonly KeptBookmark[]): number {
    let visible = below.length;
    let last: { dict: PDFDict; ref: PDFRef } | undefined;
    for (const { entries, isOpen, children } of below) {
      const dict = context.obj({});
      const ref = context.register(dict);
      for (const [key, value] of entries) set(dict, key, value);
      set(dict, 'Parent', parentRef);
      if (last === undefined) set(parent, 'First', ref);
      else {
        set(last.dict, 'Next', ref);
        set(dict, 'Prev', last.ref);
      }
      last = { dict, ref };
      if (children.length > 0) {
        const inner = link(dict, ref, children);
        set(dict, 'Count', lib.PDFNumber.of(isOpen ? inner : -inner));
        if (isOpen) visible += inner;
      }
    }
    if (last !== undefined) set(parent, 'Last', last.ref);
    return visible;
  }
  const root = context.obj({ Type: 'Outlines' });
  const ref = context.register(root);
  set(root, 'Count', lib.PDFNumber.of(link(root, ref, bookmarks)));
  set(catalog, 'Outlines', ref);
}

/** A name tree with all names in one node, sorted by their bytes. */
function nameTree({ context, lib }: PdfFile, entries: ReadonlyMap<string, PDFObject>): PDFRef {
  const sorted = [...entries].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const items = sorted.flatMap(([name, value]) => [
    lib.PDFHexString.of(Buffer.from(name, 'latin1').toString('hex')),
    value,
  ]);
  return context.register(context.obj({ Names: items }));
}

/** A name that is not in use: the second of the same name gets a number. */
function freeName(name: string, used: ReadonlyMap<string, unknown>): string {
  for (let copy = 2; used.has(name); copy += 1) {
    const next = `${name} (${copy})`;
    if (!used.has(next)) return next;
  }
  return name;
}

/** Writes the named destinations and attached files of all sources. */
function writeNames(file: PdfFile, sources: readonly Source[]): void {
  const { context, catalog, get, dictOf, set, remove } = file;
  const places = new Map<string, PDFObject>();
  const files = new Map<string, PDFObject>();
  for (const [index, source] of sources.entries()) {
    const { copy, at } = destinations(file, source);
    for (const [name, destination] of source.navigation.names) {
      const place = at(destination);
      // Links of the document itself no longer use its names, so those of the first document stay as they are.
      if (place !== undefined && !places.has(name)) places.set(name, place);
    }
    for (const [name, attached] of source.navigation.files)
      files.set(index === 0 ? name : freeName(name, files), context.register(copy(attached)));
  }
  const own = dictOf(get(catalog, 'Names'));
  if (own === undefined && places.size + files.size === 0) return;
  const names = own ?? context.obj({});
  remove(names, 'Dests', 'EmbeddedFiles');
  remove(catalog, 'Dests');
  if (places.size > 0) set(names, 'Dests', nameTree(file, places));
  if (files.size > 0) set(names, 'EmbeddedFiles', nameTree(file, files));
  set(catalog, 'Names', names);
}

/** Numbers the pages of documents that have no page labels (12.4.2): qpdf gives them empty ones beside the labels of other documents. */
function numberPages(
  { catalog, get, dictOf, itemsOf, numberOf, set, lib }: PdfFile,
  sources: readonly Source[],
) {
  const unlabelled = new Set(
    sources.flatMap(({ navigation: { file: own }, pages }) =>
      own.get(own.catalog, 'PageLabels') === undefined ? [...pages.values()] : [],
    ),
  );
  const entries = itemsOf(get(dictOf(get(catalog, 'PageLabels')), 'Nums'));
  for (let at = 0; at + 1 < entries.length; at += 2) {
    const [page, label] = [numberOf(entries[at]), dictOf(entries[at + 1])];
    if (page !== undefined && unlabelled.has(page) && label !== undefined && get(label, 'S') === undefined)
      set(label, 'S', lib.PDFName.of('D'));
  }
}

/** Makes the links of a page lead to pages of the result. A link to another page stays without its destination. */
function fixLinks(file: PdfFile, page: PDFDict, source: Source, number: number, own: PdfFile): void {
  const { get, dictOf, itemsOf, nameOf, set, remove } = file;
  const { at } = destinations(file, source);
  const originals = own.itemsOf(own.get(own.document.getPage(number).node, 'Annots'));
  for (const [index, each] of itemsOf(get(page, 'Annots')).entries()) {
    const link = dictOf(each);
    const original = own.dictOf(originals[index]);
    if (link === undefined || original === undefined) continue;
    const isGoTo = nameOf(get(dictOf(get(link, 'A')), 'S')) === 'GoTo';
    if (get(link, 'Dest') === undefined && !isGoTo) continue;
    const place = at(source.navigation.destinationOf(original));
    remove(link, 'Dest');
    if (isGoTo) remove(link, 'A');
    if (place !== undefined) set(link, 'Dest', place);
  }
}

/**
 * Makes pages that qpdf has put together a document of their own: bookmarks, named destinations and links lead to its pages
 * only, nothing of pages that are left out stays in it, and it has the attached files, layers and tags of all documents. Returns whether
 * its tags are as PDF/UA demands if those of the documents are.
 */
export function assemblePages(file: PdfFile, sources: readonly Source[], isPart: boolean): boolean {
  const { catalog, remove, document, get, dictOf, nameOf, itemsOf } = file;
  const bookmarks = sources.flatMap((source) =>
    keptBookmarks(source.navigation.bookmarks, file, source, !isPart),
  );
  const keepsTags = joinStructures(file, sources);
  for (const source of sources)
    for (const [number, at] of source.pages)
      fixLinks(file, document.getPage(at).node, source, number, source.navigation.file);
  joinFields(file, sources, isPart);
  joinLayers(file, sources);
  writeOutline(file, bookmarks);
  writeNames(file, sources);
  numberPages(file, sources);
  if (isPart) {
    remove(catalog, 'Threads');
    // They contain the values and the texts of all pages.
    remove(dictOf(get(catalog, 'AcroForm')), 'XFA');
    remove(dictOf(get(catalog, 'Names')), 'Pages', 'Templates');
    pruneStructure(file);
  }
  const opens = get(catalog, 'OpenAction');
  const action = nameOf(get(dictOf(opens), 'S')) ?? 'GoTo';
  const first = itemsOf(dictOf(opens) === undefined ? opens : get(dictOf(opens), 'D'))[0];
  if (opens !== undefined && action === 'GoTo' && !document.getPages().some(({ node }) => node === first))
    remove(catalog, 'OpenAction');
  return keepsTags && hasOrderedHeadings(file);
}
