import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { needsPassword } from '../../../lib/conversions/detection/needs-password.ts';

const fixture = (format: string): Buffer =>
  readFileSync(new URL(`../../fixtures/encrypted/harvest.${format}`, import.meta.url));

test.each<[string, string, Buffer, boolean | undefined]>([
  ['a text', 'text', Buffer.from('/Encrypt'), false],
  ['a PDF', 'pdf', Buffer.from('%PDF-1.7 trailer << /Root 1 0 R >>'), false],
  ['a PDF that may open without one', 'pdf', Buffer.from('%PDF-1.7 trailer << /Encrypt 9 0 R >>'), undefined],
  ['an encrypted document', 'docx', fixture('docx'), true],
  ['an encrypted workbook, whose password may be that of Excel', 'xlsx', fixture('xlsx'), undefined],
  ['an encrypted OpenDocument file', 'odt', fixture('odt'), undefined],
  ['a document', 'docx', Buffer.from('PK\u0003\u0004'), false],
])('%s (%s) needs a password: %j', (_, format, bytes, expected) => {
  expect(needsPassword(bytes, format)).toBe(expected);
});
