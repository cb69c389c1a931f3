import { describe, expect, it } from 'vitest';
import { xlsReader } from '../../../../lib/conversions/formats/xls/reader.ts';
import { openCompound } from '../../../../lib/conversions/shared/compound-file/open-compound.ts';
import { compoundOf } from './compound-of.ts';

// Offsets in a file by `compoundOf`, which has 512-byte sectors: [MS-CFB] 2.2 and 2.6.1.
const DIRECTORY = 48;
const MINI_TABLE = 60;
const MORE_TABLES = 68;
const FIRST_TABLE = 76;
const ENTRY_BYTES = 128;
const START = 116;
const SIZE = 120;
const END_OF_CHAIN = 0xfffffffe;

const sectorAt = (sector: number): number => (sector + 1) * 512;
const numberedBytes = (length: number): Buffer => Buffer.from(Array.from({ length }, (_, at) => at % 251));
const large = numberedBytes(6000);
const small = numberedBytes(100);

/** A file with a large and a small stream, and the offsets of its parts. */
function fileOf() {
  const file = compoundOf({ Workbook: large, Small: small });
  const directory = sectorAt(file.readUInt32LE(DIRECTORY));
  const entry = (name: string): number => {
    for (let at = directory; at < file.length; at += ENTRY_BYTES)
      if (file.toString('utf16le', at, at + name.length * 2) === name) return at;
    throw new Error(`No entry ${name}.`);
  };
  const table = sectorAt(file.readUInt32LE(FIRST_TABLE));
  const next = (sector: number, following: number): void =>
    void file.writeUInt32LE(following, table + sector * 4);
  return { file, entry, next, start: (name: string) => file.readUInt32LE(entry(name) + START), directory };
}

type Parts = ReturnType<typeof fileOf>;
const corrupt = expect.objectContaining({ code: 'corrupt_document' });

describe('a compound file', () => {
  it('returns large and small streams by case-insensitive names', () => {
    const streams = openCompound(fileOf().file);

    expect(streams('Workbook')).toEqual(large);
    expect(streams('SMALL')).toEqual(small);
    expect(streams('Nothing')).toBeUndefined();
  });

  it('is read from a byte view, with 8 MB in sector tables that the header does not list', () => {
    const huge = Buffer.alloc(8_000_000, numberedBytes(10_000));
    const file = compoundOf({ Huge: huge });

    expect(file.readUInt32LE(MORE_TABLES)).toBeLessThan(END_OF_CHAIN);
    expect(openCompound(Buffer.concat([Buffer.alloc(7), file]).subarray(7))('Huge')?.equals(huge)).toBe(true);
  });

  const damage: readonly [title: string, name: string, change: (parts: Parts) => void][] = [
    [
      'a stream that starts in a cycle',
      'Workbook',
      ({ file, entry, next, start }) => {
        const second = start('Workbook') + 1;
        file.writeUInt32LE(second, entry('Workbook') + START);
        for (let at = second; at < second + 9; at += 1) next(at, at + 1);
        next(second + 9, second);
      },
    ],
    [
      'a sector that references itself',
      'Workbook',
      ({ next, start }) => next(start('Workbook'), start('Workbook')),
    ],
    ['a chain that leaves the file', 'Workbook', ({ next, start }) => next(start('Workbook'), 0xffff)],
    [
      'a start after the end of the file',
      'Workbook',
      ({ file, entry }) => file.writeUInt32LE(0x7fffffff, entry('Workbook') + START),
    ],
    [
      'a directory in a loop',
      'Workbook',
      ({ file, next }) => next(file.readUInt32LE(DIRECTORY), file.readUInt32LE(DIRECTORY)),
    ],
    [
      'a table of small sectors in a loop',
      'Small',
      ({ file, next }) => {
        const sector = file.readUInt32LE(MINI_TABLE);
        next(sector, sector);
      },
    ],
    [
      'small sectors in a loop',
      'Small',
      ({ file, start }) => {
        const table = sectorAt(file.readUInt32LE(MINI_TABLE));
        file.writeUInt32LE(start('Small'), table + start('Small') * 4);
      },
    ],
  ];

  it.each(damage)('reports %s as damage', (_, name, change) => {
    const parts = fileOf();
    change(parts);

    expect(() => openCompound(parts.file)(name)).toThrow(corrupt);
  });

  it('returns no more of a stream than its chain contains, whatever its declared length', () => {
    const { file, entry } = fileOf();
    file.writeUInt32LE(0xffffffff, entry('Workbook') + SIZE);

    expect(openCompound(file)('Workbook')?.length).toBe(Math.ceil(large.length / 512) * 512);
  });

  it('finds a stream in a directory tree with a cycle', () => {
    const { file, entry, directory } = fileOf();
    for (const at of [entry('Workbook'), entry('Small')]) {
      file.writeUInt32LE((at - directory) / ENTRY_BYTES, at + 68);
      file.writeUInt32LE((entry('Workbook') - directory) / ENTRY_BYTES, at + 72);
    }

    expect(openCompound(file)('Workbook')).toEqual(large);
  });

  it.each([
    ['is empty', Buffer.alloc(0)],
    ['is truncated in its header', fileOf().file.subarray(0, 511)],
    ['has no more than its header', fileOf().file.subarray(0, 512)],
    ['is another file', Buffer.alloc(4096, 'text ')],
  ])('is damaged if it %s', (_, file) => {
    expect(() => openCompound(file)).toThrow(corrupt);
  });

  it('is reported as damaged by the workbook reader as well', async () => {
    const parts = fileOf();
    damage[0]?.[2](parts);
    const request = { from: 'xls', operation: 'read', options: {} } as never;

    await expect(xlsReader.convert(parts.file, request)).rejects.toMatchObject({
      otherwise: { code: 'corrupt_document' },
    });
  });
});
