import { compoundOf } from './compound-of.ts';

/** A record of a presentation. */
export const record = (type: number, body: Buffer, head = 0): Buffer => {
  const header = Buffer.alloc(8);
  header.writeUInt16LE(head, 0);
  header.writeUInt16LE(type, 2);
  header.writeUInt32LE(body.length, 4);
  return Buffer.concat([header, body]);
};
/** A record of records. */
export const container = (type: number, parts: readonly Buffer[], instance = 0): Buffer =>
  record(type, Buffer.concat(parts), instance * 16 + 15);
/** Numbers of 4 bytes. */
export const numbers = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, index * 4);
  return bytes;
};
/** A text of a kind: 0 is a title, 4 any other. */
export const texts = (kind: number, content: string): Buffer[] => [
  record(3999, numbers(kind)),
  record(4000, Buffer.from(content, 'utf16le')),
];

/** Top, left, right and bottom, or x and y, of 4 bytes each. */
export const box4 = (...edges: number[]): Buffer => {
  const bytes = Buffer.alloc(edges.length * 4);
  for (const [index, edge] of edges.entries()) bytes.writeInt32LE(edge, index * 4);
  return bytes;
};

/** A presentation of one slide: a title, a text in a group, and what is added to the slide or to the document. */
export function pptOf({
  editBytes = 28,
  token = 0xe391c05f,
  listed = 1,
  shapes = [],
  more = [],
  inDocument = [],
}: {
  editBytes?: number;
  token?: number;
  listed?: number;
  shapes?: Buffer[];
  more?: Buffer[];
  inDocument?: Buffer[];
} = {}): Buffer {
  // A group from (0, 0) to (100, 100) in its own units, on the slide from (80, 160) to (1680, 960) units.
  const frame = container(0xf004, [
    record(0xf009, box4(0, 0, 100, 100)),
    record(0xf010, box4(160, 80, 1680, 960)),
  ]);
  const box = container(0xf004, [
    record(0xf00f, box4(50, 0, 100, 50)),
    container(0xf00d, [
      ...texts(4, 'Free text'),
      // Ten characters without paragraph properties, of which all have the size 32.
      record(4001, Buffer.from('0a000000000000000000' + '0a000000000002002000', 'hex')),
    ]),
  ]);
  const group = container(0xf003, [frame, box]);
  const slide = container(1006, [
    record(1007, Buffer.alloc(24)),
    container(1036, [
      container(0xf002, [
        group,
        ...shapes,
        container(0xf004, [container(0xf00d, [record(3998, numbers(0))])]),
      ]),
    ]),
    ...more,
  ]);
  const entry = [record(1011, numbers(2, 0, 1, 256, 0)), ...texts(0, 'Title\vline')];
  const list = container(4080, Array.from({ length: listed }, () => entry).flat());
  const document = container(1000, [record(1001, box4(5760, 3240)), list, ...inDocument]);
  const directory = record(6002, numbers((2 << 20) + 1, 0, document.length));
  const edit = Buffer.alloc(editBytes);
  edit.writeUInt32LE(document.length + slide.length, 12);
  edit.writeUInt32LE(1, 16);
  const stream = Buffer.concat([document, slide, directory, record(4085, edit), Buffer.alloc(4096)]);
  const user = Buffer.alloc(24);
  user.writeUInt32LE(token, 12);
  user.writeUInt32LE(document.length + slide.length + directory.length, 16);
  return compoundOf({ 'PowerPoint Document': stream, 'Current User': user });
}
