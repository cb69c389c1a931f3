import { utils, write } from '@e965/xlsx';
import { describe, expect, it } from 'vitest';
import { isBiff8 } from '../../../../lib/conversions/formats/xls/biff-records.ts';
import { xlsbRecords } from '../../../../lib/conversions/formats/xls/xlsb-records.ts';
import { extract } from '../../../../lib/conversions/index.ts';
import { openCompound } from '../../../../lib/conversions/shared/compound-file/open-compound.ts';
import { makeZip } from '../../../../lib/conversions/shared/zip/make-zip.ts';
import { openZip } from '../../../../lib/conversions/shared/zip/open-zip.ts';

const TIDE = 4;

const u16 = (value: number): number[] => [value & 0xff, value >> 8];
const f64 = (value: number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return bytes;
};

/** A result in a formula of xls: a number, or an empty text (`[MS-XLS]` 2.5.133). */
const xlsResult = (result: number | ''): Buffer =>
  result === '' ? Buffer.from([3, 0, 0, 0, 0, 0, 0xff, 0xff]) : f64(result);

const record = (type: number, data: Buffer): Buffer =>
  Buffer.concat([Buffer.from([...u16(type), ...u16(data.length)]), data]);

/** A workbook with a number in each of these cells of column A, which its callers replace: the library writes no formulas. */
const numbers = (bookType: 'biff8' | 'xlsb', count: number): Buffer =>
  write(
    utils.book_new(utils.aoa_to_sheet([['Tides'], ...Array.from({ length: count }, () => [TIDE])]), 'A'),
    { type: 'buffer', bookType },
  );

function xlsOf(results: readonly (number | '')[], build = 0): Buffer {
  const stream = openCompound(numbers('biff8', results.length))('Workbook') ?? Buffer.alloc(0);
  expect(isBiff8(stream)).toBe(true);
  const left = [...results];
  const parts: Buffer[] = [];
  for (let at = 0; at + 4 <= stream.length; ) {
    const [type, end] = [stream.readUInt16LE(at), at + 4 + stream.readUInt16LE(at + 2)];
    const data = stream.subarray(at + 4, end);
    const result = type === 0x203 ? left.shift() : undefined;
    if (type === 0x85 && build !== 0) {
      const mark = record(0x1c1, Buffer.from([0xc1, 1, 0, 0, build, 0, 0, 0]));
      const offset = Buffer.from(data);
      offset.writeUInt32LE(data.readUInt32LE(0) + mark.length);
      parts.push(record(type, offset), mark);
    } else if (result === undefined) parts.push(stream.subarray(at, end));
    else
      parts.push(
        record(
          6,
          Buffer.concat([
            data.subarray(0, 6),
            xlsResult(result),
            Buffer.alloc(6),
            Buffer.from([3, 0, 0x1e, 4, 0]),
          ]),
        ),
      );
    at = end;
  }
  return Buffer.concat(parts);
}

function xlsbOf(results: readonly (number | '')[], build = 0): Uint8Array {
  const archive = openZip(numbers('xlsb', results.length));
  const number7 = (value: number): number[] => (value < 0x80 ? [value] : [(value & 0x7f) | 0x80, value >> 7]);
  const written = (type: number, data: Buffer): Buffer =>
    Buffer.concat([Buffer.from([...number7(type), ...number7(data.length)]), data]);
  const left = [...results];
  const cell = (type: number, data: Buffer): Buffer => {
    const result = type === 2 ? left.shift() : undefined;
    if (result === undefined) return written(type, data);
    const value = result === '' ? Buffer.alloc(4) : f64(result);
    const formula = Buffer.from([0, 0, 3, 0, 0, 0, 0x1e, 4, 0, 0, 0, 0, 0]);
    return written(result === '' ? 8 : 9, Buffer.concat([data.subarray(0, 8), value, formula]));
  };
  const calculated = written(157, Buffer.from([build, ...Array.from({ length: 25 }, () => 0)]));
  return makeZip(
    archive.names.map((name) => {
      const part = archive.read(name) ?? new Uint8Array();
      if (name === 'xl/workbook.bin') {
        const records = [...xlsbRecords(part)].map(({ type, data }) => written(type, data));
        return { name, bytes: Buffer.concat([...records.slice(0, -1), calculated, ...records.slice(-1)]) };
      }
      if (!name.startsWith('xl/worksheets/sheet')) return { name, bytes: part };
      return { name, bytes: Buffer.concat([...xlsbRecords(part)].map(({ type, data }) => cell(type, data))) };
    }),
  );
}

describe.each([
  ['xls', xlsOf],
  ['xlsb', xlsbOf],
] as const)('formulas without results: %s', (from, bookOf) => {
  const warningsOf = async (results: readonly (number | '')[], build?: number): Promise<readonly string[]> =>
    (await extract(bookOf(results, build), { from, format: 'markdown' })).report.warnings;

  it.each([[[0, 0]], [['', 0]]] as const)('are counted in a warning: %j', async (results) => {
    expect(await warningsOf(results)).toEqual([
      expect.stringMatching(/^2 formulas have no result in the file, or a zero in its place/),
    ]);
  });

  it.each([[[]], [[2]], [[0, 2]]])('are not those with results: %j', async (results) => {
    expect(await warningsOf(results)).toEqual([]);
  });

  it('are not those that a program has calculated', async () => {
    expect(await warningsOf([0, 0], 1)).toEqual([]);
  });
});
