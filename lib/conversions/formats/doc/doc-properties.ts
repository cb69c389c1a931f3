import { lastNotAbove } from '../../base/binary-search.ts';
import type { RunStyle } from '../../shared/wordprocessing/run-style.ts';
import { type DocFile, fib } from './doc-file.ts';

/** A property change (Sprm): its code and operand. [MS-DOC] 2.2.5. */
export interface Sprm {
  readonly code: number;
  readonly operand: Buffer;
}

const DEFINE_TABLE = 0xd608;
const CHANGE_TABS = 0xc615;
const operandBytes: readonly number[] = [1, 1, 2, 4, 2, 2, -1, 3];

/** Yields the property changes of a `grpprl`. Stops if it is truncated. */
export function readSprms(bytes: Buffer): Sprm[] {
  const sprms: Sprm[] = [];
  for (let at = 0; at + 2 < bytes.length; ) {
    const code = bytes.readUInt16LE(at);
    at += 2;
    let length = operandBytes[code >> 13] ?? 1;
    if (length < 0) {
      if (code === DEFINE_TABLE) {
        if (at + 2 > bytes.length) break;
        // The stored length is one less than the actual one.
        length = bytes.readUInt16LE(at) - 1;
        at += 2;
      } else {
        length = bytes.readUInt8(at);
        at += 1;
        if (code === CHANGE_TABS && length === 255) break;
      }
    }
    sprms.push({ code, operand: bytes.subarray(at, at + length) });
    at += Math.max(0, length);
  }
  return sprms;
}

/** Runs with the same properties, by file offset. */
interface Run {
  readonly from: number;
  readonly to: number;
  readonly bytes: Buffer;
}

const PAGE_BYTES = 512;

/** Runs in the pages that a table references. [MS-DOC] 2.8.5, 2.8.6, 2.9.33, 2.9.175. */
function readPages(doc: DocFile, table: Buffer | undefined, kind: 'paragraph' | 'character'): Run[] {
  if (table === undefined) return [];
  const count = Math.floor((table.length - 4) / 8);
  const entryBytes = kind === 'paragraph' ? 13 : 1;
  const runs: Run[] = [];
  // Skip a page that the table lists twice.
  const seen = new Set<number>();
  for (let index = 0; index < count; index += 1) {
    const number = table.readUInt32LE((count + 1) * 4 + index * 4) & 0x3fffff;
    if (seen.has(number)) continue;
    seen.add(number);
    const page = doc.word.subarray(number * PAGE_BYTES, (number + 1) * PAGE_BYTES);
    if (page.length < PAGE_BYTES) continue;
    const inPage = page.readUInt8(PAGE_BYTES - 1);
    for (let run = 0; run < inPage && (inPage + 1) * 4 + run * entryBytes < PAGE_BYTES; run += 1) {
      const place = page.readUInt8((inPage + 1) * 4 + run * entryBytes) * 2;
      const from = page.readUInt32LE(run * 4);
      const to = page.readUInt32LE(run * 4 + 4);
      runs.push({ from, to, bytes: place === 0 ? Buffer.alloc(0) : contentAt(page, place, kind) });
    }
  }
  return runs.sort((one, other) => one.from - other.from);
}

function contentAt(page: Buffer, place: number, kind: 'paragraph' | 'character'): Buffer {
  const first = page.readUInt8(place);
  if (kind === 'character') return page.subarray(place + 1, place + 1 + first);
  if (first !== 0) return page.subarray(place + 1, place + first * 2);
  return page.subarray(place + 2, place + 2 + page.readUInt8(Math.min(place + 1, PAGE_BYTES - 1)) * 2);
}

/** Finds the run at a file offset. */
type RunLookup = (offset: number) => { readonly bytes: Buffer; readonly to: number } | undefined;

const none = Buffer.alloc(0);

function lookUp(runs: readonly Run[]): RunLookup {
  return (offset) => {
    const run = runs[lastNotAbove(runs.length, (index) => runs[index]?.from ?? 0, offset)];
    return run === undefined || offset >= run.to ? undefined : run;
  };
}

/** Paragraph properties, by the file offset of the paragraph end. */
export const paragraphRuns = (doc: DocFile): RunLookup =>
  lookUp(readPages(doc, doc.structure(fib.paragraphPages), 'paragraph'));

/** Character properties, by file offset. */
export const characterRuns = (doc: DocFile): RunLookup =>
  lookUp(readPages(doc, doc.structure(fib.characterPages), 'character'));

/** Text style and special properties of a run. */
export interface CharacterFormat extends RunStyle {
  readonly isInserted?: boolean | undefined;
  readonly isDeleted?: boolean | undefined;
  /** Offset of its image in the Data stream. */
  readonly imageOffset?: number | undefined;
  /** A character of a symbol font: index of the font and code. */
  readonly symbol?: { readonly font: number; readonly code: number } | undefined;
}

const positions = ['baseline', 'superscript', 'subscript'] as const;

const raisedBy = (halfPoints: number): CharacterFormat['position'] =>
  halfPoints === 0 ? 'baseline' : halfPoints > 0 ? 'superscript' : 'subscript';

/** Reads the character properties that the document model supports. [MS-DOC] 2.6.1. */
export function characterFormat(sprms: readonly Sprm[]): CharacterFormat {
  let format: CharacterFormat = {};
  for (const { code, operand } of sprms) {
    if (operand.length === 0) continue;
    const value = operand.readUInt8(0);
    // 0x80: same as the style; 0x81: opposite of the style. Only heading styles matter, which have identifiers.
    const isOn = value === 1 || value === 0x81;
    if (code === 0x0800) format = { ...format, isDeleted: isOn };
    else if (code === 0x0801) format = { ...format, isInserted: isOn };
    else if (code === 0x0835) format = { ...format, bold: isOn };
    else if (code === 0x0836) format = { ...format, italic: isOn };
    else if (code === 0x0837 || code === 0x2a53) format = { ...format, strike: isOn };
    else if (code === 0x083c) format = { ...format, hidden: isOn };
    else if (code === 0x2a3e) format = { ...format, underline: value !== 0 };
    else if (code === 0x2a48) format = { ...format, position: positions[value] };
    // Raised or lowered by half points, for writers that choose the font size themselves.
    else if (code === 0x4845 && operand.length >= 2)
      format = { ...format, position: raisedBy(operand.readInt16LE(0)) };
    else if (code === 0x6a03 && operand.length >= 4)
      format = { ...format, imageOffset: operand.readUInt32LE(0) };
    else if (code === 0x6a09 && operand.length >= 4)
      format = { ...format, symbol: { font: operand.readUInt16LE(0), code: operand.readUInt16LE(2) } };
  }
  return format;
}

/** Style index and property changes of a paragraph. */
export function splitParagraph(bytes: Buffer | undefined): {
  readonly style: number;
  readonly sprms: Sprm[];
} {
  const content = bytes ?? none;
  return content.length < 2
    ? { style: 0, sprms: [] }
    : { style: content.readUInt16LE(0), sprms: readSprms(content.subarray(2)) };
}
