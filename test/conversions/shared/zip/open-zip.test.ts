import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { zipLimits } from '../../../../lib/conversions/shared/zip/limits.ts';
import { openZip } from '../../../../lib/conversions/shared/zip/open-zip.ts';

const two = zipSync({ 'a/One.xml': strToU8('first'), 'b.bin': [new Uint8Array([1, 2, 3]), { level: 0 }] });

describe('openZip', () => {
  test('finds files by case-insensitive names', () => {
    const archive = openZip(two);

    const names = archive.names;

    expect(names).toEqual(['a/One.xml', 'b.bin']);
    expect(Buffer.from(archive.read('A/one.XML') ?? []).toString()).toBe('first');
    expect([...(archive.read('b.bin') ?? [])]).toEqual([1, 2, 3]);
    expect(archive.read('c')).toBeUndefined();
  });

  test('finds an archive after unrelated bytes', () => {
    const shifted = Buffer.concat([Buffer.from('#!/bin/sh\n'), two]);

    const archive = openZip(shifted);

    expect(Buffer.from(archive.read('a/One.xml') ?? []).toString()).toBe('first');
  });

  test('skips names that escape the archive', () => {
    const archive = openZip(
      zipSync({ '../evil': strToU8('x'), '/root.xml': strToU8('y'), 'x/../../z': strToU8('z') }),
    );

    expect(archive.names).toEqual(['root.xml']);
  });

  test.each([
    ['a truncated file', two.subarray(0, two.length / 2)],
    ['nothing', new Uint8Array()],
    ['noise', Buffer.alloc(4000, 7)],
  ])('rejects %s as damaged', (_, bytes) => {
    expect(() => openZip(bytes)).toThrow(expect.objectContaining({ code: 'corrupt_document' }));
  });

  test('rejects a file that unpacks to far more than its size', () => {
    const bomb = openZip(zipSync({ bomb: new Uint8Array(20_000_000) }, { level: 9 }));

    expect(() => bomb.read('bomb')).toThrow(
      expect.objectContaining({ code: 'too_complex', message: expect.stringContaining('250 times') }),
    );
  });

  test('limits the total unpacked size', () => {
    const archive = openZip(two, { ...zipLimits, maxUnpackedBytes: 8 });
    archive.read('a/One.xml');

    expect(() => archive.read('a/One.xml')).toThrow(expect.objectContaining({ code: 'too_complex' }));
  });

  test('rejects too many files by their number', () => {
    const many = zipSync(
      Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`f${index}`, strToU8('')])),
    );

    expect(() => openZip(many, { ...zipLimits, maxEntries: 19 })).toThrow(/20 files; the limit is 19/);
  });

  test('reports a password', () => {
    const locked = Buffer.from(two);
    const directory = locked.indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
    locked.writeUInt16LE(1, directory + 8);

    expect(() => openZip(locked).read('a/One.xml')).toThrow(
      expect.objectContaining({ code: 'encrypted_document' }),
    );
  });
});
