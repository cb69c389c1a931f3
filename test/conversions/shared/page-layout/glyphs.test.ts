import { describe, expect, it } from 'vitest';
import { plainCell, plainGlyphs } from '../../../../lib/conversions/shared/page-layout/glyphs.ts';

describe('an accent before its letter', () => {
  it.each([
    ['na¨ıve', 'naïve'],
    ['H´ajek', 'H´ajek'],
    ['´etat', 'état'],
    ['it´s d´eau', 'it´s d´eau'],
  ])('in lines, whose characters have places: %s', (written, plain) => {
    expect(plainGlyphs(written)).toBe(plain);
  });

  it.each([
    ['operaci´on binaria', 'operación binaria'],
    ['m´ıa', 'mía'],
    ['na¨ıve', 'naïve'],
  ])('in cells: %s', (written, plain) => {
    expect(plainCell(written)).toBe(plain);
  });
});
