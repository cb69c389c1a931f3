import { appendAll } from '../../base/arrays.ts';
import { countOf } from '../../base/count-of.ts';
import { assembleBlocks } from '../../document/assemble-blocks.ts';
import type { Comment } from '../../document/document-model.ts';
import type { DocumentTree, ReadDocument, TreeBlock } from '../../document/document-tree.ts';
import { hiddenWarnings } from '../../document/hidden-text.ts';
import { createImageStore } from '../../document/image-store.ts';
import type { Needs } from '../../document/needs.ts';
import { cellText } from '../../document/plain-text.ts';
import { compoundNames, openCompound, readChecked } from '../../shared/compound-file/open-compound.ts';
import { readSummary } from '../../shared/compound-file/summary-information.ts';
import { leftOutWarning, leftOutWarnings } from '../../shared/left-out-parts.ts';
import { emptyFieldWarnings } from '../../shared/wordprocessing/fields.ts';
import { createFlow } from '../../shared/wordprocessing/flow.ts';
import { createHiddenTexts } from '../../shared/wordprocessing/hidden-texts.ts';
import { createPageFurniture } from '../../shared/wordprocessing/page-furniture.ts';
import { MAX_QUOTE } from '../../shared/wordprocessing/quotes.ts';
import { commentNote } from '../../shared/wordprocessing/review.ts';
import { noReview, type ReviewOptions } from '../../shared/wordprocessing/review-options.ts';
import { readDocComments } from './doc-comments.ts';
import { fib, openDoc } from './doc-file.ts';
import { paragraphBacking, runPaint } from './doc-paint.ts';
import {
  characterFormat,
  characterRuns,
  paragraphRuns,
  readSprms,
  splitParagraph,
} from './doc-properties.ts';
import { readDocLists, readDocStyles } from './doc-styles.ts';
import { imageIn } from './drawing-images.ts';
import { pageStories } from './header-stories.ts';
import { type NoteRange, noteTables, readNoteTable } from './note-tables.ts';
import { pageSizeOf } from './page-size.ts';
import { readEnd, withStyles } from './paragraph-end.ts';
import { type DocContext, type NoteReference, readRange } from './read-range.ts';

/** A footnote, an endnote, or a comment that is written as a note. */
type AnyNote = NoteRange & Pick<NoteReference, 'type'> & { readonly author?: string | null };

// [MS-DOC] 2.8.25: a field starts with 0x13. Embedded objects are fields whose result is a preview.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the file format has it.
const EMBEDDED_OBJECT = /\x13 ?EMBED /g;

/**
 * Reads a Word 97 to 2003 document: body, notes, text boxes, tables, lists, links, and beside them comments, headers and footers.
 * [MS-DOC]. By default it keeps insertions, skips deletions and leaves comments out of the text.
 */
export async function readDoc(
  bytes: Uint8Array,
  needs: Needs,
  review: ReviewOptions = noReview(),
): Promise<ReadDocument> {
  const file = openCompound(bytes);
  return readChecked(() => {
    const doc = openDoc(file);
    const imageStore = createImageStore(needs);
    const styles = readDocStyles(doc);
    const lists = readDocLists(doc);
    const paragraphs = paragraphRuns(doc);
    const characters = characterRuns(doc);
    const { body, footnotes, headers, comments, endnotes, boxes } = doc.lengths;
    const endnotesFrom = body + footnotes + headers + comments;
    const remarks = readDocComments(doc, body + footnotes + headers);
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
    const hasShapes = [fib.shapes, fib.headerShapes].some((place) => doc.structure(place) !== undefined);
    const hidden = createHiddenTexts(review.hidden === 'keep', () => !hasShapes);
    const context: DocContext = {
      doc,
      flow: () => createFlow({ styles, lists }),
      paragraphEnd: (position) => {
        const { style, sprms } = splitParagraph(paragraphs(doc.offsetOf(position))?.bytes);
        return readEnd(style, withStyles(style, styles, sprms));
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
        const format = { ...characterFormat(own), paint: runPaint(own) };
        return { format, characters: isOnePiece ? count : 1 };
      },
      changes: review.tracked_changes,
      hidden,
      emptyFields: new Set(),
      backingAt: (position) => {
        const { style, sprms } = splitParagraph(paragraphs(doc.offsetOf(position))?.bytes);
        return paragraphBacking(withStyles(style, styles, sprms));
      },
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
    const boxed = readRange(boxesFrom, boxesFrom + boxes, { ...context, backingAt: () => 'unknown' });
    // Images of headers are decoration, and their hidden text is not listed.
    const around = { ...context, placeImage: () => {}, hidden: createHiddenTexts(false, () => false) };
    const furniture = createPageFurniture();
    for (const { kind, from, to } of pageStories(doc))
      furniture.add(kind, assembleBlocks(readRange(from, to, around)));
    const inHeaders = (): readonly TreeBlock[] =>
      furniture.blocks.length > 0
        ? furniture.blocks
        : assembleBlocks(readRange(body + footnotes, body + footnotes + headers, context));
    const noteBlocks = notes.map(({ from, to, author = null }): TreeBlock[] =>
      commentNote(author, assembleBlocks(readRange(from, to, context))),
    );
    const plain = (from: number, to: number): string =>
      cellText({
        blocks: assembleBlocks(readRange(from, to, { ...around, noteAt: () => undefined })),
      }).trim();
    const said = remarks.map(({ author, created, from, to, about }): Comment => {
      const text = plain(from, to);
      const quote = about === undefined ? '' : plain(about.from, Math.min(about.to, about.from + MAX_QUOTE));
      return quote === '' ? { author, created, text } : { author, created, text, quote };
    });
    const text = assembleBlocks([...flat, ...boxed]);
    const tree: DocumentTree = {
      hub: 'document',
      format: 'doc',
      ...readSummary(file),
      blocks: text.length === 0 ? inHeaders() : text,
      notes: noteBlocks,
      images: imageStore.images,
      paper: pageSizeOf(doc),
      comments: said.filter((comment) => comment.text !== ''),
      furniture: furniture.list(),
      hidden_text: hidden.list(),
    };
    const objects = doc.text.match(EMBEDDED_OBJECT)?.length ?? 0;
    const warnings = [
      ...hiddenWarnings(hidden.list()),
      ...leftOutWarnings([...(compoundNames(bytes) ?? [])]),
      ...leftOutWarning(objects === 0 ? [] : [countOf(objects, 'embedded object')]),
      ...emptyFieldWarnings(context.emptyFields),
      ...imageStore.warnings(),
    ];
    return { tree, warnings };
  });
}
