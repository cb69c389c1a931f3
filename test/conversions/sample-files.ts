import { crc32, deflateSync } from 'node:zlib';
import Pdf from 'pdfkit';

/** A pdf drawn by `draw` on A4 pages. */
export async function makePdf(
  draw: (document: InstanceType<typeof Pdf>) => void,
  options: ConstructorParameters<typeof Pdf>[0] = {},
): Promise<Buffer> {
  const document = new Pdf({ size: 'A4', ...options });
  const parts: Buffer[] = [];
  document.on('data', (part: Buffer) => parts.push(part));
  const ended = new Promise((resolve) => document.on('end', resolve));
  draw(document);
  document.end();
  await ended;
  return Buffer.concat(parts);
}

/** A report of three pages: a title, two headed sections with prose, a table with rules. */
export const makeReport = (options: ConstructorParameters<typeof Pdf>[0] = {}): Promise<Buffer> =>
  makePdf((document) => {
    const prose = (text: string) => document.fontSize(11).text(`${text} `.repeat(12)).moveDown();
    document.fontSize(26).text('Harvest of the valley').moveDown();
    prose('The apples were early this year and the orchards of the valley were full of pickers.');
    document.fontSize(17).text('Weather').moveDown();
    prose('Rain fell in March, and after it the days were warm and dry until the end of August.');
    document.addPage().fontSize(17).text('Yields').moveDown();
    prose('The yields of all orchards were counted by hand and written down every evening.');
    const rows = [
      ['Fruit', 'Trees', 'Kilograms'],
      ['Apple', '120', '9400'],
      ['Pear', '45', '2100'],
      ['Plum', '30', '1250'],
    ];
    document.fontSize(11).table({ data: rows });
    document.addPage().fontSize(11).text('The last page holds this sentence only.');
  }, options);

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A grey png of `size` by `size` pixels. */
export function makePng(size: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header[8] = 8;
  const rows = Buffer.alloc(size * (size + 1), 0x80);
  for (let row = 0; row < size; row += 1) rows[row * (size + 1)] = 0;
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A page that is an image, as a scanner produces it. */
export const makeScan = (): Promise<Buffer> =>
  makePdf(
    (document) => {
      document.image(makePng(64), 0, 0, { width: 595.28, height: 841.89 });
    },
    { margin: 0 },
  );

/** A zip archive of stored files. */
export function makeZip(files: Readonly<Record<string, string>>): Buffer {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const data = Buffer.from(content);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt32LE(crc32(data), 10);
    fields.writeUInt32LE(data.length, 14);
    fields.writeUInt32LE(data.length, 18);
    fields.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), data]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    centrals.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), fields, tail, Buffer.from(name)]));
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(centrals);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(centrals.length, 4);
  end.writeUInt16LE(centrals.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, directory, Buffer.from('PK\x05\x06'), end]);
}

/** An OLE compound file whose directory has one stream. */
export function makeCompoundFile(stream: string): Buffer {
  const file = Buffer.alloc(512 * 4);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(file);
  file.writeUInt16LE(9, 30);
  file.writeUInt32LE(1, 48);
  file.writeUInt32LE(0, 76);
  file.writeUInt32LE(0xfffffffd, 512);
  file.writeUInt32LE(0xfffffffe, 516);
  const entry = (at: number, name: string, type: number): void => {
    file.write(name, at, 'utf16le');
    file.writeUInt16LE((name.length + 1) * 2, at + 64);
    file.writeUInt8(type, at + 66);
  };
  entry(1024, 'Root Entry', 5);
  entry(1024 + 128, stream, 2);
  return file;
}
