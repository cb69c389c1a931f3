import { isLanguageTag } from '../../../base/language-tag.ts';
import { MAX_PDF_PAGES } from '../limits.ts';
import { isStandardType } from './element-kinds.ts';
import {
  isDictionary,
  type PdfDictionary,
  PdfName,
  type PdfObjects,
  PdfReference,
  type PdfValue,
  readPdfObjects,
} from './pdf-objects.ts';

// Maximum structure elements and pieces of content; 2,000 dense pages have 500,000. With more, the tags are ignored.
const MAX_KIDS = 2_000_000;
// Maximum nesting; the content of deeper elements belongs to those at this depth.
const MAX_DEPTH = 100;
// Maximum steps from a producer's own type to a standard one.
const MAX_ROLES = 20;
// Maximum marked-content identifier, and maximum characters of replacement and alternative text.
const MAX_MARK = 1_000_000;
const MAX_TEXT = 10_000;
// Maximum of a span; tables have fewer rows and columns.
const MAX_SPAN = 10_000;

/** Added to the identifiers of marked content in forms, which are numbered apart from those of the page. */
export const IN_FORM = 2 * MAX_MARK;
/** The mark of text that is an artifact. */
export const ARTIFACT = -1;

/** Content of a page: the text, images and drawings between a mark and its end (ISO 32000-2, 14.6). */
export interface TaggedContent {
  readonly page: number;
  readonly mark: number;
}

/** A structure element (ISO 32000-2, 14.7.2). */
export interface TagElement {
  /** Its standard type (14.8.4). */
  readonly type: string;
  readonly kids: (TagElement | TaggedContent)[];
  readonly alt?: string | undefined;
  readonly actualText?: string | undefined;
  readonly lang?: string | undefined;
  /** Address of a link. */
  href?: string | undefined;
  readonly columnSpan: number;
  readonly rowSpan: number;
  readonly scope?: string | undefined;
  /** Edges in the space of its page: left, bottom, right, top. */
  readonly box?: readonly number[] | undefined;
  /** The page that it states. */
  readonly page?: number | undefined;
}

/** The structure of a tagged file. */
export interface TagTree {
  readonly root: TagElement;
  /** Language of the document. */
  readonly lang?: string | undefined;
}

const decoders = {
  'utf-16be': new TextDecoder('utf-16be'),
  'utf-8': new TextDecoder('utf-8'),
  latin1: new TextDecoder('latin1'),
};

/** Returns a text string (7.9.2.2); undefined if it is no text, or too long to be an alternative for content. */
function textOf(value: PdfValue): string | undefined {
  if (!Buffer.isBuffer(value) || value.length > MAX_TEXT * 2) return undefined;
  const encoding =
    value[0] === 0xfe && value[1] === 0xff
      ? 'utf-16be'
      : value[0] === 0xef && value[1] === 0xbb && value[2] === 0xbf
        ? 'utf-8'
        : 'latin1';
  return decoders[encoding].decode(value).replaceAll(/[\0\uFEFF]/g, '');
}

const nameOf = (value: PdfValue): string | undefined => (value instanceof PdfName ? value.name : undefined);
const numberOf = (value: PdfValue): number | undefined => (typeof value === 'number' ? value : undefined);
const listOf = (value: PdfValue): readonly PdfValue[] =>
  Array.isArray(value) ? value : value === null ? [] : [value];

/** Returns the numbers of pages by the numbers of their objects. */
function pageNumbers({ read, get }: PdfObjects, catalog: PdfValue): ReadonlyMap<number, number> {
  const numbers = new Map<number, number>();
  const seen = new Set<number>();
  const open = [...listOf(get(get(catalog, 'Pages'), 'Kids'))].toReversed();
  for (let kid = open.pop(); kid !== undefined && numbers.size < MAX_PDF_PAGES; kid = open.pop()) {
    if (!(kid instanceof PdfReference) || seen.has(kid.number)) continue;
    seen.add(kid.number);
    const node = read(kid);
    if (!isDictionary(node)) continue;
    const kids = node.get('Kids');
    if (kids === undefined) numbers.set(kid.number, numbers.size + 1);
    else for (const each of listOf(get(node, 'Kids')).toReversed()) open.push(each);
  }
  return numbers;
}

/** Returns a function that finds the standard type of an element, by the role maps of the file (14.7.3). */
function roleReader(objects: PdfObjects, root: PdfValue): (element: PdfDictionary) => string {
  const { get } = objects;
  const roles = get(root, 'RoleMap');
  const known = new Map<string, string>();
  const mapped = (name: string): string => {
    let role = name;
    for (let step = 0; step < MAX_ROLES && !isStandardType(role); step += 1)
      role = nameOf(get(roles, role)) ?? role;
    return role;
  };
  return (element) => {
    const name = nameOf(get(element, 'S')) ?? 'NonStruct';
    const found = known.get(name) ?? mapped(name);
    known.set(name, found);
    const space = element.get('NS');
    if (isStandardType(found) || space === undefined) return found;
    const [own] = listOf(get(get(space, 'RoleMapNS'), name));
    return nameOf(objects.resolve(own)) ?? found;
  };
}

/** An element whose kids are being read. */
interface OpenElement {
  readonly element: TagElement;
  readonly kids: readonly PdfValue[];
  readonly page: number | undefined;
  at: number;
}

