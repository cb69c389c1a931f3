import { createCipheriv, createHash, pbkdf2Sync } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { decryptOdf } from '../../../../lib/conversions/shared/opendocument/decrypt-package.ts';
import { makeZip } from '../../../../lib/conversions/shared/zip/make-zip.ts';
import { openZip } from '../../../../lib/conversions/shared/zip/open-zip.ts';
import { itLong } from '../../../support/long-run.ts';

const salt = Buffer.alloc(16, 1);
const vector = Buffer.alloc(16, 2);

/** What a manifest declares. */
interface Declared {
  readonly algorithm: string;
  readonly derivation: string;
  readonly iterations: number;
}

const declared: Declared = {
  algorithm: 'http://www.w3.org/2001/04/xmlenc#aes256-cbc',
  derivation: 'PBKDF2',
  iterations: 10,
};

/** A package whose content is encrypted with the password `word`, with other declarations. */
function encryptedPackage(content: Buffer, changes: Partial<Declared> = {}, cut = 0): Uint8Array {
  const { algorithm, derivation, iterations } = { ...declared, ...changes };
  const deflated = deflateRawSync(content);
  const padding = 16 - (deflated.length % 16);
  const padded = Buffer.concat([deflated, Buffer.alloc(padding, 7)]);
  padded[padded.length - 1] = padding;
  const start = createHash('sha256').update('word').digest();
  const key = pbkdf2Sync(start, salt, declared.iterations, 32, 'sha1');
  const cipher = createCipheriv('aes-256-cbc', key, vector).setAutoPadding(false);
  const bytes = Buffer.concat([cipher.update(padded), cipher.final()]);
  const checksum = createHash('sha256').update(deflated.subarray(0, 1024)).digest('base64');
  const manifest = `<m:manifest xmlns:m="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><m:file-entry m:full-path="/" m:media-type="a/b"/><m:file-entry m:full-path="content.xml" m:media-type="text/xml"><m:encryption-data m:checksum-type="urn:x#sha256-1k" m:checksum="${checksum}"><m:algorithm m:algorithm-name="${algorithm}" m:initialisation-vector="${vector.toString('base64')}"/><m:start-key-generation m:start-key-generation-name="urn:x#sha256"/><m:key-derivation m:key-derivation-name="${derivation}" m:iteration-count="${iterations}" m:salt="${salt.toString('base64')}"/></m:encryption-data></m:file-entry></m:manifest>`;
  return makeZip([
    { name: 'mimetype', bytes: Buffer.from('a/b'), stored: true },
    { name: 'content.xml', bytes: bytes.subarray(0, bytes.length - cut), stored: true },
    { name: 'META-INF/manifest.xml', bytes: Buffer.from(manifest) },
  ]);
}

const textOf = (bytes: Uint8Array | undefined, name: string): string =>
  Buffer.from(openZip(bytes ?? new Uint8Array()).read(name) ?? '').toString();

it('decrypts a package and its manifest', async () => {
  const plain = await decryptOdf(encryptedPackage(Buffer.from('<harvest/>')), 'word');

  expect(textOf(plain, 'content.xml')).toBe('<harvest/>');
  expect(textOf(plain, 'META-INF/manifest.xml')).toContain('manifest:full-path="content.xml"');
  expect(textOf(plain, 'META-INF/manifest.xml')).not.toContain('encryption');
  expect(openZip(plain ?? new Uint8Array()).names[0]).toBe('mimetype');
});

it('returns undefined for a wrong password and for a truncated part', async () => {
  expect(await decryptOdf(encryptedPackage(Buffer.from('<a/>')), 'other')).toBeUndefined();
  expect(await decryptOdf(encryptedPackage(Buffer.from('<a/>'), {}, 3), 'word')).toBeUndefined();
});

it('returns a package that is not encrypted unchanged', async () => {
  const plain = makeZip([{ name: 'content.xml', bytes: Buffer.from('<a/>') }]);

  expect(await decryptOdf(plain, 'word')).toBe(plain);
});

it.each<[string, Partial<Declared>, string]>([
  ['Blowfish', { algorithm: 'Blowfish CFB' }, 'unsupported_content'],
  ['AES-GCM', { algorithm: 'http://www.w3.org/2009/xmlenc11#aes256-gcm' }, 'unsupported_content'],
  ['Argon2', { derivation: 'urn:x#argon2id' }, 'unsupported_content'],
  ['a hundred million iterations', { iterations: 100_000_000 }, 'too_complex'],
])('refuses %s', async (_, changes, code) => {
  const input = encryptedPackage(Buffer.from('<a/>'), changes);

  await expect(decryptOdf(input, 'word')).rejects.toMatchObject({ code });
});

itLong('refuses a part that unpacks to more than the limit', async () => {
  const input = encryptedPackage(Buffer.alloc(257 * 1024 * 1024));

  await expect(decryptOdf(input, 'word')).rejects.toMatchObject({ code: 'too_complex' });
});
