import { describe, expect, it } from 'vitest';
import { fib } from '../../../../lib/conversions/formats/doc/doc-file.ts';
import { pageSizeOf } from '../../../../lib/conversions/formats/doc/page-size.ts';

const words = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [index, value] of values.entries()) bytes.writeUInt16LE(value & 0xffff, index * 2);
  return bytes;
};

/** The page size of a document whose first section has these property changes at an offset. */
const sizeOf = (changes: readonly number[], offset = 64) => {
  const properties = words(...changes);
  const word = Buffer.concat([Buffer.alloc(64), words(properties.length), properties]);
  const sections = Buffer.alloc(2 * 4 + 12);
  sections.writeInt32LE(offset, 2 * 4 + 2);
  const structure = (at: number) => (at === fib.sections ? sections : undefined);
  const { width, height } = pageSizeOf({ word, structure });
  return [width, height].map(Math.round);
};

describe('the page size of a Word 97 document', () => {
  it('is that of its section', () => {
    expect(sizeOf([0xb01f, 16_838, 0xb020, 11_906])).toEqual([842, 595]);
  });

  it.each([
    ['without properties', [], 64],
    ['if the section has no properties of its own', [0xb01f, 16_838], -1],
    ['if its properties lie outside of the file', [0xb01f, 16_838], 100_000],
    ['if its properties are cut off', [0xb01f], 64],
  ])('is Letter %s', (_what, changes, offset) => {
    expect(sizeOf(changes, offset)).toEqual([612, 792]);
  });

  it('is within the limits of Word', () => {
    expect(sizeOf([0xb01f, 65_535, 0xb020, 0])).toEqual([1584, 7]);
  });
});
