import { type DocFile, fib } from './doc-file.ts';

/** A note or comment: the position of its reference, and the range of its text. Positions are in characters. */
export interface NoteRange {
  readonly position: number;
  readonly from: number;
  readonly to: number;
}

/** A table of notes: where its references and texts are, and the bytes that a reference has besides its position. */
interface NoteTable {
  readonly references: number;
  readonly texts: number;
  readonly bytes: number;
}

/** [MS-DOC] 2.8.18, 2.8.19, 2.8.16 and 2.8.8. */
export const noteTables = {
  footnotes: { references: fib.footnoteReferences, texts: fib.footnoteTexts, bytes: 2 },
  endnotes: { references: fib.endnoteReferences, texts: fib.endnoteTexts, bytes: 2 },
  comments: { references: fib.commentReferences, texts: fib.commentTexts, bytes: 30 },
} as const satisfies Record<string, NoteTable>;

/** Reads a table of notes, whose texts are from `base` on. */
export function readNoteTable(
  { structure }: Pick<DocFile, 'structure'>,
  table: NoteTable,
  base: number,
): NoteRange[] {
  const references = structure(table.references);
  const texts = structure(table.texts);
  if (references === undefined || texts === undefined) return [];
  const count = Math.floor((references.length - 4) / (4 + table.bytes));
  const notes: NoteRange[] = [];
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
