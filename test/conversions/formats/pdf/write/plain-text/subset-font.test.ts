import { readFileSync } from 'node:fs';
import { create, type Font } from 'fontkit';
import { describe, expect, it } from 'vitest';
import { fontNames, fontPath } from '../../../../../../lib/conversions/backends/fonts/fonts.ts';
import { subsetFont } from '../../../../../../lib/conversions/formats/pdf/write/plain-text/subset-font.ts';

const file = readFileSync(fontPath('sans'));
const source = create(file) as Font;
const glyphOf = (character: string): number => source.glyphForCodePoint(character.codePointAt(0) ?? 0).id;

const code = (text: string, ...parts: readonly (readonly [glyph: number, x: number, y: number])[]) => ({
  parts: parts.map(([glyph, x, y]) => ({ glyph, x, y })),
  width: 600,
  text,
});

describe('subsetFont', () => {
  it('writes a glyph for each code, with the outlines of the font', () => {
    // é is made of two glyphs in the font itself.
    const characters = ['e', 'é', ' ', 'g'];
    const codes = characters.map((text) => code(text, [glyphOf(text), 0, 0]));

    const { bytes, unitsPerEm } = subsetFont(file, codes);

    const subset = create(bytes) as Font;
    expect(unitsPerEm).toBe(source.unitsPerEm);
    expect(bytes.length).toBeLessThan(5000);
    for (const [number, character] of characters.entries()) {
      const glyph = subset.getGlyph(number);
      expect(glyph.path.toSVG()).toBe(source.getGlyph(glyphOf(character)).path.toSVG());
      expect(glyph.advanceWidth).toBe(600);
    }
  });

  it('joins the glyphs of a code where they are placed', () => {
    const [base, mark] = [glyphOf('e'), glyphOf('g')];

    const { bytes } = subsetFont(file, [code('eg', [base, 0, 0], [mark, 100, -30])]);

    const moved = source.getGlyph(mark).path.translate(100, -30);
    const glyph = (create(bytes) as Font).getGlyph(0);
    expect(glyph.path.toSVG()).toBe(source.getGlyph(base).path.toSVG() + moved.toSVG());
    expect(glyph.bbox.minY).toBe(source.getGlyph(mark).bbox.minY - 30);
  });

  it('has no outline for a code without visible glyphs', () => {
    const { bytes } = subsetFont(file, [code('\u200d', [glyphOf(' '), 40_000, 0])]);

    expect((create(bytes) as Font).getGlyph(0).path.toSVG()).toBe('');
  });

  it.each(fontNames)('can read the outlines of %s', (name) => {
    const tables = readFileSync(fontPath(name)).toString('latin1', 0, 400);

    for (const tag of ['glyf', 'loca', 'hhea', 'maxp']) expect(tables).toContain(tag);
  });
});
