import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import {
  inspectDocument,
  isEncryptedWord,
} from '../../../../lib/conversions/formats/office/inspect-document.ts';
import { makeZip } from '../../../../lib/conversions/shared/zip/make-zip.ts';

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
  ['an svg with a picture of a file', svg('<image xlink:href="file:///etc/logo.png"/>')],
  ['an svg with a picture beside it', svg("<image href='../logo.png'/>")],
  ['an svg in an svg', svg('<image href="data:image/svg+xml;base64,AA"/>')],
  ['an svg with entities', svg('<!DOCTYPE svg [<!ENTITY a "b">]>')],
  ['a packed svg', archive('a.png', gzipSync('<svg/>'))],
  ['an svg in a wide encoding', archive('a.svg', Buffer.from('<svg></svg>', 'utf16le'))],
  ['pictures as text', archive('content.xml', '<office:binary-data>AA</office:binary-data>')],
  ['a field that names a picture', rtf(' INCLUDEPICTURE "/etc/logo.png" \\\\d')],
  ['a field in groups', rtf('{\\b  INCLUDE}{PICTURE "/etc/logo.png"}')],
  ['a field in codes', rtf(" \\'49NCLUDEPICTURE x")],
  ['a field in an rtf inside', archive('word/chunk.bin', Buffer.from(rtf(' INCLUDETEXT "/etc/a"')))],
  ['a field behind a harmless word', rtf('\\b{PAGE INCLUDEPICTURE "/etc/logo.png" \\\\d}')],
  ['a field in a field', rtf(' IF 1 = 1 {\\field{\\*\\fldinst INCLUDETEXT "/etc/a"}}')],
  ['a field with a letter as a code', rtf(' PAGE \\u73 ?NCLUDEPICTURE "/etc/a"')],
  ['a field split by control words', rtf(' PAGE INCL\\b UDE\\i0 PICTURE "/etc/a"')],
  ['a link behind a harmless word', rtf(' PAGE LINK "/etc/a"')],
  [
    'an image of rtf that is an svg',
    Buffer.from(`{\\rtf1{\\pict{\\*\\blipuid 89504e47}\\pngblip ${Buffer.from('<svg/>').toString('hex')}}}`),
  ],
  [
    'an image in text that is an svg',
    xml(
      `<draw:image xlink:href="data:image/png;base64,${base64('<svg><image href="file:///etc/a"/></svg>')}"/>`,
    ),
  ],
  [
    'an image in text that is disguised',
    xml(`<draw:image xlink:href=" &#x64;ata:image/png;base64,${base64('<svg/>')}"/>`),
  ],
  ['an image in text that is no base64', xml('<draw:image xlink:href="data:image/png,%3Csvg/%3E"/>')],
  ['an entity', xml('<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/a">]><a>&b;</a>')],
  ['text in another encoding', xml('<?xml version="1.0" encoding="UTF-7"?><a/>')],
  [
    'a field of docx in runs',
    xml(
      '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:instrText> INCLUDE</w:instrText><w:instrText>PICTURE &quot;/etc/a&quot;</w:instrText>',
    ),
  ],
  ['a simple field of docx', xml('<w:fldSimple w:instr=" PAGE INCLUDETEXT &quot;/etc/a&quot; "/>')],
  ['a field of doc', compound('\x13 PAGE INCLUDEPICTURE "/etc/a"\x14x\x15')],
  ['an svg in a doc', compound('<svg><image href="file:///etc/a"/></svg>')],
  [
    'an svg behind a long comment',
    archive('word/media/a.png', `<!--${' '.repeat(40_000)}--><svg><image href="/etc/a"/></svg>`),
  ],
  ['an svg with a file as its paint', svg('<rect style="fill:url(file:///etc/a)"/>')],
])('sees that %s reaches out', async (_, input) => {
  expect((await inspectDocument(input)).reachesOut).toBe(true);
});

it.each<[string, Uint8Array]>([
  ['an svg of shapes', svg(`<use href="#a"/><image href="data:image/png;base64,${base64(PNG)}"/>`)],
  ['a link', archive('content.xml', '<svg:title>t</svg:title><a xlink:href="https://example.com/"/>')],
  ['a field of its own', rtf(' HYPERLINK "https://example.com/"')],
  ['a field in a group of its own', rtf('{\\rtlch\\fs20  PAGE }')],
  ['an empty field', rtf('')],
  ['a field with a link that has such a word', rtf(' HYPERLINK "https://example.com/link/import database"')],
  ['prose with such words', Buffer.from('{\\rtf1 Link the database, include and import pictures.}')],
  ['an image of rtf', Buffer.from('{\\rtf1{\\pict{\\*\\blipuid 3c737667}\\pngblip 89504e470d0a}}')],
  ['an image in text', xml(`<draw:image xlink:href="data:image/png;base64,${base64(PNG)}"/>`)],
  [
    'fields of docx',
    xml(
      '<w:fldChar w:fldCharType="begin"/><w:instrText> TOC \\o &quot;1-3&quot; \\h </w:instrText><w:fldChar w:fldCharType="end"/>',
    ),
  ],
  ['a doc of text', compound('Link the database, include and import pictures. \x13 PAGE \x141\x15')],
])('lets %s pass', async (_, input) => {
  expect((await inspectDocument(input)).reachesOut).toBe(false);
});

it('sees formulas', async () => {
  expect((await inspectDocument(archive('word/document.xml', '<w:p><m:oMath/></w:p>'))).hasFormulas).toBe(
    true,
  );
  expect((await inspectDocument(archive('word/document.xml', '<w:p/>'))).hasFormulas).toBe(false);
});

it('sees the flag of an encrypted document of Word 97', () => {
  const file = Buffer.alloc(2048);
  file.writeUInt16LE(0xa5ec, 1024);
  expect(isEncryptedWord(file)).toBe(false);

  file.writeUInt16LE(0x100, 1034);

  expect(isEncryptedWord(file)).toBe(true);
});
