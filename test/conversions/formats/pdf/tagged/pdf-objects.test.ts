import { deflateSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import {
  PdfReference,
  readPdfObjects,
} from '../../../../../lib/conversions/formats/pdf/tagged/pdf-objects.ts';

const COUNT = 2000;
const numbers = Array.from({ length: COUNT }, (_, at) => at + 1);

/** A file of objects, each of which is a text without an end. */
function openTexts(): Buffer {
  const head = '%PDF-1.4\n';
  const objects = numbers.map((number) => `${String(number).padStart(8, '0')} 0 obj(`);
  const positions = objects.map((object, at) => head.length + at * object.length);
  const body = head + objects.join('');
  const rows = positions.map((position) => `${String(position).padStart(10, '0')} 00000 n \n`);
  return Buffer.from(
    `${body}\nxref\n1 ${COUNT}\n${rows.join('')}trailer<</Size ${COUNT + 1}>>\nstartxref\n${body.length + 1}\n%%EOF`,
  );
}

/** A file with an object stream, in which each object is a text without an end. */
function openTextsInStream(): Buffer {
  const header = numbers.map((number) => `${number} ${number - 1} `).join('');
  const packed = deflateSync(Buffer.from(header + '('.repeat(COUNT)));
  const stream = `1 0 obj<</Type/ObjStm/N ${COUNT}/First ${header.length}/Filter/FlateDecode/Length ${packed.length}>>stream\n`;
  const start = Buffer.concat([
    Buffer.from(`%PDF-1.5\n${stream}`),
    packed,
    Buffer.from('\nendstream endobj\n'),
  ]);
  const table = Buffer.alloc((COUNT + 2) * 4);
  table.writeUInt16BE(9, 5);
  table[4] = 1;
  for (const number of numbers) {
    const at = (number + 1) * 4;
    table[at] = 2;
    table.writeUInt16BE(1, at + 1);
  }
  const dictionary = `<</Type/XRef/Size ${COUNT + 2}/W[1 2 1]/Length ${table.length}>>`;
  return Buffer.concat([
    start,
    Buffer.from(`${COUNT + 5} 0 obj${dictionary}stream\n`),
    table,
    Buffer.from(`\nendstream endobj\nstartxref\n${start.length}\n%%EOF`),
  ]);
}

/** A file of object streams without an end; each contains an object by the cross-reference stream. */
function openStreams(count: number): Buffer {
  const head = '%PDF-1.5\n';
  const streams = Array.from(
    { length: count },
    (_, at) => `${String(at + 1).padStart(5, '0')} 0 obj<</Type/ObjStm/N 1/First 4/Length 1>>stream\n1 0 5\n`,
  );
  const table = Buffer.alloc((2 * count + 1) * 4);
  for (let number = 1; number <= count; number += 1) {
    table[number * 4] = 1;
    table.writeUInt16BE(head.length + (number - 1) * (streams[0]?.length ?? 0), number * 4 + 1);
    table[(count + number) * 4] = 2;
    table.writeUInt16BE(number, (count + number) * 4 + 1);
  }
  const start = head + streams.join('');
  const dictionary = `<</Type/XRef/Size ${2 * count + 1}/W[1 2 1]/Length ${table.length}>>`;
  return Buffer.concat([
    Buffer.from(`${start}${2 * count + 1} 0 obj${dictionary}stream\n`),
    table,
    Buffer.from(`\nendstream endobj\nstartxref\n${start.length}\n%%EOF`),
  ]);
}

describe('the objects of a PDF', () => {
  it('are looked for in linear time, if their streams have no end', () => {
    const objects = readPdfObjects(openStreams(500));
    const search = vi.spyOn(Buffer.prototype, 'indexOf');

    for (let number = 501; number <= 1000; number += 1) objects?.read(new PdfReference(number));

    const searches = search.mock.calls.filter(([word]) => word === 'endstream').length;
    search.mockRestore();
    expect(searches).toBe(2);
  });

  it('are read in linear time, if each reaches to the end of the file', () => {
    const objects = readPdfObjects(openTexts());
    const found = numbers.filter((number) => objects?.read(new PdfReference(number)) !== null);
    expect(found.length).toBeGreaterThan(0);
    expect(found.length).toBeLessThan(20);
  });

  it('are read in linear time, if each reaches to the end of its stream', () => {
    const objects = readPdfObjects(openTextsInStream());
    const found = numbers.filter((number) => objects?.read(new PdfReference(number + 1)) !== null);
    expect(found.length).toBeGreaterThan(0);
    expect(found.length).toBeLessThan(COUNT / 4);
  });
});
