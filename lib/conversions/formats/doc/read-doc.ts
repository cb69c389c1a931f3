import { appendAll } from '../../base/arrays.ts';
import { assembleBlocks, type FlatBlock } from '../../document/assemble-blocks.ts';
import { type DocumentTree, type TreeBlock, textRun } from '../../document/document-tree.ts';
import { createImageStore } from '../../document/image-store.ts';
import type { Target } from '../../engine/engine.ts';
import { openCompound, readChecked } from '../../shared/compound-file/open-compound.ts';
import { readSummary } from '../../shared/compound-file/summary-information.ts';
import { hyperlinkOf } from '../../shared/wordprocessing/fields.ts';
import { createFlow, type Flow } from '../../shared/wordprocessing/flow.ts';
import { toTextStyle } from '../../shared/wordprocessing/run-style.ts';
import { plainParagraph } from '../../shared/wordprocessing/state.ts';
import { symbolCharacter } from '../../shared/wordprocessing/symbols.ts';
import { type DocFile, fib, openDoc } from './doc-file.ts';
import {
  type CharacterLook,
  characterLook,
  characterRuns,
  paragraphRuns,
  readSprms,
  splitParagraph,
} from './doc-properties.ts';
import { type DocStyle, readDocLists, readDocStyles } from './doc-styles.ts';
import { pictureIn } from './drawing-pictures.ts';
import { type ParagraphEnd, readEnd, withStyles } from './paragraph-end.ts';

/** A document that was read, and what is to be told about it. */
export interface ReadDoc {
  readonly tree: DocumentTree;
  readonly warnings: readonly string[];
}

/** Positions of the references to notes, and the ranges of their texts. [MS-DOC] 2.8.18 and 2.8.19. */
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
  // The texts of notes follow one another: no part of the document is read for two of them.
  let end = base;
  for (let index = 0; index < count && (index + 2) * 4 <= texts.length; index += 1) {
    const from = Math.max(end, base + texts.readUInt32LE(index * 4));
    const to = base + texts.readUInt32LE((index + 1) * 4);
    notes.push({ position: references.readUInt32LE(index * 4), from, to });
    end = Math.max(end, to);
  }
  return notes;
}

interface DocContext {
  readonly doc: DocFile;
  readonly styles: ReadonlyMap<number, DocStyle>;
  readonly flow: () => Flow;
  readonly paragraphEnd: (position: number) => ParagraphEnd;
  readonly lookAt: (position: number) => { readonly look: CharacterLook; readonly bytes: number };
  readonly placePicture: (offset: number, flow: Flow) => void;
  readonly noteAt: (position: number) => number | undefined;
}

interface OpenField {
  instruction: string;
  href: string | undefined;
  isResult: boolean;
}

