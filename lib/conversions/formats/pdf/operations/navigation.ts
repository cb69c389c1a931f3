import type { PDFDict, PDFObject } from '@cantoo/pdf-lib';
import type { PdfFile } from '../archive/pdf-file.ts';

// Outlines and trees of names of any real document are smaller. What is beyond is left out.
const MAX_ENTRIES = 100_000;
/** Maximum depth of an outline, a tree of names or the list of layers. */
export const MAX_DEPTH = 50;

/** A place in a document: its page, counted from 0, and how the page is shown (ISO 32000-1, 12.3.2.2). */
export interface Destination {
  readonly page: number;
  readonly view: readonly PDFObject[];
}

/** An entry of an outline (12.3.3). */
export interface Bookmark {
  readonly title: PDFObject;
  /** Its place in the document; undefined if it has none, or leads elsewhere. */
  readonly destination: Destination | undefined;
  /** Its action, if it leads out of the document. */
  readonly action: PDFObject | undefined;
  readonly isOpen: boolean;
  /** Its colour and style. */
  readonly style: readonly (readonly [string, PDFObject])[];
  readonly children: readonly Bookmark[];
}

/** What leads to the pages of a document, and its attached files. */
export interface Navigation {
  readonly file: PdfFile;
  readonly bookmarks: readonly Bookmark[];
  /** Named destinations. */
  readonly names: ReadonlyMap<string, Destination>;
  /** Attached files by name (7.11.4). */
  readonly files: ReadonlyMap<string, PDFObject>;
  /** The nouns of its scripts and of a form in XML, which only the first of several documents keeps. */
  readonly parts: readonly string[];
  /** The place that an entry with the name `Dest`, or a GoTo action in `A`, leads to. */
  readonly destinationOf: (dict: PDFDict) => Destination | undefined;
  /** Whether something was left out because there is too much of it. */
  readonly isCut: boolean;
}

/** A document whose pages, or some of them, are in the result. */
export interface Source {
  readonly navigation: Navigation;
  /** The numbers of its pages in the result, by those in the document; both from 0. */
  readonly pages: ReadonlyMap<number, number>;
}

/** The values of a name tree (7.9.6), by the bytes of their names. */
function readNameTree(
  file: PdfFile,
  root: PDFDict | undefined,
): { entries: Map<string, PDFObject>; isCut: boolean } {
  const { get, dictOf, itemsOf } = file;
  const entries = new Map<string, PDFObject>();
  const seen = new Set<PDFDict>();
  const open = root === undefined ? [] : [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    const names = itemsOf(get(node, 'Names'));
    for (let at = 0; at + 1 < names.length; at += 2) {
      if (entries.size >= MAX_ENTRIES) return { entries, isCut: true };
      const [name, value] = [textOf(file, names[at]), names[at + 1]];
      if (name !== undefined && value !== undefined && !entries.has(name)) entries.set(name, value);
    }
    for (const kid of itemsOf(get(node, 'Kids')).toReversed()) {
      const dict = dictOf(kid);
      if (dict !== undefined) open.push(dict);
    }
  }
  return { entries, isCut: false };
}

/** The bytes of a string or a name, one character each. */
function textOf({ lib }: PdfFile, value: PDFObject | undefined): string | undefined {
  if (value instanceof lib.PDFString || value instanceof lib.PDFHexString)
    return Buffer.from(value.asBytes()).toString('latin1');
  return value instanceof lib.PDFName ? value.decodeText() : undefined;
}

/** The nouns of the scripts (12.6.4.16) and the XFA form (12.7.8) of a document. */
function partsOf({ catalog, get, dictOf, nameOf, entriesOf }: PdfFile, scripts: number): string[] {
  const actions = [
    get(catalog, 'OpenAction'),
    ...entriesOf(dictOf(get(catalog, 'AA'))).map(([, action]) => action),
  ];
  const opening = actions.filter((action) => nameOf(get(dictOf(action), 'S')) === 'JavaScript').length;
  const hasXfa = get(dictOf(get(catalog, 'AcroForm')), 'XFA') !== undefined;
  return [...Array.from({ length: scripts + opening }, () => 'script'), ...(hasXfa ? ['XFA form'] : [])];
}

/** Reads what leads to the pages of a document. Loops in it end, and so does what is nested too deeply. */
export function readNavigation(file: PdfFile): Navigation {
  const { catalog, get, dictOf, nameOf, numberOf, itemsOf, lib, document } = file;
  const pageNumbers = new Map<PDFObject, number>(document.getPages().map(({ node }, at) => [node, at]));
  const trees = dictOf(get(catalog, 'Names'));
  const named = readNameTree(file, dictOf(get(trees, 'Dests')));
  const attached = readNameTree(file, dictOf(get(trees, 'EmbeddedFiles')));
  const scripts = readNameTree(file, dictOf(get(trees, 'JavaScript')));

  function explicit(value: PDFObject | undefined): Destination | undefined {
    const target = value instanceof lib.PDFDict ? get(value, 'D') : value;
    if (!(target instanceof lib.PDFArray)) return undefined;
    const [first, ...view] = itemsOf(target);
    const page = first === undefined ? undefined : (pageNumbers.get(first) ?? numberOf(first));
    return page === undefined || page < 0 || page >= pageNumbers.size ? undefined : { page, view };
  }

  const names = new Map<string, Destination>();
  const older = file.entriesOf(dictOf(get(catalog, 'Dests')));
  for (const [name, value] of [...named.entries, ...older]) {
    const destination = explicit(value);
    if (destination !== undefined && !names.has(name)) names.set(name, destination);
  }
  const placeOf = (value: PDFObject | undefined): Destination | undefined => {
    const name = textOf(file, value);
    return name === undefined ? explicit(value) : names.get(name);
  };
  const destinationOf = (dict: PDFDict): Destination | undefined => {
    const action = dictOf(get(dict, 'A'));
    return placeOf(get(dict, 'Dest') ?? (nameOf(get(action, 'S')) === 'GoTo' ? get(action, 'D') : undefined));
  };

  let count = 0;
  let isCut = named.isCut || attached.isCut;
  const seen = new Set<PDFDict>();
  function bookmarksBelow(parent: PDFDict | undefined, depth: number): Bookmark[] {
    const bookmarks: Bookmark[] = [];
    for (
      let entry = dictOf(get(parent, 'First'));
      entry !== undefined && !seen.has(entry);
      entry = dictOf(get(entry, 'Next'))
    ) {
      if (count >= MAX_ENTRIES || depth >= MAX_DEPTH) {
        isCut = true;
        break;
      }
      seen.add(entry);
      count += 1;
      const title = get(entry, 'Title');
      const action = dictOf(get(entry, 'A'));
      bookmarks.push({
        title: title ?? lib.PDFString.of(''),
        destination: destinationOf(entry),
        action: nameOf(get(action, 'S')) === 'URI' ? action : undefined,
        isOpen: (numberOf(get(entry, 'Count')) ?? 0) > 0,
        style: ['C', 'F'].flatMap((key): [string, PDFObject][] => {
          const value = get(entry, key);
          return value === undefined ? [] : [[key, value]];
        }),
        children: bookmarksBelow(entry, depth + 1),
      });
    }
    return bookmarks;
  }
  const bookmarks = bookmarksBelow(dictOf(get(catalog, 'Outlines')), 0);
  const parts = partsOf(file, scripts.entries.size);
  return { file, bookmarks, names, files: attached.entries, parts, destinationOf, isCut };
}