function readTree(objects: PdfObjects): TagTree | 'damaged' | undefined {
  const { read, resolve, get, trailer } = objects;
  const catalog = get(trailer, 'Root');
  const root = get(catalog, 'StructTreeRoot');
  if (!isDictionary(root)) return undefined;
  const pages = pageNumbers(objects, catalog);
  const roleOf = roleReader(objects, root);
  const classes = get(root, 'ClassMap');

  const pageOf = (value: PdfValue | undefined): number | undefined =>
    value instanceof PdfReference ? pages.get(value.number) : undefined;

  /** Returns an attribute of an element; those of its own come before those of its classes (14.7.6). */
  function attributes(element: PdfDictionary): (key: string) => PdfValue {
    const own = listOf(get(element, 'A'));
    const ofClasses = listOf(get(element, 'C')).flatMap((name) =>
      listOf(get(classes, nameOf(resolve(name)) ?? '')),
    );
    const all = [...own.slice(0, MAX_ROLES), ...ofClasses.slice(0, MAX_ROLES)]
      .map(resolve)
      .filter(isDictionary);
    return (key) => {
      const found = all.find((each) => each.has(key));
      return found === undefined ? null : get(found, key);
    };
  }

  const spanOf = (value: PdfValue): number =>
    Math.min(MAX_SPAN, Math.max(1, Math.floor(numberOf(value) ?? 1)));

  function elementOf(dictionary: PdfDictionary): TagElement {
    const type = roleOf(dictionary);
    const attribute = dictionary.has('A') || dictionary.has('C') ? attributes(dictionary) : () => null;
    const isCell = type === 'TH' || type === 'TD';
    const box = type === 'Figure' || type === 'Formula' ? listOf(attribute('BBox')).map(resolve) : [];
    const lang = textOf(get(dictionary, 'Lang'));
    return {
      type,
      kids: [],
      alt: textOf(get(dictionary, 'Alt')),
      actualText: textOf(get(dictionary, 'ActualText')),
      lang: lang !== undefined && isLanguageTag(lang) ? lang : undefined,
      columnSpan: isCell ? spanOf(attribute('ColSpan')) : 1,
      rowSpan: isCell ? spanOf(attribute('RowSpan')) : 1,
      scope: isCell ? nameOf(attribute('Scope')) : undefined,
      box: box.length === 4 && box.every((each) => typeof each === 'number') ? (box as number[]) : undefined,
      page: pageOf(dictionary.get('Pg')),
    };
  }

  function addContent(open: OpenElement, dictionary: PdfDictionary | undefined, number: PdfValue): void {
    const page = pageOf(dictionary?.get('Pg')) ?? open.page;
    if (typeof number !== 'number' || page === undefined) return;
    if (!Number.isInteger(number) || number < 0 || number > MAX_MARK) return;
    const mark = dictionary?.has('Stm') === true ? IN_FORM + number : number;
    open.element.kids.push({ page, mark });
  }

  /** Adds the address of a link's annotation. */
  function addObject({ element }: OpenElement, dictionary: PdfDictionary): void {
    const address = textOf(get(get(get(dictionary, 'Obj'), 'A'), 'URI'));
    if (address !== undefined && element.type === 'Link') element.href = address;
  }

  const top: TagElement = { type: 'Document', kids: [], columnSpan: 1, rowSpan: 1 };
  const seen = new Set<number>();
  const stack: OpenElement[] = [{ element: top, kids: listOf(get(root, 'K')), page: undefined, at: 0 }];
  let left = MAX_KIDS;
  for (let open = stack.at(-1); open !== undefined; open = stack.at(-1)) {
    const kid = open.kids[open.at];
    open.at += 1;
    if (kid === undefined) {
      stack.pop();
      continue;
    }
    left -= 1;
    if (left < 0) return 'damaged';
    if (kid instanceof PdfReference) {
      if (seen.has(kid.number)) continue;
      seen.add(kid.number);
    }
    const value = read(kid);
    if (typeof value === 'number') addContent(open, undefined, value);
    if (!isDictionary(value)) continue;
    const type = nameOf(value.get('Type') ?? null);
    if (type === 'MCR') addContent(open, value, get(value, 'MCID'));
    else if (type === 'OBJR') addObject(open, value);
    else {
      const found = elementOf(value);
      const isDeep = stack.length > MAX_DEPTH;
      if (!isDeep) open.element.kids.push(found);
      const element = isDeep ? open.element : found;
      // Without entries of their own, most elements have one kid.
      stack.push({ element, kids: listOf(get(value, 'K')), page: found.page ?? open.page, at: 0 });
    }
  }
  const lang = textOf(get(catalog, 'Lang'));
  return pages.size === 0
    ? 'damaged'
    : { root: top, lang: lang !== undefined && isLanguageTag(lang) ? lang : undefined };
}

/**
 * Reads the structure tree of a file once for all of its pages. Undefined if it has none; `unreadable` if the file is encrypted or its
 * cross-reference table is damaged; `damaged` if the tree is too large. Linear in the size of the file: loops end, and an element that
 * is in several places is in the first one.
 */
export function readTagTree(input: Uint8Array): TagTree | 'damaged' | 'unreadable' | undefined {
  const objects = readPdfObjects(input);
  return objects === undefined ? 'unreadable' : readTree(objects);
}
