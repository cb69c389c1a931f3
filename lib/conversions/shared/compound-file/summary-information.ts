import { noInfo } from '../../document/document-info.ts';
import type { TreeFile } from '../../document/document-tree.ts';
import type { DocumentInfo } from '../../document/result-schemas.ts';
import { ConversionError } from '../../errors.ts';
import { decodeCodePage } from '../wordprocessing/code-pages.ts';
import type { CompoundFile } from './open-compound.ts';

// [MS-OLEPS] 2.18 and 3.1: property identifiers and value types.
const CODE_PAGE = 1;
const names: Readonly<Record<number, 'title' | 'subject' | 'author' | 'keywords' | 'creator'>> = {
  2: 'title',
  3: 'subject',
  4: 'author',
  5: 'keywords',
  18: 'creator',
};
const CREATED = 12;
const SAVED = 13;
const PAGES = 14;
const VT_I2 = 2;
const VT_I4 = 3;
const VT_LPSTR = 30;
const VT_LPWSTR = 31;
const VT_FILETIME = 64;

// Milliseconds between the Windows epoch (1601) and the Unix epoch.
const EPOCH_DIFFERENCE = 11_644_473_600_000n;

function fileTime(stream: Buffer, at: number): string | null {
  const ticks = stream.readBigUInt64LE(at);
  // Before 1980 it is an editing time or not set: Word did not exist.
  const milliseconds = ticks / 10_000n - EPOCH_DIFFERENCE;
  if (milliseconds < 315_532_800_000n || milliseconds > 253_402_300_799_000n) return null;
  return new Date(Number(milliseconds)).toISOString();
}

/** Reads an OLE file's metadata and number of pages. Empty if its properties are missing or damaged. */
export function readSummary(file: CompoundFile): Omit<TreeFile, 'format'> {
  try {
    const stream = file('\u0005SummaryInformation');
    if (stream !== undefined) return readProperties(stream);
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof ConversionError)) throw error;
  }
  return { metadata: noInfo, page_count: null };
}

function readProperties(stream: Buffer): Omit<TreeFile, 'format'> {
  const section = stream.readUInt32LE(44);
  const count = Math.min(256, stream.readUInt32LE(section + 4));
  const places = new Map<number, number>();
  for (let index = 0; index < count; index += 1) {
    const at = section + 8 + index * 8;
    places.set(stream.readUInt32LE(at), section + stream.readUInt32LE(at + 4));
  }
  const codePageAt = places.get(CODE_PAGE);
  const codePage =
    codePageAt !== undefined && stream.readUInt32LE(codePageAt) === VT_I2
      ? stream.readUInt16LE(codePageAt + 4)
      : 1252;
  const facts: { -readonly [K in keyof DocumentInfo]?: DocumentInfo[K] } = {};
  let pages: number | null = null;
  for (const [id, at] of places) {
    const type = stream.readUInt32LE(at) & 0xffff;
    const name = names[id];
    if (name !== undefined && (type === VT_LPSTR || type === VT_LPWSTR)) {
      const isWide = type === VT_LPWSTR;
      const length = stream.readUInt32LE(at + 4) * (isWide ? 2 : 1);
      const bytes = stream.subarray(at + 8, at + 8 + Math.min(length, 4096));
      const text = isWide || codePage === 1200 ? bytes.toString('utf16le') : decodeCodePage(bytes, codePage);
      facts[name] = text.replace(/\0.*$/s, '').trim() || null;
    } else if (id === CREATED && type === VT_FILETIME) facts.created = fileTime(stream, at + 4);
    else if (id === SAVED && type === VT_FILETIME) facts.modified = fileTime(stream, at + 4);
    else if (id === PAGES && type === VT_I4) pages = stream.readInt32LE(at + 4);
  }
  return { metadata: { ...noInfo, ...facts }, page_count: pages !== null && pages > 0 ? pages : null };
}
