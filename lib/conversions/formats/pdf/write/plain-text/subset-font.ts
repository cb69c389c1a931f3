import type { FontCode } from './font-codes.ts';

/** A TrueType font with a glyph for each code, and what a PDF says of it. Lengths in units of the font. */
export interface FontSubset {
  readonly bytes: Buffer;
  readonly unitsPerEm: number;
  readonly box: readonly number[];
  readonly ascent: number;
  readonly descent: number;
  readonly capHeight: number;
}

// Flags of a component (OpenType, glyf).
const WORDS = 0x1;
const ARE_OFFSETS = 0x2;
const SCALE = 0x8;
const MORE = 0x20;
const TWO_SCALES = 0x40;
const MATRIX = 0x80;
const INSTRUCTIONS = 0x100;

const GLYPH_HEADER = 10;

// Only nonsense has clusters that are wider.
const int16 = (value: number): number => Math.max(-0x8000, Math.min(0x7fff, value));

/** Returns the tables of a font file by their tags. */
function tablesOf(file: Buffer): Map<string, Buffer> {
  const tables = new Map<string, Buffer>();
  for (let index = 0; index < file.readUInt16BE(4); index += 1) {
    const record = 12 + index * 16;
    const offset = file.readUInt32BE(record + 8);
    tables.set(
      file.toString('latin1', record, record + 4),
      file.subarray(offset, offset + file.readUInt32BE(record + 12)),
    );
  }
  return tables;
}

function checksum(table: Buffer): number {
  let sum = 0;
  for (let at = 0; at < table.length; at += 4) sum = (sum + table.readUInt32BE(at)) >>> 0;
  return sum;
}

/** Writes a font file. */
function fontFile(tables: readonly (readonly [tag: string, Buffer])[]): Buffer {
  const header = Buffer.alloc(12 + tables.length * 16);
  const power = 2 ** Math.floor(Math.log2(tables.length));
  header.writeUInt32BE(0x1_00_00);
  header.writeUInt16BE(tables.length, 4);
  header.writeUInt16BE(power * 16, 6);
  header.writeUInt16BE(Math.log2(power), 8);
  header.writeUInt16BE((tables.length - power) * 16, 10);
  let offset = header.length;
  const parts = [header];
  for (const [index, [tag, table]] of tables.entries()) {
    const padded = Buffer.concat([table, Buffer.alloc(-table.length & 3)]);
    const record = 12 + index * 16;
    header.write(tag, record, 'latin1');
    header.writeUInt32BE(checksum(padded), record + 4);
    header.writeUInt32BE(offset, record + 8);
    header.writeUInt32BE(table.length, record + 12);
    parts.push(padded);
    offset += padded.length;
  }
  return Buffer.concat(parts);
}

/** Removes the instructions of an outline, which need tables that the subset lacks. */
function withoutInstructions(outline: Buffer): Buffer {
  const at = GLYPH_HEADER + outline.readInt16BE(0) * 2;
  const end = at + 2 + outline.readUInt16BE(at);
  return Buffer.concat([outline.subarray(0, at), Buffer.alloc(2), outline.subarray(end)]);
}

/** Copies a font's outlines. Glyphs that are components of others follow those of the codes. */
function outlineCopier(tables: Map<string, Buffer>, firstComponent: number) {
  const table = (tag: string): Buffer => tables.get(tag) ?? Buffer.alloc(0);
  const [loca, glyf] = [table('loca'), table('glyf')];
  const isLong = table('head').readInt16BE(50) === 1;
  const numbers = new Map<number, number>();
  const components: number[] = [];
  const offsetOf = (glyph: number): number =>
    isLong ? loca.readUInt32BE(glyph * 4) : loca.readUInt16BE(glyph * 2) * 2;
  const outlineOf = (glyph: number): Buffer => glyf.subarray(offsetOf(glyph), offsetOf(glyph + 1));
  const numberOf = (glyph: number): number => {
    const number = numbers.get(glyph) ?? firstComponent + components.push(glyph) - 1;
    numbers.set(glyph, number);
    return number;
  };
  function copy(glyph: number): Buffer {
    const outline = outlineOf(glyph);
    if (outline.length === 0) return outline;
    if (outline.readInt16BE(0) >= 0) return withoutInstructions(outline);
    const copied = Buffer.from(outline);
    let at = GLYPH_HEADER;
    for (let flags = MORE; (flags & MORE) !== 0; ) {
      flags = copied.readUInt16BE(at);
      copied.writeUInt16BE(flags & ~INSTRUCTIONS, at);
      copied.writeUInt16BE(numberOf(copied.readUInt16BE(at + 2)), at + 2);
      const scale =
        (flags & SCALE) !== 0 ? 2 : (flags & TWO_SCALES) !== 0 ? 4 : (flags & MATRIX) !== 0 ? 8 : 0;
      at += 4 + ((flags & WORDS) !== 0 ? 4 : 2) + scale;
    }
    return copied.subarray(0, at);
  }
  return { outlineOf, numberOf, copy, components };
}

