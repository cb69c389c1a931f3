import { expect, it } from 'vitest';
import {
  inspectDocument,
  isEncryptedWord,
} from '../../../../lib/conversions/formats/office/inspect-document.ts';
import { makeZip } from '../../../../lib/conversions/shared/zip/make-zip.ts';

const archive = (name: string, bytes: string): Uint8Array => makeZip([{ name, bytes: Buffer.from(bytes) }]);

it.each<[string, boolean, string]>([
  ['a formula', true, ' EQ \\\\f(1,2)'],
  ['a formula after control words', true, '{\\rtlch\\fs20  EQ \\\\r(2,x)}'],
  ['a phonetic guide', false, ' EQ \\\\* jc2 \\\\o\\\\ad(\\\\s\\\\up 10(a),b)'],
  ['another field', false, ' PAGE '],
  ['a field before EQ in the text', false, ' PAGE }{\\fldrslt EQ 1'],
])('finds %s in an RTF file: %s', async (_, isFound, field) => {
  const input = Buffer.from(`{\\rtf1{\\field{\\*\\fldinst${field}}{\\fldrslt x}}}`);

  expect((await inspectDocument(input)).hasFormulaFields).toBe(isFound);
});

it('finds documents in the document', async () => {
  const embeds = async (body: string): Promise<boolean> =>
    (await inspectDocument(archive('word/document.xml', body))).embedsDocuments;

  expect(await embeds('<w:altChunk r:id="a"/>')).toBe(true);
  expect(await embeds('<altChunk/>')).toBe(true);
  expect(await embeds('<w:p/>')).toBe(false);
});

it('finds documents in the documents in the document', async () => {
  const body = (xml: string): { name: string; bytes: Buffer } => ({
    name: 'word/document.xml',
    bytes: Buffer.from(xml),
  });
  const nests = async (part: Uint8Array): Promise<boolean> =>
    (await inspectDocument(makeZip([body('<w:altChunk r:id="a"/>'), { name: 'word/a.docx', bytes: part }])))
      .nestsDocuments;

  expect(await nests(makeZip([body('<w:altChunk r:id="b"/>')]))).toBe(true);
  expect(await nests(makeZip([body('<w:p/>')]))).toBe(false);
  expect(await nests(Buffer.from('PK damaged'))).toBe(false);
});

it.each([1024, 3968])('finds the encryption flag of a Word 97 document at byte %i', (at) => {
  const file = Buffer.alloc(4096);
  file.writeUInt16LE(0xa5ec, at);
  expect(isEncryptedWord(file)).toBe(false);

  file.writeUInt16LE(0x100, at + 10);

  expect(isEncryptedWord(file)).toBe(true);
});
