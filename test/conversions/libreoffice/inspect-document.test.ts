import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { makeZip } from '../../../lib/conversions/archive/make-zip.ts';
import { inspectDocument, isEncryptedWord } from '../../../lib/conversions/libreoffice/inspect-document.ts';

const archive = (name: string, bytes: string | Buffer): Uint8Array =>
  makeZip([{ name, bytes: Buffer.from(bytes) }]);
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
])('sees that %s reaches out', (_, input) => {
  expect(inspectDocument(input).reachesOut).toBe(true);
});

it.each<[string, Uint8Array]>([
  ['an svg of shapes', svg('<use href="#a"/><image href="data:image/png;base64,AA"/>')],
  ['a link', archive('content.xml', '<svg:title>t</svg:title><a xlink:href="https://example.com/"/>')],
  ['a field of its own', rtf(' HYPERLINK "https://example.com/"')],
  ['a field in a group of its own', rtf('{\\rtlch\\fs20  PAGE }')],
  ['an empty field', rtf('')],
])('lets %s pass', (_, input) => {
  expect(inspectDocument(input).reachesOut).toBe(false);
});

it('sees formulas', () => {
  expect(inspectDocument(archive('word/document.xml', '<w:p><m:oMath/></w:p>')).hasFormulas).toBe(true);
  expect(inspectDocument(archive('word/document.xml', '<w:p/>')).hasFormulas).toBe(false);
});

it('sees the flag of an encrypted document of Word 97', () => {
  const file = Buffer.alloc(2048);
  file.writeUInt16LE(0xa5ec, 1024);
  expect(isEncryptedWord(file)).toBe(false);

  file.writeUInt16LE(0x100, 1034);

  expect(isEncryptedWord(file)).toBe(true);
});
