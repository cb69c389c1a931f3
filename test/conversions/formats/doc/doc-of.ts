import { compoundOf } from '../../shared/compound-file/compound-of.ts';

const HEADER_BYTES = 2048;
const PAGE_BYTES = 512;

/** Numbers of two bytes. */
export const words = (...values: readonly number[]): Buffer => Buffer.from(Uint16Array.from(values).buffer);
/** Numbers of four bytes. */
export const longs = (...values: readonly number[]): Buffer => Buffer.from(Uint32Array.from(values).buffer);

/** Text, with the code and the byte of a property. */
export type Run = string | readonly [text: string, code: number, value?: number];
/** The text of a run. */
export const textOf = (run: Run): string => (typeof run === 'string' ? run : run[0]);

/** A page of character properties ([MS-DOC] 2.9.33): the offsets of the runs, where their properties are, and these. */
function characterPage(runs: readonly Run[]): Buffer {
  const page = Buffer.alloc(PAGE_BYTES);
  let at = HEADER_BYTES;
  let place = PAGE_BYTES / 2 - 2;
  for (const [index, run] of runs.entries()) {
    page.writeUInt32LE(at, index * 4);
    at += textOf(run).length;
    page.writeUInt32LE(at, index * 4 + 4);
    if (typeof run === 'string') continue;
    place -= 2;
    page.writeUInt8(place, (runs.length + 1) * 4 + index);
    page.set([3, ...words(run[1]), run[2] ?? 1], place * 2);
  }
  page.writeUInt8(runs.length, PAGE_BYTES - 1);
  return page;
}

/** A document with these parts of its text, one after the other, and structures by their place in the header. */
export function docOf(
  parts: Readonly<Record<'body' | 'footnotes' | 'headers' | 'comments' | 'endnotes', string>>,
  runs: readonly Run[],
  structures: Readonly<Record<number, Buffer>>,
): Buffer {
  const text = Buffer.from(Object.values(parts).join(''), 'latin1');
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt16LE(0xa5ec, 0);
  header.writeUInt16LE(0xc1, 2);
  header.writeUInt16LE(0x200, 0x0a);
  // The number of structures that the header lists.
  header.writeUInt16LE(136, 0x98);
  for (const [at, part] of [
    [0x4c, parts.body],
    [0x50, parts.footnotes],
    [0x54, parts.headers],
    [0x5c, parts.comments],
    [0x60, parts.endnotes],
  ] as const)
    header.writeInt32LE(part.length, at);
  const pageAt = Math.ceil((HEADER_BYTES + text.length) / PAGE_BYTES);
  const piece = Buffer.concat([
    longs(0, text.length),
    words(0),
    longs(0x40000000 + HEADER_BYTES * 2),
    words(0),
  ]);
  const all: Readonly<Record<number, Buffer>> = {
    418: Buffer.concat([Buffer.from([2]), longs(piece.length), piece]),
    250: longs(HEADER_BYTES, HEADER_BYTES + text.length, pageAt),
    ...structures,
  };
  const table: Buffer[] = [];
  let at = 0;
  for (const [place, bytes] of Object.entries(all)) {
    header.writeUInt32LE(at, Number(place));
    header.writeUInt32LE(bytes.length, Number(place) + 4);
    table.push(bytes);
    at += bytes.length;
  }
  const gap = Buffer.alloc(pageAt * PAGE_BYTES - HEADER_BYTES - text.length);
  return compoundOf({
    WordDocument: Buffer.concat([header, text, gap, characterPage(runs), Buffer.alloc(4096)]),
    '1Table': Buffer.concat([...table, Buffer.alloc(4096)]),
  });
}
