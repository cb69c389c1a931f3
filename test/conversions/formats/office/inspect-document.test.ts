import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import {
  inspectDocument,
  isEncryptedPowerPoint,
  isEncryptedWord,
} from '../../../../lib/conversions/formats/office/inspect-document.ts';
import { makeZip } from '../../../../lib/conversions/shared/zip/make-zip.ts';
import { compoundOf } from '../../shared/compound-file/compound-of.ts';

const archive = (name: string, bytes: string | Buffer): Uint8Array =>
  makeZip([{ name, bytes: Buffer.from(bytes) }]);
const xml = (inner: string): Uint8Array => archive('word/content.xml', inner);
const base64 = (bytes: string): string => Buffer.from(bytes, 'latin1').toString('base64');
const PNG = '\x89PNG\r\n';
const compound = (text: string): Uint8Array =>
  Buffer.from(`\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1${text}`, 'latin1');
const svg = (inner: string): Uint8Array =>
  archive('word/media/any.bin', `<?xml version="1.0"?><svg xmlns="x">${inner}</svg>`);
const rtf = (field: string): Uint8Array =>
  Buffer.from(`{\\rtf1{\\field{\\*\\fldinst${field}}{\\fldrslt x}}}`);

it.each<[string, Uint8Array]>([
  ['an svg with an image from a file', svg('<image xlink:href="file:///etc/logo.png"/>')],
  ['an svg with an image from a relative path', svg("<image href='../logo.png'/>")],
  ['an svg in an svg', svg('<image href="data:image/svg+xml;base64,AA"/>')],
  ['an svg with entities', svg('<!DOCTYPE svg [<!ENTITY a "b">]>')],
  ['a compressed svg', archive('a.png', gzipSync('<svg/>'))],
  ['an svg in UTF-16', archive('a.svg', Buffer.from('<svg></svg>', 'utf16le'))],
  ['images as text', archive('content.xml', '<office:binary-data>AA</office:binary-data>')],
  ['a field that inserts an image', rtf(' INCLUDEPICTURE "/etc/logo.png" \\\\d')],
  ['a field in groups', rtf('{\\b  INCLUDE}{PICTURE "/etc/logo.png"}')],
  ['a field in codes', rtf(" \\'49NCLUDEPICTURE x")],
  ['a field in embedded rtf', archive('word/chunk.bin', Buffer.from(rtf(' INCLUDETEXT "/etc/a"')))],
  ['a field after a harmless word', rtf('\\b{PAGE INCLUDEPICTURE "/etc/logo.png" \\\\d}')],
  ['a field in a field', rtf(' IF 1 = 1 {\\field{\\*\\fldinst INCLUDETEXT "/etc/a"}}')],
  ['a field with an encoded letter', rtf(' PAGE \\u73 ?NCLUDEPICTURE "/etc/a"')],
  ['a field split by control words', rtf(' PAGE INCL\\b UDE\\i0 PICTURE "/etc/a"')],
  ['a link after a harmless word', rtf(' PAGE LINK "/etc/a"')],
  [
    'an svg as an rtf image',
    Buffer.from(`{\\rtf1{\\pict{\\*\\blipuid 89504e47}\\pngblip ${Buffer.from('<svg/>').toString('hex')}}}`),
  ],
  [
    'an svg as a base64 image',
    xml(
      `<draw:image xlink:href="data:image/png;base64,${base64('<svg><image href="file:///etc/a"/></svg>')}"/>`,
    ),
  ],
  [
    'a disguised base64 image',
    xml(`<draw:image xlink:href=" &#x64;ata:image/png;base64,${base64('<svg/>')}"/>`),
  ],
  ['a base64 image that is not base64', xml('<draw:image xlink:href="data:image/png,%3Csvg/%3E"/>')],
  ['an entity', xml('<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/a">]><a>&b;</a>')],
  ['text in another encoding', xml('<?xml version="1.0" encoding="UTF-7"?><a/>')],
  [
    'a docx field split into runs',
    xml(
      '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:instrText> INCLUDE</w:instrText><w:instrText>PICTURE &quot;/etc/a&quot;</w:instrText>',
    ),
  ],
  ['a simple docx field', xml('<w:fldSimple w:instr=" PAGE INCLUDETEXT &quot;/etc/a&quot; "/>')],
  ['a doc field', compound('\x13 PAGE INCLUDEPICTURE "/etc/a"\x14x\x15')],
  ['an svg in a doc', compound('<svg><image href="file:///etc/a"/></svg>')],
  [
    'an svg after a long comment',
    archive('word/media/a.png', `<!--${' '.repeat(40_000)}--><svg><image href="/etc/a"/></svg>`),
  ],
  ['an svg that uses a file as its paint', svg('<rect style="fill:url(file:///etc/a)"/>')],
])('finds the external reference in %s', async (_, input) => {
  expect((await inspectDocument(input)).hasExternalReferences).toBe(true);
});

