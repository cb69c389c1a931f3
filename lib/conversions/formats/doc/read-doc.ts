import { appendAll } from '../../base/arrays.ts';
import { assembleBlocks } from '../../document/assemble-blocks.ts';
import type { Comment, DocumentTree, TreeBlock } from '../../document/document-tree.ts';
import { createImageStore } from '../../document/image-store.ts';
import { type RunLayout, showsPages } from '../../document/page-layout.ts';
import { cellText } from '../../document/plain-text.ts';
import type { Target } from '../../engine/engine.ts';
import { openCompound, readChecked } from '../../shared/compound-file/open-compound.ts';
import { readSummary } from '../../shared/compound-file/summary-information.ts';
import { createFlow } from '../../shared/wordprocessing/flow.ts';
import { createPageFurniture } from '../../shared/wordprocessing/page-furniture.ts';
import { commentNote, noReview, type ReviewOptions } from '../../shared/wordprocessing/review.ts';
import { readDocComments } from './doc-comments.ts';
import { openDoc } from './doc-file.ts';
import { runLayout } from './doc-layout.ts';
import {
  characterFormat,
  characterRuns,
  paragraphRuns,
  readSprms,
  type Sprm,
  splitParagraph,
} from './doc-properties.ts';
import { readDocLists, readDocStyles } from './doc-styles.ts';
import { imageIn } from './drawing-images.ts';
import { fontNames } from './font-names.ts';
import { type HeaderStory, headerStories, pageStories } from './header-stories.ts';
import { type NoteRange, noteTables, readNoteTable } from './note-tables.ts';
import { firstPage } from './page-properties.ts';
import { readEnd, withStyles } from './paragraph-end.ts';
import { type DocContext, type NoteReference, readRange } from './read-range.ts';

/** A footnote, an endnote, or a comment that is written as a note. */
type AnyNote = NoteRange & Pick<NoteReference, 'type'> & { readonly author?: string | null };

/** A document and the warnings about it. */
export interface ReadDoc {
  readonly tree: DocumentTree;
  readonly warnings: readonly string[];
}

/**
 * Reads a Word 97 to 2003 document: body, notes, text boxes, tables, lists, links, and beside them comments, headers and footers.
 * [MS-DOC]. By default it keeps insertions, skips deletions and leaves comments out of the text.
 */
export async function readDoc(
  bytes: Uint8Array,
  target: Target | undefined,
  review: ReviewOptions = noReview,
): Promise<ReadDoc> {
  const file = openCompound(bytes);
  return readChecked(() => {
    const doc = openDoc(file);
    const imageStore = createImageStore(target);
    const styles = readDocStyles(doc);
    const lists = readDocLists(doc);
    const isPaged = showsPages(target);
    const flowStyles = new Map(
      [...styles].map(([id, style]) => {
        const { bold } = characterFormat(withStyles(id, styles, [], 'characterSprms'));
        return [id, { ...style, isBold: bold }];
      }),
    );
    const fonts = isPaged ? fontNames(doc) : [];
    const layoutOf = (sprms: readonly Sprm[]): { layout?: RunLayout } => {
      const layout = isPaged ? runLayout(sprms, fonts) : undefined;
      return layout === undefined ? {} : { layout };
    };
    const paragraphs = paragraphRuns(doc);
    const characters = characterRuns(doc);
    const { body, footnotes, headers, comments, endnotes, boxes } = doc.lengths;
    const endnotesFrom = body + footnotes + headers + comments;
    const remarks = isPaged ? [] : readDocComments(doc, body + footnotes + headers);
    const notes: AnyNote[] = [
      ...readNoteTable(doc, noteTables.footnotes, body),
      ...readNoteTable(doc, noteTables.endnotes, endnotesFrom).map((note) => ({
        ...note,
        type: 'endnote' as const,
      })),
      ...(review.comments === 'notes' ? remarks : []),
    ].sort((one, other) => one.position - other.position);
    const references = new Map(
      notes.map(({ position, type }, note): [number, NoteReference] => [
        position,
        type === undefined ? { note } : { note, type },
      ]),
    );
    const context: DocContext = {
      doc,
      flow: () => createFlow({ styles: flowStyles, lists }),
      paragraphEnd: (position) => {
        const { style, sprms } = splitParagraph(paragraphs(doc.offsetOf(position))?.bytes);
        const text = layoutOf(withStyles(style, styles, [], 'characterSprms')).layout;
        return readEnd(style, withStyles(style, styles, sprms), isPaged ? { text } : undefined);
      },
      formatAt: (position) => {
        const offset = doc.offsetOf(position);
        const run = characters(offset);
        if (run === undefined) return { format: {}, characters: 1 };
        // A run can extend into another piece with a different number of bytes per character.
        const width = doc.offsetOf(position + 1) - offset === 1 ? 1 : 2;
        const count = Math.floor((run.to - offset) / width);
        const isOnePiece = doc.offsetOf(position + count - 1) - offset === (count - 1) * width;
        const own = readSprms(run.bytes);
        const format = { ...characterFormat(own), ...layoutOf(own) };
        return { format, characters: isOnePiece ? count : 1 };
      },
      isPaged,
      changes: review.tracked_changes,
      noteAt: (position) => references.get(position),
      placeImage: (offset, flow) => {
        const read = (): Uint8Array | undefined => {
          const data = doc.data;
          if (data === undefined || offset + 6 > data.length) return undefined;
          const length = data.readUInt32LE(offset);
          return imageIn(data.subarray(offset + data.readUInt16LE(offset + 4), offset + length));
        };
        appendAll(flow.line, imageStore.place({ key: `data ${offset}`, read, alt: '' }));
      },
    };
    const flat = readRange(0, body, context);
    const boxesFrom = endnotesFrom + endnotes;
    const boxed = readRange(boxesFrom, boxesFrom + boxes, context);
    // Images of headers are decoration.
    const around = { ...context, placeImage: () => {} };
    const furniture = createPageFurniture();
    if (!isPaged)
      for (const { kind, from, to } of pageStories(doc))
        furniture.add(kind, assembleBlocks(readRange(from, to, around)));
    const inHeaders = (): readonly TreeBlock[] =>
      furniture.blocks.length > 0
        ? furniture.blocks
        : assembleBlocks(readRange(body + footnotes, body + footnotes + headers, context));
    const noteBlocks = notes.map(({ from, to, author = null }): TreeBlock[] =>
      commentNote(author, assembleBlocks(readRange(from, to, context))),
    );
    const said = remarks.map(({ author, created, from, to }): Comment => {
      const text = cellText({ blocks: assembleBlocks(readRange(from, to, around)) }).trim();
      return { author, created, text };
    });
    const ranges = isPaged ? headerStories(doc) : {};
    const headerOf = (story: HeaderStory): TreeBlock[] | undefined => {
      const range = ranges[story];
      return range === undefined ? undefined : assembleBlocks(readRange(range.from, range.to, context));
    };
    const text = assembleBlocks([...flat, ...boxed]);
    const { info, pages } = readSummary(file);
    const page = firstPage(doc, headerOf);
    const tree: DocumentTree = {
      hub: 'document',
      fileType: 'doc',
      info,
      blocks: [...(isPaged ? [page] : []), ...(text.length === 0 && !isPaged ? inHeaders() : text)],
      notes: noteBlocks,
      images: imageStore.images,
      pages,
      paper: page.setup,
      comments: said.filter((comment) => comment.text !== ''),
      furniture: furniture.list(),
    };
    return { tree, warnings: imageStore.warnings() };
  });
}
