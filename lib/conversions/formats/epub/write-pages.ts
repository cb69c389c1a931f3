import { createResultBudget, createTextSink, type TextSink } from '../../base/result-size.ts';
import { blockIds } from '../../document/anchors.ts';
import type { DocumentTree, TreeBlock } from '../../document/document-tree.ts';
import type { OutlineEntry } from '../../document/outline.ts';
import { imageFileName } from '../../document/tree-images.ts';
import { walkBlocks } from '../../document/walk-blocks.ts';
import { escapeMarkup } from '../../shared/markup/escape-markup.ts';
import { writeContents } from '../html/page.ts';
import { writeHtmlBlocks, writeHtmlNotes } from '../html/write-blocks.ts';
import type { HtmlPlaces } from '../html/write-inline.ts';
import type { WriteEpubOptions } from './epub-options.ts';
import { type Chapter, splitChapters } from './split-chapters.ts';

/** An XHTML file of a book. */
export interface EpubPage {
  readonly name: string;
  readonly bytes: Buffer;
}

/** The XHTML files of a book. */
interface EpubPages {
  /** Chapters and notes in reading order, at least one. */
  readonly pages: readonly EpubPage[];
  /** The navigation document (EPUB 3.3, 7). */
  readonly nav: Buffer;
  /** The address of a heading in the book. */
  readonly addressOf: (entry: OutlineEntry) => string;
}

const NOTES_PAGE = 'notes.xhtml';

function pageStart(heading: string, { language, isRightToLeft }: WriteEpubOptions): string {
  const lang = escapeMarkup(language ?? 'und');
  return `<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE html>\n<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="${lang}" xml:lang="${lang}"${isRightToLeft ? ' dir="rtl"' : ''}>\n<head><title>${escapeMarkup(heading)}</title><link rel="stylesheet" type="text/css" href="style.css"/></head>\n<body>\n`;
}

/**
 * A name as the fragment of an address. Letters of all scripts stay as they are (RFC 3987), because some readers compare
 * fragments with ids without decoding them.
 */
const fragmentOf = (name: string): string => name.replaceAll(/[^\p{L}\p{M}\p{N}_.~-]/gu, encodeURIComponent);

/** File names of chapters by the ids of the headings and other places in them. */
function chaptersOfIds(
  chapters: readonly Chapter[],
  ids: ReadonlyMap<TreeBlock, string>,
): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { name, blocks } of chapters) {
    for (const block of blocks) {
      const id = ids.get(block);
      if (id !== undefined) names.set(id, name);
    }
    for (const anchor of blockIds(walkBlocks(blocks))) names.set(anchor, name);
  }
  return names;
}

/** Writes the pages of a book. Throws ConversionError `too_complex` if they exceed the result limit. */
export function writePages(tree: DocumentTree, options: WriteEpubOptions): EpubPages {
  const { outline, title } = options;
  const chapters = splitChapters(tree);
  const ids = new Map<TreeBlock, string>(outline.map(({ block, id }) => [block, id]));
  const titles = new Map<TreeBlock | undefined, string>(outline.map(({ block, text }) => [block, text]));
  const inNotes = tree.notes.flatMap((note) => [...blockIds(walkBlocks(note))]);
  const chapterOfId = new Map([
    ...chaptersOfIds(chapters, ids),
    ...inNotes.map((name): [string, string] => [name, NOTES_PAGE]),
  ]);
  /** File names of pages by the notes first referenced in them. */
  const pageOfNote = new Map<number, string>();
  const budget = createResultBudget(options.maxBytes);

  const placesIn = (pageName: string): HtmlPlaces => ({
    imageAddress: (index) => {
      const image = tree.images[index];
      return image === undefined ? undefined : `images/${imageFileName(image, index)}`;
    },
    headingId: (block) => ids.get(block),
    localAddress: (name) => {
      const chapter = chapterOfId.get(name);
      return chapter === undefined ? undefined : `${chapter}#${fragmentOf(name)}`;
    },
    allowsRelative: false,
    noteAddress: (note) => {
      if (!pageOfNote.has(note)) pageOfNote.set(note, pageName);
      return `${NOTES_PAGE}#note-${note + 1}`;
    },
    formula: options.formula,
  });

  function writePage(heading: string, writeBody: (out: TextSink) => void): Buffer {
    const out = createTextSink(budget);
    out.push(pageStart(heading, options));
    const start = out.length;
    writeBody(out);
    // A body must not be empty (EPUB 3.3, 5.2).
    if (out.length === start) out.push('<p></p>\n');
    out.push('</body>\n</html>\n');
    return out.bytes();
  }

  const pages: EpubPage[] = chapters.map(({ name, blocks }) => {
    const heading = titles.get(blocks[0]) ?? title;
    return { name, bytes: writePage(heading, (out) => writeHtmlBlocks(tree, blocks, placesIn(name), out)) };
  });
  if (tree.notes.length > 0) {
    const addressBack = (note: number): string =>
      `${pageOfNote.get(note) ?? chapters[0]?.name ?? ''}#ref-${note + 1}`;
    const writeNotes = (out: TextSink): void => writeHtmlNotes(tree, placesIn(NOTES_PAGE), addressBack, out);
    pages.push({ name: NOTES_PAGE, bytes: writePage(title, writeNotes) });
  }
  if (pages.length === 0) pages.push({ name: 'chapter-001.xhtml', bytes: writePage(title, () => undefined) });

  const addressOf = ({ id }: OutlineEntry): string => `${chapterOfId.get(id) ?? ''}#${fragmentOf(id)}`;
  const contents =
    writeContents(outline, addressOf) ||
    `<ol><li><a href="${pages[0]?.name ?? ''}">${escapeMarkup(title)}</a></li></ol>`;
  const nav = writePage(title, (out) => out.push(`<nav epub:type="toc" role="doc-toc">${contents}</nav>\n`));
  return { pages, nav, addressOf };
}