it.each<[string, Uint8Array]>([
  ['an svg of shapes', svg(`<use href="#a"/><image href="data:image/png;base64,${base64(PNG)}"/>`)],
  ['a link', archive('content.xml', '<svg:title>t</svg:title><a xlink:href="https://example.com/"/>')],
  ['a local field', rtf(' HYPERLINK "https://example.com/"')],
  ['a local field in a group', rtf('{\\rtlch\\fs20  PAGE }')],
  ['an empty field', rtf('')],
  ['a field whose link contains such a word', rtf(' HYPERLINK "https://example.com/link/import database"')],
  ['prose that contains such words', Buffer.from('{\\rtf1 Link the database, include and import pictures.}')],
  ['an rtf image', Buffer.from('{\\rtf1{\\pict{\\*\\blipuid 3c737667}\\pngblip 89504e470d0a}}')],
  ['a base64 image', xml(`<draw:image xlink:href="data:image/png;base64,${base64(PNG)}"/>`)],
  [
    'docx fields',
    xml(
      '<w:fldChar w:fldCharType="begin"/><w:instrText> TOC \\o &quot;1-3&quot; \\h </w:instrText><w:fldChar w:fldCharType="end"/>',
    ),
  ],
  ['a doc with text', compound('Link the database, include and import pictures. \x13 PAGE \x141\x15')],
])('accepts %s', async (_, input) => {
  expect((await inspectDocument(input)).hasExternalReferences).toBe(false);
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

it('finds formulas', async () => {
  expect((await inspectDocument(archive('word/document.xml', '<w:p><m:oMath/></w:p>'))).hasFormulas).toBe(
    true,
  );
  expect((await inspectDocument(archive('word/document.xml', '<w:p/>'))).hasFormulas).toBe(false);
});

it.each([1024, 3968])('finds the encryption flag of a Word 97 document at byte %i', (at) => {
  const file = Buffer.alloc(4096);
  file.writeUInt16LE(0xa5ec, at);
  expect(isEncryptedWord(file)).toBe(false);

  file.writeUInt16LE(0x100, at + 10);

  expect(isEncryptedWord(file)).toBe(true);
});

it.each([
  [0xf3d1c4df, true],
  [0xe391c05f, false],
])('tells an encrypted presentation by its token %s', (token, isEncrypted) => {
  const user = Buffer.alloc(20);
  user.writeUInt32LE(token, 12);

  expect(isEncryptedPowerPoint(compoundOf({ 'Current User': user }))).toBe(isEncrypted);
  expect(isEncryptedPowerPoint(user)).toBe(false);
});

it('reads an RTF file that closes more groups than it opens', async () => {
  const inspected = await inspectDocument(Buffer.from('{\\rtf1 a}}{\\info x}}} b}'));

  expect(inspected.hasExternalReferences).toBe(false);
});
