import type { RtfStyle } from '../../shared/wordprocessing/flow.ts';
import { createRtfLists, type RtfLevel, type RtfLists } from '../../shared/wordprocessing/numbering.ts';
import { headingLevelOf, isCodeStyle, quoteLevelOf } from '../../shared/wordprocessing/style-kinds.ts';
import { type DocFile, fib } from './doc-file.ts';
import { readSprms, type Sprm } from './doc-properties.ts';

/** A paragraph style of a doc file. */
export interface DocStyle extends RtfStyle {
  /** Its paragraph properties. */
  readonly sprms: readonly Sprm[];
  readonly basedOn: number;
}

// [MS-DOC] 2.9.260, sti: 1 to 9 are headings, regardless of their names; 62 is the title.
const TITLE = 62;
const NO_STYLE = 0xfff;
const PARAGRAPH = 1;

/** Reads the style sheet. [MS-DOC] 2.9.271. */
export function readDocStyles(doc: DocFile): Map<number, DocStyle> {
  const styles = new Map<number, DocStyle>();
  const sheet = doc.structure(fib.styles);
  if (sheet === undefined || sheet.length < 6) return styles;
  const count = sheet.readUInt16LE(2);
  const baseBytes = sheet.readUInt16LE(4);
  let at = 2 + sheet.readUInt16LE(0);
  for (let index = 0; index < count && at + 2 <= sheet.length; index += 1) {
    const bytes = sheet.readUInt16LE(at);
    const style = sheet.subarray(at + 2, at + 2 + bytes);
    if (style.length > baseBytes + 2 && baseBytes >= 6) {
      const read = readStyle(style, baseBytes);
      if (read !== undefined) styles.set(index, read);
    }
    at += 2 + bytes + (bytes % 2);
  }
  return styles;
}

function readStyle(style: Buffer, baseBytes: number): DocStyle | undefined {
  const kind = style.readUInt16LE(2) & 0xf;
  const identifier = style.readUInt16LE(0) & NO_STYLE;
  if (kind !== PARAGRAPH) return undefined;
  const letters = style.readUInt16LE(baseBytes);
  const nameEnd = baseBytes + 2 + letters * 2;
  const name = style.toString('utf16le', baseBytes + 2, nameEnd);
  const heading =
    identifier >= 1 && identifier <= 9 ? identifier : identifier === TITLE ? 1 : headingLevelOf(name);
  // After the zero-terminated name: the length of the paragraph properties, the style's index, the properties.
  const from = nameEnd + 2;
  const length = from + 2 <= style.length ? style.readUInt16LE(from) : 0;
  return {
    headingLevel: heading,
    isQuote: quoteLevelOf(name) !== undefined,
    isCode: isCodeStyle(name),
    sprms: length > 2 ? readSprms(style.subarray(from + 4, from + 2 + length)) : [],
    basedOn: style.readUInt16LE(2) >> 4,
  };
}

const MAX_LISTS = 20_000;
const MAX_LEVELS = 9;
// Sizes of LVLF and LFO, [MS-DOC] 2.9.149 and 2.9.131.
const LEVEL_BYTES = 28;
const OVERRIDE_BYTES = 16;

/** Reads a level at an offset of the table stream, [MS-DOC] 2.9.150. Returns it with the offset after it; undefined past the end. */
function readLevel(
  { table }: DocFile,
  at: number,
): { readonly level: RtfLevel; readonly end: number } | undefined {
  if (at + LEVEL_BYTES > table.length) return undefined;
  const labelAt = at + LEVEL_BYTES + table.readUInt8(at + 24) + table.readUInt8(at + 25);
  if (labelAt + 2 > table.length) return undefined;
  const end = labelAt + 2 + table.readUInt16LE(labelAt) * 2;
  const level = {
    start: Math.max(0, table.readInt32LE(at)),
    format: table.readUInt8(at + 4),
    text: table.toString('utf16le', labelAt + 2, end),
    // fLegal and fNoRestart.
    isLegal: (table.readUInt8(at + 5) & 0x04) !== 0,
    restart: (table.readUInt8(at + 5) & 0x08) === 0 ? undefined : table.readUInt8(at + 26),
  };
  return { level, end };
}

/** Reads what paragraphs change of lists, [MS-DOC] 2.9.131 to 2.9.134. */
function readOverrides(doc: DocFile, lists: RtfLists): void {
  const overrides = doc.structure(fib.listOverrides);
  if (overrides === undefined || overrides.length < 4) return;
  const used = Math.min(
    MAX_LISTS,
    overrides.readUInt32LE(0),
    Math.floor((overrides.length - 4) / OVERRIDE_BYTES),
  );
  // The data of all overrides follow the last of them.
  let at: number | undefined = doc.place(fib.listOverrides) + 4 + used * OVERRIDE_BYTES;
  for (let index = 0; index < used; index += 1) {
    const override = overrides.subarray(4 + index * OVERRIDE_BYTES);
    const starts = new Map<number, number>();
    const levels = new Map<number, RtfLevel>();
    if (at !== undefined) at = readChanges(doc, at + 4, override.readUInt8(12), starts, levels);
    lists.overrides.set(index + 1, { list: override.readInt32LE(0), starts, levels });
  }
}

/** Reads the changed levels of one override. Returns the offset after them; undefined past the end. */
function readChanges(
  doc: DocFile,
  from: number,
  count: number,
  starts: Map<number, number>,
  levels: Map<number, RtfLevel>,
): number | undefined {
  let at = from;
  for (let left = Math.min(count, MAX_LEVELS); left > 0; left -= 1) {
    if (at + 8 > doc.table.length) return undefined;
    const flags = doc.table.readUInt32LE(at + 4);
    const number = flags & 0xf;
    if ((flags & 0x10) !== 0) starts.set(number, Math.max(0, doc.table.readInt32LE(at)));
    at += 8;
    if ((flags & 0x20) === 0) continue;
    const read = readLevel(doc, at);
    if (read === undefined) return undefined;
    levels.set(number, read.level);
    at = read.end;
  }
  return at;
}

/** Reads the lists and their identifiers in paragraphs. [MS-DOC] 2.9.131 to 2.9.150. */
export function readDocLists(doc: DocFile): RtfLists {
  const lists = createRtfLists();
  const table = doc.structure(fib.lists);
  if (table === undefined || table.length < 2) return lists;
  const count = Math.min(MAX_LISTS, table.readUInt16LE(0));
  // The levels follow all lists, in list order.
  let at: number | undefined = doc.place(fib.lists) + table.length;
  for (let index = 0; index < count && 2 + (index + 1) * 28 <= table.length; index += 1) {
    const list = table.subarray(2 + index * 28, 2 + (index + 1) * 28);
    const levels: RtfLevel[] = [];
    const howMany = (list.readUInt8(26) & 1) === 1 ? 1 : MAX_LEVELS;
    for (let level = 0; level < howMany && at !== undefined; level += 1) {
      const read = readLevel(doc, at);
      if (read !== undefined) levels.push(read.level);
      at = read?.end;
    }
    lists.levels.set(list.readInt32LE(0), levels);
  }
  readOverrides(doc, lists);
  return lists;
}
