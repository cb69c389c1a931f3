import { expect, it } from 'vitest';
import { xlsReader } from '../../../../lib/conversions/formats/xls/reader.ts';
import { hasWholeRecords } from '../../../../lib/conversions/formats/xls/whole-records.ts';

const record = (type: number, body: Buffer): Buffer => {
  const header = Buffer.alloc(4);
  header.writeUInt16LE(type, 0);
  header.writeUInt16LE(body.length, 2);
  return Buffer.concat([header, body]);
};
/** The beginning of a sheet of Excel 5 and 95: BIFF5, cells. */
const begin = record(0x0809, Buffer.from([0, 5, 0x10, 0, 0, 0, 0, 0]));
const end = record(0x000a, Buffer.alloc(0));

// SheetJS reads the bytes after it as the length, which is never reached: it hangs or runs out of memory.
it.each([
  ['an Excel 2 String', 0x0007, 0],
  ['a Formula', 0x0006, 21],
  ['a WriteAccess', 0x005c, 0],
  ['a Format', 0x041e, 2],
])('refuses %s without its length', async (_, type, bytes) => {
  const file = Buffer.concat([begin, record(type, Buffer.alloc(bytes)), end, Buffer.alloc(16)]);

  await expect(
    xlsReader.convert(file, { from: 'xls', operation: 'read', to: 'workbook', options: {} }),
  ).rejects.toMatchObject({
    otherwise: { code: 'corrupt_document' },
  });
});

/** A table with one shared string, truncated at the end of its record. */
const table = (text: Buffer): Buffer => Buffer.concat([Buffer.from([1, 0, 0, 0, 1, 0, 0, 0]), text]);
const narrow = (characters: number, given: number): Buffer =>
  Buffer.concat([Buffer.from([characters, 0, 0]), Buffer.alloc(given, 'a')]);
const sharedStrings = 0x00fc;
const next = 0x003c;

it.each([
  ['a shared string without its length', [record(sharedStrings, table(Buffer.from([5])))]],
  ['a shared string that ends after its table', [record(sharedStrings, table(narrow(5, 4)))]],
  [
    'a second shared string that starts at the last byte',
    [
      record(
        sharedStrings,
        Buffer.concat([Buffer.from([2, 0, 0, 0, 2, 0, 0, 0]), narrow(5, 5), Buffer.from([1])]),
      ),
    ],
  ],
  [
    'a shared string that ends after its Continue record',
    [record(sharedStrings, table(narrow(5, 3))), record(next, Buffer.from('\0b'))],
  ],
  [
    'a wide shared string that ends within a character',
    [record(sharedStrings, table(narrow(5, 3))), record(next, Buffer.from('\x01b\0b'))],
  ],
  [
    'an empty Continue record of a text box',
    [record(0x01b6, Buffer.alloc(18)), record(next, Buffer.alloc(0))],
  ],
])('refuses %s', (_, records) => {
  expect(hasWholeRecords(Buffer.concat([begin, ...records, end]))).toBe(false);
});

it.each([
  ['a shared string', [record(sharedStrings, table(narrow(5, 5)))]],
  [
    'a shared string with a Continue record',
    [record(sharedStrings, table(narrow(5, 3))), record(next, Buffer.from('\0bb'))],
  ],
  [
    'a shared string that continues in wide characters',
    [record(sharedStrings, table(narrow(5, 3))), record(next, Buffer.from('\x01b\0b\0'))],
  ],
  [
    'a shared string that continues directly after its header',
    [record(sharedStrings, table(narrow(5, 0))), record(next, Buffer.from('\0bbbbb'))],
  ],
  [
    'encrypted shared strings',
    [record(0x002f, Buffer.alloc(6)), record(sharedStrings, table(Buffer.from([5])))],
  ],
  [
    'a text box with a Continue record',
    [record(0x01b6, Buffer.alloc(18)), record(next, Buffer.from('\0a')), record(next, Buffer.alloc(8))],
  ],
])('accepts %s', (_, records) => {
  expect(hasWholeRecords(Buffer.concat([begin, ...records, end]))).toBe(true);
});
