import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
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

describe('the objects of a PDF', () => {
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