/** Returns a font with a glyph for each code, with that number: a glyph of a TrueType font or several, as they are placed. */
export function subsetFont(file: Buffer, codes: readonly FontCode[]): FontSubset {
  const tables = tablesOf(file);
  const table = (tag: string): Buffer => Buffer.from(tables.get(tag) ?? Buffer.alloc(96));
  const [head, hhea, maxp] = [table('head'), table('hhea'), table('maxp')];
  const { outlineOf, numberOf, copy, components } = outlineCopier(tables, codes.length);

  function compose({ parts }: FontCode): Buffer {
    const visible = parts.filter(({ glyph }) => outlineOf(glyph).length > 0);
    const [first] = visible;
    if (first === undefined) return Buffer.alloc(0);
    if (visible.length === 1 && first.x === 0 && first.y === 0) return copy(first.glyph);
    const composite = Buffer.alloc(GLYPH_HEADER + visible.length * 8);
    composite.writeInt16BE(-1);
    const boxes = visible.map(({ glyph, x, y }) =>
      [x, y, x, y].map((offset, side) => offset + outlineOf(glyph).readInt16BE(2 + side * 2)),
    );
    for (const side of [0, 1, 2, 3]) {
      const least = side < 2 ? Math.min : Math.max;
      const edge = boxes.map((box) => box[side] ?? 0).reduce((one, other) => least(one, other));
      composite.writeInt16BE(int16(edge), 2 + side * 2);
    }
    for (const [index, { glyph, x, y }] of visible.entries()) {
      const at = GLYPH_HEADER + index * 8;
      composite.writeUInt16BE(WORDS | ARE_OFFSETS | (index === visible.length - 1 ? 0 : MORE), at);
      composite.writeUInt16BE(numberOf(glyph), at + 2);
      composite.writeInt16BE(int16(x), at + 4);
      composite.writeInt16BE(int16(y), at + 6);
    }
    return composite;
  }

  const outlines = codes.map(compose);
  // Components may have components, which are added during the loop.
  for (const glyph of components) outlines.push(copy(glyph));
  const loca = Buffer.alloc((outlines.length + 1) * 4);
  const hmtx = Buffer.alloc(outlines.length * 4);
  let length = 0;
  const glyf = outlines.map((outline, index) => {
    hmtx.writeUInt16BE(Math.max(0, int16(codes[index]?.width ?? 0)), index * 4);
    if (outline.length > 0) hmtx.writeInt16BE(outline.readInt16BE(2), index * 4 + 2);
    const padded =
      outline.length % 4 === 0 ? outline : Buffer.concat([outline, Buffer.alloc(-outline.length & 3)]);
    length += padded.length;
    loca.writeUInt32BE(length, (index + 1) * 4);
    return padded;
  });
  head.writeUInt32BE(0, 8);
  head.writeInt16BE(1, 50);
  hhea.writeUInt16BE(outlines.length, 34);
  maxp.writeUInt16BE(outlines.length, 4);
  const mostParts = codes.reduce((most, { parts }) => Math.max(most, parts.length), maxp.readUInt16BE(28));
  maxp.writeUInt16BE(mostParts, 28);
  // Components of composite glyphs may be composite glyphs.
  maxp.writeUInt16BE(maxp.readUInt16BE(30) + 1, 30);
  return {
    bytes: fontFile([
      ['glyf', Buffer.concat(glyf)],
      ['head', head],
      ['hhea', hhea],
      ['hmtx', hmtx],
      ['loca', loca],
      ['maxp', maxp],
    ]),
    unitsPerEm: head.readUInt16BE(18),
    box: [36, 38, 40, 42].map((at) => head.readInt16BE(at)),
    ascent: hhea.readInt16BE(4),
    descent: hhea.readInt16BE(6),
    capHeight: table('OS/2').readInt16BE(88),
  };
}
