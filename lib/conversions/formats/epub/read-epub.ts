import { countWere } from '../../base/count-of.ts';
import { withAnchors } from '../../document/anchors.ts';
import type { Inline, TreeBlock } from '../../document/document-tree.ts';
import { createImageStore } from '../../document/image-store.ts';
import type { Needs } from '../../document/needs.ts';
import { decodedName } from '../../document/resolve-links.ts';
import type { DocumentResult } from '../../engine/roles.ts';
import { ConversionError } from '../../errors.ts';
import { openZip, type ZipArchive } from '../../shared/zip/open-zip.ts';
import { imageSize } from '../html/data-images.ts';
import { decodeHtml } from '../html/decode-html.ts';
import { type PageLosses, pageResult, pageWarnings } from '../html/page-result.ts';
import { readHtml } from '../html/read-html.ts';
import { findBookNotes } from './book-notes.ts';
import { MAX_CHARACTERS } from './limits.ts';
import { type EpubPackage, readPackage, resolvePath } from './read-package.ts';

interface Book {
  readonly blocks: TreeBlock[];
  readonly notes: TreeBlock[][];
  readonly missing: number;
  readonly pages: readonly PageLosses[];
}

/** Starts a page for a chapter that starts with a heading. Other files continue the text before them. */
function addChapter(blocks: TreeBlock[], chapter: readonly TreeBlock[]): void {
  const [first] = chapter;
  if (blocks.length > 0 && first?.kind === 'heading' && first.level <= 2) blocks.push({ kind: 'page_break' });
  for (const block of chapter) blocks.push(block);
}

/** The link to a file of the book, or to an element in it, as {@link withAnchors} names it. */
function placeInBook(from: string, href: string, files: ReadonlySet<string>): string | undefined {
  const path = resolvePath(from, href);
  if (path === undefined || !files.has(path)) return undefined;
  const hash = href.indexOf('#');
  const id = hash < 0 ? '' : decodedName(href.slice(hash + 1));
  return id === '' ? `#${path}` : `#${path}#${id}`;
}

async function readChapters(
  archive: ZipArchive,
  { chapters }: EpubPackage,
  place: (from: string, source: string, alt: string, size: ReturnType<typeof imageSize>) => Inline[],
): Promise<Book> {
  const files = new Set(chapters);
  const texts = new Map<string, string>();
  let missing = 0;
  let characters = 0;
  for (const path of chapters) {
    const bytes = archive.read(path);
    if (bytes === undefined) {
      missing += 1;
      continue;
    }
    const { text } = decodeHtml(bytes, undefined);
    characters += text.length;
    if (characters > MAX_CHARACTERS) {
      const message = `The EPUB has more than ${MAX_CHARACTERS} characters of text and markup. Split it.`;
      throw new ConversionError('too_complex', message);
    }
    texts.set(path, text);
  }
  const bookNotes = await findBookNotes(texts);
  const blocks: TreeBlock[] = [];
  const notes: TreeBlock[][] = Array.from({ length: bookNotes.count }, () => []);
  const pages: PageLosses[] = [];
  for (const [path, text] of texts) {
    const chapter = await readHtml(text, {
      syntax: 'xhtml',
      placeImage: (element) =>
        place(path, element.attributes.src ?? '', element.attributes.alt ?? '', imageSize(element)),
      resolveRelative: (href) => placeInBook(path, href, files),
      firstNote: notes.length,
      anchorOf: (id) => `${path}#${id}`,
      elsewhere: { numberOf: (link) => bookNotes.numberOf(path, link), here: bookNotes.inFile(path) },
    });
    pages.push(chapter);
    const [first, ...rest] = chapter.blocks;
    if (first !== undefined) addChapter(blocks, [withAnchors(first, [path]), ...rest]);
    for (const note of chapter.notes) notes.push(note);
    for (const [number, note] of chapter.notesForOthers) notes[number] = note;
  }
  return { blocks, notes, missing, pages };
}

/** Reads the chapters of a book in their order. */
export async function readEpub(bytes: Uint8Array, needs: Needs): Promise<DocumentResult> {
  const archive = openZip(bytes);
  const book = await readPackage(archive);
  const store = createImageStore(needs);
  const placed = new Set<string>();
  const { blocks, notes, missing, pages } = await readChapters(archive, book, (from, source, alt, size) => {
    const path = resolvePath(from, source);
    if (path === undefined) return store.place({ key: source, read: () => undefined, alt });
    placed.add(path);
    return store.place({ key: path, read: () => archive.read(path), alt, ...size });
  });
  const { cover } = book;
  if (cover !== undefined && !placed.has(cover)) {
    const image = store.place({ key: cover, read: () => archive.read(cover), alt: '' });
    if (image.length > 0) blocks.unshift({ kind: 'paragraph', content: image });
  }
  if (missing === book.chapters.length) {
    throw new ConversionError(
      'corrupt_document',
      'The EPUB is damaged: all its chapters are missing. Export it again.',
    );
  }
  if (blocks.length === 0 && needs.blocks) {
    throw new ConversionError('empty_document', 'The EPUB contains no text or images. Export it again.');
  }
  const warnings = [
    ...(missing > 0 ? [`${countWere(missing, 'chapter')} missing from the EPUB.`] : []),
    ...pageWarnings(pages),
  ];
  const { metadata, language } = book;
  return pageResult({ format: 'epub', metadata, language, blocks, notes }, store, warnings);
}