/** Reads a range of the text. Special characters: [MS-DOC] 2.4.3 and 2.8.25 (fields). */
function readRange(from: number, to: number, context: DocContext): FlatBlock[] {
  const { text } = context.doc;
  const flow = context.flow();
  const fields: OpenField[] = [];
  let pending = '';
  let last = plainParagraph;
  let look: CharacterLook = {};
  let lookEnd = -1;

  function flush(): void {
    const said = pending;
    pending = '';
    const field = fields.find(({ isResult }) => !isResult);
    if (said === '') return;
    if (field !== undefined) {
      if (field.instruction.length < 8192) field.instruction += said;
      return;
    }
    if (look.hidden === true || look.isDeleted === true) return;
    const href = fields.findLast((open) => open.href !== undefined)?.href;
    const style = toTextStyle(look);
    flow.line.push(
      textRun(said, { ...style, underline: href === undefined ? style.underline : undefined, href }),
    );
  }

  function endOf(position: number, isCell: boolean): void {
    flush();
    const end = context.paragraphEnd(position);
    last = end.properties;
    const level = Math.max(1, last.tableLevel);
    if (isCell && end.isRowEnd) flow.endRow(1, end.row);
    else if (isCell) flow.endCell(last, 1);
    else if (end.isInnerRowEnd) flow.endRow(level, end.row);
    else if (end.isInnerCell) flow.endCell(last, level);
    else flow.endParagraph(last);
    for (const field of fields) field.isResult = true;
  }

  function special(code: number, position: number): void {
    switch (code) {
      case 0x01:
        flush();
        if (look.picture !== undefined && fields.every(({ isResult }) => isResult))
          context.placePicture(look.picture, flow);
        break;
      case 0x02: {
        flush();
        const note = context.noteAt(position);
        if (note !== undefined && look.isDeleted !== true) flow.line.push({ kind: 'note', note });
        break;
      }
      case 0x07:
        endOf(position, true);
        break;
      case 0x09:
        pending += '\t';
        break;
      case 0x0b:
        flush();
        flow.line.push({ kind: 'line_break' });
        break;
      case 0x0c:
        endOf(position, false);
        flow.breakPage(last);
        break;
      case 0x0d:
        endOf(position, false);
        break;
      case 0x13:
        flush();
        if (fields.length < 64) fields.push({ instruction: '', href: undefined, isResult: false });
        break;
      case 0x14: {
        flush();
        const field = fields.at(-1);
        if (field !== undefined) {
          field.isResult = true;
          field.href = hyperlinkOf(field.instruction);
        }
        break;
      }
      case 0x15:
        flush();
        fields.pop();
        break;
      case 0x1e:
        pending += '\u2011';
        break;
      case 0x28:
        if (look.symbol !== undefined) pending += symbolCharacter('Symbol', look.symbol.code);
        break;
    }
  }

  for (let position = from; position < Math.min(to, text.length); position += 1) {
    if (position >= lookEnd) {
      flush();
      const found = context.lookAt(position);
      look = found.look;
      lookEnd = position + Math.max(1, found.bytes);
    }
    const code = text.charCodeAt(position);
    if (code === 0x28 && look.symbol === undefined) pending += '(';
    else if (code < 0x20 || code === 0x28) special(code, position);
    else pending += text.charAt(position);
  }
  flush();
  return flow.finish(last);
}

/** Reads a document of Word 97 to 2003: body, notes, boxes, tables, lists, links. [MS-DOC]. */
export async function readDoc(bytes: Uint8Array, target: Target | undefined): Promise<ReadDoc> {
  const file = openCompound(bytes);
  return readChecked(() => {
    const doc = openDoc(file);
    const pictures = createImageStore(target);
    const styles = readDocStyles(doc);
    const lists = readDocLists(doc);
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
      styles,
      flow: () => createFlow({ styles, lists }),
      paragraphEnd: (position) => {
        const { style, sprms } = splitParagraph(paragraphs(doc.offsetOf(position))?.bytes);
        return readEnd(style, withStyles(style, styles, sprms));
      },
      lookAt: (position) => {
        const offset = doc.offsetOf(position);
        const run = characters(offset);
        if (run === undefined) return { look: {}, bytes: 1 };
        // How many characters a run has is told by the piece: looked at again where the piece ends.
        const isSingle = doc.offsetOf(position + 1) - offset === 1;
        const count = Math.floor((run.to - offset) / (isSingle ? 1 : 2));
        const isOnePiece = doc.offsetOf(position + count - 1) - offset === (count - 1) * (isSingle ? 1 : 2);
        return { look: characterLook(readSprms(run.bytes)), bytes: isOnePiece ? count : 1 };
      },
      noteAt: (position) => indexes.get(position),
      placePicture: (offset, flow) => {
        const read = (): Uint8Array | undefined => {
          const data = doc.data;
          if (data === undefined || offset + 6 > data.length) return undefined;
          const length = data.readUInt32LE(offset);
          return pictureIn(data.subarray(offset + data.readUInt16LE(offset + 4), offset + length));
        };
        appendAll(flow.line, pictures.place({ key: `data ${offset}`, read, alt: '' }));
      },
    };
    const flat = readRange(0, body, context);
    const boxesFrom = endnotesFrom + endnotes;
    const boxed = readRange(boxesFrom, boxesFrom + boxes, context);
    const inHeaders =
      flat.length + boxed.length === 0
        ? readRange(body + footnotes, body + footnotes + headers, context)
        : [];
    const noteBlocks = notes.map(({ from, to }): TreeBlock[] => assembleBlocks(readRange(from, to, context)));
    const { info, pages } = readSummary(file);
    const tree: DocumentTree = {
      hub: 'document',
      fileType: 'doc',
      info,
      blocks: assembleBlocks([...flat, ...boxed, ...inHeaders]),
      notes: noteBlocks,
      images: pictures.images,
      pages,
    };
    return { tree, warnings: pictures.warnings() };
  });
}
