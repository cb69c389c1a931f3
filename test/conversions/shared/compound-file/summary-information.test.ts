import { expect, it } from 'vitest';
import { corruptOle } from '../../../../lib/conversions/shared/compound-file/corrupt-file.ts';
import { readSummary } from '../../../../lib/conversions/shared/compound-file/summary-information.ts';

const AUTHOR = 4;
const SECTION = 48;

/** Creates a stream with one property, [MS-OLEPS] 2.21 and 2.20. */
function summaryOf(id: number, type: number, count: number, value: Buffer): Buffer {
  const head = Buffer.alloc(SECTION + 24);
  head.writeUInt32LE(SECTION, 44);
  head.writeUInt32LE(1, SECTION + 4);
  head.writeUInt32LE(id, SECTION + 8);
  head.writeUInt32LE(16, SECTION + 12);
  head.writeUInt32LE(type, SECTION + 16);
  head.writeUInt32LE(count, SECTION + 20);
  return Buffer.concat([head, value]);
}

it.each([
  ['windows-1252', summaryOf(AUTHOR, 30, 4, Buffer.from('Zo\xeb\0', 'latin1'))],
  ['UTF-16', summaryOf(AUTHOR, 31, 4, Buffer.from('Zoë\0', 'utf16le'))],
])('reads a property in %s', (_, stream) => {
  expect(readSummary(() => stream).metadata.author).toBe('Zoë');
});

it('is empty if its stream is truncated or damaged', () => {
  const damaged = (): Buffer => {
    throw corruptOle();
  };

  expect(readSummary(() => Buffer.alloc(30)).metadata.author).toBeNull();
  expect(readSummary(damaged).metadata.author).toBeNull();
});
