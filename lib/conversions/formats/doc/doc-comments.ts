import { dttmTime } from '../../shared/wordprocessing/dttm.ts';
import { type DocFile, fib } from './doc-file.ts';
import { type NoteRange, noteTables, readNoteTable } from './note-tables.ts';

/** A comment with the range of its text. */
interface DocComment extends NoteRange {
  readonly author: string | null;
  readonly created: string | null;
  /** The text that it is about, in characters of the body; undefined if it is about a position. */
  readonly about: { readonly from: number; readonly to: number } | undefined;
}

// [MS-DOC] 2.9.4, ATRDPre10: the initials of the author, then an index into the list of authors.
const { bytes: REFERENCE_BYTES } = noteTables.comments;
const AUTHOR_INDEX = 20;
const BOOKMARK_TAG = 26;
// [MS-DOC] 2.9.5, ATRDExtra: the time comes first.
const EXTRA_BYTES = 18;
/** [MS-DOC] 2.5.1: the number of structures that the FIB lists, and that of the times of comments (since Word 2002). */
const STRUCTURES = 0x98;
const TIMES_STRUCTURE = 112;

/** The names of authors, each after its length in characters ([MS-DOC] 2.9.350). */
function readAuthors(list: Buffer | undefined): string[] {
  const authors: string[] = [];
  for (let at = 0; list !== undefined && at + 2 <= list.length; ) {
    const end = at + 2 + list.readUInt16LE(at) * 2;
    authors.push(list.toString('utf16le', at + 2, end).trim());
    at = end;
  }
  return authors;
}

// [MS-DOC], SttbfAtnBkmk: a header, then for each range an empty name with its ATNBE, whose tag comes after two bytes.
const NAMES_HEADER = 6;
const NAME_BYTES = 12;
const NAME_TAG = 4;
// [MS-DOC], FBKF: the index of the end comes first.
const FBKF_BYTES = 4;

/** Reads the ranges that comments are about by their tags: SttbfAtnBkmk, PlcfAtnBkf and PlcfAtnBkl of [MS-DOC]. */
function readRanges({ structure }: Pick<DocFile, 'structure'>): Map<number, { from: number; to: number }> {
  const [names, starts, ends] = [fib.commentNames, fib.commentStarts, fib.commentEnds].map(structure);
  const ranges = new Map<number, { from: number; to: number }>();
  if (names === undefined || starts === undefined || ends === undefined) return ranges;
  const count = Math.floor((starts.length - 4) / (4 + FBKF_BYTES));
  for (let index = 0; index < count; index += 1) {
    const nameAt = NAMES_HEADER + index * NAME_BYTES;
    if (nameAt + NAME_BYTES > names.length) break;
    const from = starts.readUInt32LE(index * 4);
    const endAt = starts.readUInt16LE((count + 1) * 4 + index * FBKF_BYTES) * 4;
    if (endAt + 4 > ends.length) continue;
    const to = ends.readUInt32LE(endAt);
    if (to > from) ranges.set(names.readUInt32LE(nameAt + NAME_TAG), { from, to });
  }
  return ranges;
}

/** Reads the comments of a document, whose texts are from `base` on, in the order of the text. [MS-DOC] 2.8.8. */
export function readDocComments(doc: Pick<DocFile, 'structure' | 'word'>, base: number): DocComment[] {
  const ranges = readNoteTable(doc, noteTables.comments, base);
  const references = doc.structure(fib.commentReferences);
  if (references === undefined || ranges.length === 0) return [];
  const authors = readAuthors(doc.structure(fib.commentAuthors));
  const times =
    doc.word.readUInt16LE(STRUCTURES) > TIMES_STRUCTURE ? doc.structure(fib.commentTimes) : undefined;
  const count = Math.floor((references.length - 4) / (4 + REFERENCE_BYTES));
  const abouts = readRanges(doc);
  return ranges.map((range, index) => {
    const reference = (count + 1) * 4 + index * REFERENCE_BYTES;
    const at = reference + AUTHOR_INDEX;
    const timeAt = index * EXTRA_BYTES;
    const hasTime = times !== undefined && timeAt + 4 <= times.length;
    return {
      ...range,
      author: authors[references.readUInt16LE(at)] || null,
      created: hasTime ? dttmTime(times.readUInt32LE(timeAt)) : null,
      about: abouts.get(references.readUInt32LE(reference + BOOKMARK_TAG)),
    };
  });
}
