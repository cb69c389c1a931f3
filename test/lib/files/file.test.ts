import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanFilename, fileObjectKey, incomingObjectKey } from '../../../lib/files/file.ts';
import { anyCharacter } from '../../support/any-character.ts';

describe('cleanFilename', () => {
  it.each([
    ['report.pdf', 'report.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\me\\report.pdf', 'report.pdf'],
    ['Übersicht 你好.docx', 'Übersicht 你好.docx'],
    ['  spaced.txt \t', 'spaced.txt'],
    ['a\r\nSet-Cookie: x=y.txt', 'aSet-Cookie: x=y.txt'],
    ['invoice\u202Efdp.exe', 'invoicefdp.exe'],
    ['.hidden', '.hidden'],
    ['..', 'file'],
    ['folder/', 'file'],
    ['\u0000\u0007', 'file'],
    ['', 'file'],
    ['half\ud83d.txt', 'half\ufffd.txt'],
    [`${'a'.repeat(300)}.pdf`, `${'a'.repeat(251)}.pdf`],
    ['b'.repeat(300), 'b'.repeat(255)],
  ])('returns for %j the name %j', (name, clean) => {
    expect(cleanFilename(name)).toBe(clean);
  });

  const anyName = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 600 }),
    fc.string({
      unit: fc.constantFrom('/', '\\', '.', '\u202e', '\n', '\u0000', ' ', '😀', 'a'),
      maxLength: 600,
    }),
  );

  it('returns a safe name for any input', () => {
    fc.assert(
      fc.property(anyName, (name) => {
        const clean = cleanFilename(name);

        expect(clean.length).toBeGreaterThan(0);
        expect(clean.length).toBeLessThanOrEqual(255);
        expect(clean).not.toMatch(/[/\\\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
        expect(clean).not.toMatch(/^\.+$/);
        expect(clean.isWellFormed()).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('is idempotent', () => {
    fc.assert(
      fc.property(anyName, (name) => {
        const clean = cleanFilename(name);

        expect(cleanFilename(clean)).toBe(clean);
      }),
      { numRuns: 500 },
    );
  });
});

it('stores uploads and presigned uploads under different keys', () => {
  expect([fileObjectKey('acct_1', 'file_1'), incomingObjectKey('acct_1', 'file_1')]).toEqual([
    'accounts/acct_1/files/file_1',
    'accounts/acct_1/incoming/file_1',
  ]);
});
