import { readFileSync } from 'node:fs';
import { read, write } from '@e965/xlsx';
import { describe, expect, it } from 'vitest';
import type { Format } from '../../lib/conversions/formats.ts';
import { convert, extract } from '../../lib/conversions/index.ts';
import { isLong, itLong } from '../support/long-run.ts';
import { type AgileSettings, encryptAgile, encryptStandard } from './encrypted-package.ts';
import { pptxOf, shapeOf, shapesPart, textLine } from './make-pptx.ts';
import { compoundOf } from './shared/compound-file/compound-of.ts';

const password = 'Pässwörd 雨';
const secret = Buffer.from('a,b\n1,Secret harvest\n');

const workbook = (await convert(secret, { from: 'csv', to: 'xlsx' })).bytes;
const binaryWorkbook = write(read(workbook, { type: 'buffer' }), { type: 'buffer', bookType: 'xlsb' });
const slides = pptxOf([shapesPart('sld', shapeOf('', '', textLine('Secret harvest')))]);
const fixture = (format: string): Buffer =>
  readFileSync(new URL(`../fixtures/encrypted/harvest.${format}`, import.meta.url));

const textOf = async (
  bytes: Uint8Array,
  from: Format,
  to: 'text' | 'csv' | 'markdown',
  options: Record<string, unknown> = {},
): Promise<string> => Buffer.from((await convert(bytes, { from, to, options })).bytes).toString();

describe('a file of Office that is encrypted', () => {
  it.each(isLong ? (['docx', 'xlsx', 'odt', 'ods'] as const) : (['docx', 'ods'] as const))(
    'is read with its password: %s',
    async (format) => {
      expect(await textOf(fixture(format), format, 'markdown', { password })).toContain('Secret harvest');
      const { bytes } = await extract(fixture(format), {
        from: format,
        format: 'document',
        options: { password },
      });
      expect(Buffer.from(bytes).toString()).toContain('Secret harvest');
    },
  );

  it.each(['docx', 'xlsx', 'odt', 'ods'] as const)('asks for its password: %s', async (format) => {
    await expect(textOf(fixture(format), format, 'markdown')).rejects.toMatchObject({
      code: 'encrypted_document',
      message: 'The document is encrypted. Pass its password in the "password" option.',
    });
  });

  it.each(['docx', 'xlsx', 'odt', 'ods'] as const)('refuses a wrong password: %s', async (format) => {
    await expect(textOf(fixture(format), format, 'markdown', { password: 'wrong' })).rejects.toMatchObject({
      code: 'encrypted_document',
      message: 'The password does not open the document. Correct the "password" option.',
    });
  });

  it.each(['xlsb', 'pptx'] as const)(
    'is read with its password: %s that Office encrypted',
    async (format) => {
      const file = encryptAgile(format === 'xlsb' ? binaryWorkbook : slides, password);

      expect(await textOf(file, format, 'markdown', { password })).toContain('Secret harvest');
      await expect(textOf(file, format, 'markdown')).rejects.toMatchObject({ code: 'encrypted_document' });
    },
  );

  it('is opened as a presentation of OpenDocument too', async () => {
    // The content is that of a text document, so that only the password can be looked at.
    await expect(textOf(fixture('odt'), 'odp', 'text', { password: 'wrong' })).rejects.toMatchObject({
      message: expect.stringContaining('The password does not open the document.'),
    });
    await expect(textOf(fixture('odt'), 'odp', 'text', { password })).rejects.not.toMatchObject({
      code: 'encrypted_document',
    });
  });

  it.each<AgileSettings>([
    {},
    { hash: 'SHA1', keyBits: 128 },
    { hash: 'SHA256', keyBits: 192 },
    { hash: 'SHA384', keyBits: 256 },
    { hash: 'SHA1', keyBits: 256 },
  ])('is read as Office 2010 and later write it: %o', async (settings) => {
    expect(await textOf(encryptAgile(workbook, password, settings), 'xlsx', 'csv', { password })).toContain(
      'Secret harvest',
    );
  });

  it.each(isLong ? ([128, 192, 256] as const) : ([128] as const))(
    'is read as Office 2007 writes it: AES with %i bits',
    async (keyBits) => {
      const file = encryptStandard(workbook, password, keyBits);

      expect(await textOf(file, 'xlsx', 'csv', { password })).toContain('Secret harvest');
      await expect(textOf(file, 'xlsx', 'csv', { password: 'wrong' })).rejects.toMatchObject({
        code: 'encrypted_document',
      });
    },
  );

  it("needs no password if it has Excel's own, and ignores one that is given", async () => {
    const file = encryptAgile(workbook, 'VelvetSweatshop');

    expect(await textOf(file, 'xlsx', 'csv')).toContain('Secret harvest');
    expect(await textOf(file, 'xlsx', 'csv', { password: 'any' })).toContain('Secret harvest');
  });

  it('is refused with its format if its name says another', async () => {
    await expect(
      textOf(encryptAgile(workbook, password), 'docx', 'text', { password }),
    ).rejects.toMatchObject({
      code: 'unsupported_content',
      message: expect.stringContaining(
        'is xlsx, not docx. Upload it again with a name that ends in ".xlsx".',
      ),
    });
  });

  itLong.each([499_999, 500_000, 500_001])('has at most 500,000 iterations: %i', async (spins) => {
    const file = encryptAgile(workbook, password, { spins });

    // The key is made with fewer, so that the password is wrong.
    await expect(textOf(file, 'docx', 'text', { password })).rejects.toMatchObject({
      code: spins > 500_000 ? 'too_complex' : 'encrypted_document',
    });
  });

  it('is refused as damaged if its content was changed', async () => {
    const file = encryptAgile(workbook, password, { isChanged: true });

    await expect(textOf(file, 'xlsx', 'csv', { password })).rejects.toMatchObject({
      code: 'corrupt_document',
    });
  });

  itLong('is refused if any part of it is cut', async () => {
    const file = encryptAgile(workbook, password);

    for (let length = 512; length < file.length; length += 512)
      await expect(textOf(file.subarray(0, length), 'xlsx', 'csv', { password })).rejects.toMatchObject({
        name: 'ConversionError',
      });
  });
});

describe('a file of Office 97 that is named as an Open XML document', () => {
  it.each([
    ['docx', 'WordDocument', 'a Word 97 document (doc)'],
    ['pptx', 'PowerPoint Document', 'a PowerPoint 97 presentation (ppt)'],
    ['xlsx', 'Workbook', 'an Excel 97 workbook (xls)'],
    ['xlsx', 'WordDocument', 'a Word 97 document (doc)'],
    ['docx', 'Quill', 'an OLE compound file of an unknown program'],
  ] as const)('is refused with its format: %s that has the stream %s', async (from, stream, what) => {
    await expect(
      extract(compoundOf({ [stream]: Buffer.alloc(5000) }), { from, format: 'text' }),
    ).rejects.toMatchObject({
      code: 'unsupported_content',
      message: expect.stringContaining(`The file is ${what}`),
    });
  });
});
