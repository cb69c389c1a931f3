import * as z from 'zod';
import { ConversionError } from '../../../errors.ts';
import type { DocumentTree, Inline, TreeBlock } from '../../document/document-tree.ts';
import { createPictureStore } from '../../document/picture-store.ts';
import { fileContent } from '../../engine/content.ts';
import type { Content, Engine, EngineOutput, EngineRequest } from '../../engine/engine.ts';
import { openZip, type ZipArchive, zipLimits } from '../../shared/zip/open-zip.ts';
import { imageSize } from '../html/data-images.ts';
import { decodeHtml } from '../html/decode-html.ts';
import { readHtml } from '../html/read-html.ts';
import { type EpubPackage, readPackage, resolvePath } from './read-package.ts';

// The longest novels have 10 MB of markup; a tree of more would not fit in memory.
const MAX_CHARACTERS = 64 * 1024 * 1024;

interface Book {
  readonly blocks: TreeBlock[];
  readonly notes: TreeBlock[][];
  readonly missing: number;
}

/** A chapter begins a page where it begins with a heading; other files go on with the text before them. */
function addChapter(blocks: TreeBlock[], chapter: readonly TreeBlock[]): void {
  const [first] = chapter;
  if (blocks.length > 0 && first?.kind === 'heading' && first.level <= 2) blocks.push({ kind: 'page_break' });
  for (const block of chapter) blocks.push(block);
}

async function readChapters(
  archive: ZipArchive,
  { chapters }: EpubPackage,
  place: (from: string, source: string, alt: string, size: ReturnType<typeof imageSize>) => Inline[],
): Promise<Book> {
  const blocks: TreeBlock[] = [];
  const notes: TreeBlock[][] = [];
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
      const message = `The book has more than ${MAX_CHARACTERS} characters of text and markup. Split it.`;
      throw new ConversionError('too_complex', message);
    }
    const chapter = await readHtml(text, {
      syntax: 'xhtml',
      placeImage: (element) =>
        place(path, element.attributes.src ?? '', element.attributes.alt ?? '', imageSize(element)),
      resolveRelative: () => undefined,
      mainContent: false,
      firstNote: notes.length,
    });
    addChapter(blocks, chapter.blocks);
    for (const note of chapter.notes) notes.push(note);
  }
  return { blocks, notes, missing };
}

async function convert(content: Content, request: EngineRequest): Promise<EngineOutput> {
  const archive = openZip(fileContent(content));
  const book = await readPackage(archive);
  const store = createPictureStore(request.target);
  const placed = new Set<string>();
  const { blocks, notes, missing } = await readChapters(archive, book, (from, source, alt, size) => {
    const path = resolvePath(from, source);
    if (path === undefined) return store.place({ key: source, read: () => undefined, alt });
    placed.add(path);
    return store.place({ key: path, read: () => archive.read(path), alt, ...size });
  });
  const { cover } = book;
  if (cover !== undefined && !placed.has(cover)) {
    const picture = store.place({ key: cover, read: () => archive.read(cover), alt: '' });
    if (picture.length > 0) blocks.unshift({ kind: 'paragraph', content: picture });
  }
  if (missing === book.chapters.length) {
    throw new ConversionError('corrupt_document', 'The chapters of the book are missing. Save it again.');
  }
  if (blocks.length === 0 && request.target?.to !== 'metadata') {
    throw new ConversionError('empty_document', 'The book holds no text. Check the file.');
  }
  const tree: DocumentTree = {
    hub: 'document',
    fileType: 'epub',
    info: book.info,
    language: book.language,
    blocks,
    notes,
    images: store.images,
    pages: null,
  };
  const warnings = missing > 0 ? [`Chapters that are missing in the file: ${missing}.`] : [];
  return { content: tree, report: { warnings: [...warnings, ...store.warnings()] } };
}

/** Books in EPUB 2 and 3. */
export const epubReader: Engine = {
  name: 'docforge-epub-reader',
  edges: [{ from: 'epub', operation: 'read', to: 'document' }],
  options: z.strictObject({}),
  limits: { maxUnpackedBytes: zipLimits.maxUnpackedBytes, maxCharacters: MAX_CHARACTERS },
  convert,
  warm: async () => {
    await import('htmlparser2');
  },
};
