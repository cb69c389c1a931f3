import { expect, it } from 'vitest';
import { hasLimitedRestarts } from '../../../../lib/conversions/formats/office/inspect-document.ts';
import { makePng } from '../../sample-files.ts';
import { docOf, longs, words } from '../doc/doc-of.ts';

const NO_RESTART = 0x08;

/** A level ([MS-DOC] 2.9.150) without a label; `limit` is the level that it restarts after. */
function level(flags: number, limit: number): Buffer {
  const properties = Buffer.alloc(28);
  properties.writeInt32LE(1, 0);
  properties.writeUInt8(flags, 5);
  properties.writeUInt8(limit, 26);
  return Buffer.concat([properties, words(0)]);
}

/** A document with a list of nine levels. */
function docWith(third: Buffer): Buffer {
  const list = Buffer.concat([longs(7), Buffer.alloc(24)]);
  const levels = [level(0, 0), level(0, 0), third, ...Array.from({ length: 6 }, () => level(0, 0))];
  const parts = { body: 'one\r', footnotes: '', headers: '', comments: '', endnotes: '' };
  // The levels follow the lists in the table stream.
  return docOf(parts, ['one\r'], { 738: Buffer.concat([words(1), list]), 1792: Buffer.concat(levels) });
}

it('finds lists of a doc whose levels restart after some levels only', () => {
  expect(hasLimitedRestarts(docWith(level(NO_RESTART, 1)))).toBe(true);
  expect(hasLimitedRestarts(docWith(level(NO_RESTART, 0)))).toBe(true);
});

it('finds none in lists that restart as usual, and in other files', () => {
  expect(hasLimitedRestarts(docWith(level(0, 0)))).toBe(false);
  expect(hasLimitedRestarts(docWith(level(NO_RESTART, 2)))).toBe(false);
  expect(hasLimitedRestarts(makePng(4))).toBe(false);
});
