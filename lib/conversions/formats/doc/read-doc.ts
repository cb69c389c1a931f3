import { appendAll } from '../../base/arrays.ts';
import { assembleBlocks } from '../../document/assemble-blocks.ts';
import type { DocumentTree, TreeBlock } from '../../document/document-tree.ts';
import { createImageStore } from '../../document/image-store.ts';
import { type RunLayout, showsPages } from '../../document/page-layout.ts';
import type { Target } from '../../engine/engine.ts';
import { openCompound, readChecked } from '../../shared/compound-file/open-compound.ts';
import { readSummary } from '../../shared/compound-file/summary-information.ts';
import { createFlow } from '../../shared/wordprocessing/flow.ts';
import { type DocFile, fib, openDoc } from './doc-file.ts';
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
import { type HeaderStory, headerStories } from './header-stories.ts';
import { firstPage } from './page-properties.ts';
import { readEnd, withStyles } from './paragraph-end.ts';
import { type DocContext, readRange } from './read-range.ts';

/** A document and the warnings about it. */
export interface ReadDoc {
  readonly tree: DocumentTree;
  readonly warnings: readonly string[];
}

/** Positions of note references, and the ranges of the notes' texts. [MS-DOC] 2.8.18 and 2.8.19. */
function readNoteTable(
  doc: DocFile,
  places: { readonly references: number; readonly texts: number },
  base: number,
): { position: number; from: number; to: number }[] {
  const references = doc.structure(places.references);
  const texts = doc.structure(places.texts);
  if (references === undefined || texts === undefined) return [];
  const count = Math.floor((references.length - 4) / 6);
  const notes: { position: number; from: number; to: number }[] = [];
  // Texts of notes do not overlap: a damaged table must not have the same text read twice.
  let end = base;
  for (let index = 0; index < count && (index + 2) * 4 <= texts.length; index += 1) {
    const from = Math.max(end, base + texts.readUInt32LE(index * 4));
    const to = base + texts.readUInt32LE((index + 1) * 4);
    notes.push({ position: references.readUInt32LE(index * 4), from, to });
    end = Math.max(end, to);
  }
  return notes;
}

/** Reads a Word 97 to 2003 document: body, notes, text boxes, tables, lists, links. [MS-DOC]. */
export async function readDoc(bytes: Uint8Array, target: Target | undefined): Promise<ReadDoc> {
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
    const notes = [
      ...readNoteTable(doc, { references: fib.footnoteReferences, texts: fib.footnoteTexts }, body),
      ...readNoteTable(doc, { references: fib.endnoteReferences, texts: fib.endnoteTexts }, endnotesFrom),
    ].sort((one, other) => one.position - other.position);
    const indexes = new Map(notes.map(({ position }, index) => [position, index]));
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
      noteAt: (position) => indexes.get(position),
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
    const inHeaders =
      !isPaged && flat.length + boxed.length === 0
        ? readRange(body + footnotes, body + footnotes + headers, context)
        : [];
    const noteBlocks = notes.map(({ from, to }): TreeBlock[] => assembleBlocks(readRange(from, to, context)));
    const ranges = isPaged ? headerStories(doc) : {};
    const headerOf = (story: HeaderStory): TreeBlock[] | undefined => {
      const range = ranges[story];
      return range === undefined ? undefined : assembleBlocks(readRange(range.from, range.to, context));
    };
    const { info, pages } = readSummary(file);
    const page = firstPage(doc, headerOf);
    const tree: DocumentTree = {
      hub: 'document',
      fileType: 'doc',
      info,
      blocks: [...(isPaged ? [page] : []), ...assembleBlocks([...flat, ...boxed, ...inHeaders])],
      notes: noteBlocks,
      images: imageStore.images,
      pages,
      paper: page.setup,
    };
    return { tree, warnings: imageStore.warnings() };
  });
}
