import { expect, it } from 'vitest';
import { sheetJs } from '../../../lib/conversions/engines/sheetjs.ts';

const record = (type: number, body: Buffer): Buffer => {
  const header = Buffer.alloc(4);
  header.writeUInt16LE(type, 0);
  header.writeUInt16LE(body.length, 2);
  return Buffer.concat([header, body]);
};
/** The beginning of a sheet of Excel 5 and 95: BIFF5, cells. */
const begin = record(0x0809, Buffer.from([0, 5, 0x10, 0, 0, 0, 0, 0]));
const end = record(0x000a, Buffer.alloc(0));

// SheetJS takes what stands behind the record for the length, and that is never reached: it hangs or memory runs full.
it.each([
  ['a String of Excel 2', 0x0007, 0],
  ['a Formula', 0x0006, 21],
  ['a WriteAccess', 0x005c, 0],
  ['a Format', 0x041e, 2],
])('refuses %s without its length', async (_, type, bytes) => {
  const file = Buffer.concat([begin, record(type, Buffer.alloc(bytes)), end, Buffer.alloc(16)]);

  await expect(sheetJs.convert(file, { options: {} } as never)).rejects.toMatchObject({
    otherwise: { code: 'corrupt_document' },
  });
});
