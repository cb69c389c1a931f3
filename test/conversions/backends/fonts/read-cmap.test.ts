import { openSync } from 'fontkit';
import { expect, it } from 'vitest';
import { fontPath } from '../../../../lib/conversions/backends/fonts/fonts.ts';
import { readCmap } from '../../../../lib/conversions/backends/fonts/read-cmap.ts';

const ascending = (codePoints: readonly number[]): number[] =>
  codePoints.toSorted((one, other) => one - other);

// The first two have a map of 16 bits.
it.each(['thai', 'devanagari', 'japanese', 'emoji'] as const)('reads the code points of %s', (name) => {
  const found: number[] = [];

  readCmap(fontPath(name), (codePoint) => found.push(codePoint));

  const font = openSync(fontPath(name));
  // fontkit lists the end of the map, which has no glyph.
  const expected = 'characterSet' in font ? font.characterSet.filter((each) => each !== 0xffff) : [];
  expect(ascending(found)).toEqual(ascending(expected));
});
