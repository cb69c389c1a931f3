/** The tables of a TrueType font that its advance widths are in. */
interface WidthTables {
  readonly unitsPerEm: number;
  readonly glyphs: number;
  /** Glyphs with a width of their own; the further ones have the last one's. */
  readonly count: number;
  readonly start: number;
}

/** Finds the tables (OpenType 1.9, "hmtx"); undefined if one of them is missing or outside of the file. */
function widthTables(font: Buffer): WidthTables | undefined {
  const tables = new Map<string, number>();
  const directory = 12;
  const entry = 16;
  const numTables = font.length < directory ? 0 : font.readUInt16BE(4);
  for (let at = directory; at < directory + numTables * entry && at + entry <= font.length; at += entry)
    tables.set(font.toString('latin1', at, at + 4), font.readUInt32BE(at + 8));
  const [head, hhea, hmtx, maxp] = ['head', 'hhea', 'hmtx', 'maxp'].map((name) => tables.get(name));
  if (head === undefined || hhea === undefined || hmtx === undefined || maxp === undefined) return undefined;
  if (head + 20 > font.length || hhea + 36 > font.length || maxp + 6 > font.length) return undefined;
  const count = font.readUInt16BE(hhea + 34);
  if (hmtx + count * 4 > font.length) return undefined;
  return {
    unitsPerEm: font.readUInt16BE(head + 18),
    glyphs: font.readUInt16BE(maxp + 4),
    count,
    start: hmtx,
  };
}

// ISO 19005-2, 6.2.11.5: widths may differ by a thousandth of an em.
const TOLERANCE = 1;

/**
 * Gives glyphs of a TrueType font the widths that a PDF states, in thousandths of an em: viewers place text by those, and a
 * PDF/A has to have the same ones in both places. Returns false if that is impossible.
 */
export function setGlyphWidths(font: Buffer, widths: ReadonlyMap<number, number>): boolean {
  const tables = widthTables(font);
  if (tables === undefined || tables.unitsPerEm === 0) return false;
  const { unitsPerEm, glyphs, count, start } = tables;
  for (const [glyph, width] of widths) {
    const at = start + Math.min(glyph, count - 1) * 4;
    if (count === 0 || glyph >= glyphs) return false;
    const own = (font.readUInt16BE(at) * 1000) / unitsPerEm;
    if (Math.abs(own - width) <= TOLERANCE) continue;
    const units = Math.round((width * unitsPerEm) / 1000);
    if (glyph >= count || units < 0 || units > 0xffff) return false;
    font.writeUInt16BE(units, at);
  }
  return true;
}
