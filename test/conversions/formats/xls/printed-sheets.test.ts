import { describe, expect, it } from 'vitest';
import { printSheets } from '../../print-sheets.ts';

/** Bytes of a number: two of one, eight of a fraction. */
const words = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [index, value] of values.entries()) bytes.writeUInt16LE(value & 0xffff, index * 2);
  return bytes;
};
const double = (value: number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return bytes;
};
const record = (type: number, ...parts: readonly Buffer[]): Buffer => {
  const data = Buffer.concat(parts);
  return Buffer.concat([words(type, data.length), data]);
};
const short = (text: string): Buffer => Buffer.concat([Buffer.from([text.length, 0]), Buffer.from(text)]);
const long = (text: string): Buffer =>
  Buffer.concat([words(text.length), Buffer.from([0]), Buffer.from(text)]);

const begin = (kind: number): Buffer => record(0x0809, words(0x0600, kind, 0, 0x07cc, 0, 0, 6, 0));
const END = record(0x000a);
const font = record(0x0031, words(200, 0, 8, 400, 0), Buffer.alloc(4), short('Arial'));
const plain = record(0x00e0, words(0, 0, 1), Buffer.alloc(14));
const label = (row: number, column: number, text: string, style = 0): Buffer =>
  record(0x0204, words(row, column, style), long(text));
const rows = (count: number): Buffer[] => Array.from({ length: count }, (_, row) => label(row, 0, `r${row}`));

interface XlsParts {
  readonly sheets: readonly (readonly Buffer[])[];
  readonly hidden?: readonly number[];
  readonly globals?: readonly Buffer[];
}

/** A workbook stream of Excel 97. */
function makeXls({ sheets, hidden = [], globals = [] }: XlsParts): Uint8Array {
  const streams = sheets.map((records) => Buffer.concat([begin(0x0010), ...records, END]));
  const globalsAt = (positions: readonly number[]): Buffer =>
    Buffer.concat([
      begin(0x0005),
      font,
      plain,
      ...positions.map((position, index) =>
        record(
          0x0085,
          words(position & 0xffff, position >>> 16),
          Buffer.from([hidden.includes(index) ? 1 : 0, 0]),
          short(`S${index + 1}`),
        ),
      ),
      ...globals,
      END,
    ]);
  const first = globalsAt(sheets.map(() => 0)).length;
  const positions = streams.map((_, index) =>
    streams.slice(0, index).reduce((sum, stream) => sum + stream.length, first),
  );
  return Buffer.concat([globalsAt(positions), ...streams]);
}

const print = (parts: XlsParts) => printSheets(makeXls(parts), 'xls');

const setup = (paper: number, flags: number, { scale = 100, wide = 1, high = 1 } = {}): Buffer =>
  record(0x00a1, words(paper, scale, 1, wide, high, flags, 0, 0), double(0.3), double(0.3), words(1));
const PORTRAIT = 2;

describe('a printed workbook of Excel 97', () => {
  it('has the paper of each sheet and leaves out hidden sheets', async () => {
    const { sizes } = await print({
      sheets: [
        [setup(11, PORTRAIT), ...rows(1)],
        [setup(1, 0), ...rows(1)],
        [setup(8, PORTRAIT), ...rows(1)],
      ],
      hidden: [2],
    });

    expect(sizes).toEqual([
      [420, 595],
      [792, 612],
    ]);
  });

  it('splits rows of their heights into pages and starts pages at manual breaks', async () => {
    const height = record(0x0225, words(0, 20 * 20));
    const breaks = record(0x001b, words(1, 2, 0, 255));
    const margins = [0x28, 0x29].map((type) => record(type, double(1)));
    const hidden = record(0x0208, words(1, 0, 1, 400, 0, 0, 0x20, 0));
    const { pages } = await print({
      sheets: [[height, ...margins, breaks, setup(11, PORTRAIT), hidden, ...rows(30)]],
    });

    // 451 points fit 22 rows of 20 points.
    expect(pages.map((page) => [page[0], page.length])).toEqual([
      ['r0', 1],
      ['r2', 22],
      ['r24', 6],
    ]);
  });

  it('prints only the print area, at the scale that fits it on one page', async () => {
    const area = Buffer.concat([Buffer.from([0x3b]), words(0, 0, 199, 0, 0)]);
    const name = record(
      0x0018,
      words(0x20, 1 << 8, area.length, 0, 1),
      Buffer.alloc(4),
      Buffer.from([0, 6]),
      area,
    );
    const { pages } = await print({
      sheets: [[record(0x0081, words(0x100)), setup(9, PORTRAIT), ...rows(250), label(0, 3, 'outside')]],
      globals: [name],
    });

    expect(pages.map(({ length }) => length)).toEqual([200]);
  });
});
