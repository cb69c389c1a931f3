import { describe, expect, it } from 'vitest';
import { fib } from '../../../../lib/conversions/formats/doc/doc-file.ts';
import { firstPage } from '../../../../lib/conversions/formats/doc/page-properties.ts';

const words = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [index, value] of values.entries()) bytes.writeUInt16LE(value & 0xffff, index * 2);
  return bytes;
};

/** The page of a document whose first section has these property changes at an offset. */
const pageOf = (changes: readonly number[], offset = 64) => {
  const properties = words(...changes);
  const word = Buffer.concat([Buffer.alloc(64), words(properties.length), properties]);
  const sections = Buffer.alloc(2 * 4 + 12);
  sections.writeInt32LE(offset, 2 * 4 + 2);
  const structure = (at: number) => (at === fib.sections ? sections : undefined);
  const block = firstPage({ word, structure }, () => undefined);
  if (block.kind !== 'page_setup') throw new Error('It is no page.');
  const { width, height, margins } = block.setup;
  return [width, height, margins.top, margins.right, margins.bottom, margins.left].map(Math.round);
};

const letter = [612, 792, 72, 90, 72, 90];

describe('the page of a Word 97 document', () => {
  it('is that of its section', () => {
    expect(pageOf([0xb01f, 16_838, 0xb020, 11_906]).slice(0, 2)).toEqual([842, 595]);
  });

  it('has the margins of its section; text may enter a negative one', () => {
    expect(pageOf([0xb021, 720, 0xb022, 360, 0x9023, 1440, 0x9024, -1080])).toEqual([
      612, 792, 72, 18, 54, 36,
    ]);
  });

  it.each([
    ['the default without properties', [], 64],
    ['the default if the section has no properties of its own', [0xb01f, 16_838], -1],
    ['the default if its properties lie outside of the file', [0xb01f, 16_838], 100_000],
    ['the default if its properties are cut off', [0xb01f], 64],
  ])('is %s', (_what, changes, offset) => {
    expect(pageOf(changes, offset)).toEqual(letter);
  });

  it('is within the limits of Word', () => {
    expect(pageOf([0xb01f, 65_535, 0xb020, 0, 0xb021, 65_535]).slice(0, 2)).toEqual([1584, 7]);
  });
});
