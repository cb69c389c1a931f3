import { decodedName } from '../../document/resolve-links.ts';
import type { HtmlElement } from '../html/html-node.ts';
import { isBackLink, isMark, isReference, linksOf, linkTargets, refersToNote } from '../html/notes.ts';
import { parseHtml } from '../html/parse-html.ts';
import { resolvePath } from './read-package.ts';

/** The notes of a book that other files than their own refer to. */
interface BookNotes {
  readonly count: number;
  /** The number, from 0, of the note that a link of a file refers to; undefined if it refers to none. */
  readonly numberOf: (from: string, link: HtmlElement) => number | undefined;
  /** Numbers of the notes in a file by id. */
  readonly inFile: (path: string) => ReadonlyMap<string, number>;
}

interface CrossReference {
  readonly path: string;
  readonly id: string;
  readonly link: HtmlElement;
}

// Files that contain references or notes are parsed once more; those of other books are not.
const HAS_NOTES = /noteref|footnote|endnote|rearnote/i;

/** The target of a link if it is in another file of the book. */
function placeOf(
  from: string,
  { attributes: { href = '' } }: HtmlElement,
  files: ReadonlyMap<string, string>,
): { readonly path: string; readonly id: string } | undefined {
  const hash = href.indexOf('#');
  const path = hash <= 0 ? undefined : resolvePath(from, href);
  if (path === undefined || path === from || !files.has(path)) return undefined;
  return { path, id: decodedName(href.slice(hash + 1)) };
}

const looksLikeReference = (link: HtmlElement): boolean => isReference(link) || isMark(link);

/** Links from one file to another that may refer to notes. */
async function crossReferences(files: ReadonlyMap<string, string>): Promise<CrossReference[]> {
  const found: CrossReference[] = [];
  for (const [from, text] of files) {
    if (!HAS_NOTES.test(text)) continue;
    for (const link of linksOf(await parseHtml(text, 'xhtml'))) {
      const place = isBackLink(link) ? undefined : placeOf(from, link, files);
      if (place !== undefined && looksLikeReference(link)) found.push({ ...place, link });
    }
  }
  return found;
}

/** Finds the references from one file to notes in another one, in the markup of the files of a book. */
export async function findBookNotes(files: ReadonlyMap<string, string>): Promise<BookNotes> {
  const references = await crossReferences(files);
  const targets = new Map<string, ReadonlyMap<string, HtmlElement>>();
  for (const { path } of references)
    if (!targets.has(path)) targets.set(path, linkTargets(await parseHtml(files.get(path) ?? '', 'xhtml')));
  const numbers = new Map<string, Map<string, number>>();
  let count = 0;
  for (const { path, id, link } of references) {
    const target = targets.get(path)?.get(id);
    const inFile = numbers.get(path) ?? new Map<string, number>();
    numbers.set(path, inFile);
    if (target === undefined || inFile.has(id) || !refersToNote(link, target)) continue;
    inFile.set(id, count);
    count += 1;
  }
  const none: ReadonlyMap<string, number> = new Map();
  return {
    count,
    numberOf: (from, link) => {
      const place = count === 0 ? undefined : placeOf(from, link, files);
      const number = place === undefined ? undefined : numbers.get(place.path)?.get(place.id);
      return number !== undefined && looksLikeReference(link) ? number : undefined;
    },
    inFile: (path) => numbers.get(path) ?? none,
  };
}
