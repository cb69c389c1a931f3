import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { convert } from '../../../../lib/conversions/index.ts';
import { itLong } from '../../../support/long-run.ts';
import { readPdf } from '../../read-pdf.ts';
import { makePdf } from '../../sample-files.ts';

/** A pdf with one page for each word. */
const pagesOf = (words: readonly string[], options = {}): Promise<Buffer> =>
  makePdf(
    (document) => {
      for (const word of words) document.addPage().text(word);
    },
    { autoFirstPage: false, ...options },
  );

const five = await pagesOf(['one', 'two', 'three', 'four', 'five']);
const more = await pagesOf(['six', 'seven']);
const locked = await pagesOf(['secret'], { userPassword: 'open', pdfVersion: '1.7ext3' });

const change = (bytes: Uint8Array, options: Record<string, unknown> = {}, further: Uint8Array[] = []) =>
  convert(bytes, { from: 'pdf', to: 'pdf', options, further });

const wordsOf = async (bytes: Uint8Array): Promise<string[]> =>
  (await readPdf(bytes)).text.split('\f').map((page) => page.trim());

describe('pdf to pdf', () => {
  it.each([
    ['keeps pages unchanged without options', {}, [], ['one', 'two', 'three', 'four', 'five']],
    ['keeps the requested pages', { pages: '2,4--1' }, [], ['two', 'four', 'five']],
    ['joins files in order', {}, [more], ['one', 'two', 'three', 'four', 'five', 'six', 'seven']],
    ['numbers pages across all files', { pages: '5-6' }, [more], ['five', 'six']],
    ['omits a file without selected pages', { pages: '6-7' }, [more], ['six', 'seven']],
    [
      'compresses without losing a word',
      { compress: 'lossless' },
      [more],
      ['one', 'two', 'three', 'four', 'five', 'six', 'seven'],
    ],
    ['linearizes a file', { linearize: true, pages: '1' }, [], ['one']],
  ])('%s', async (_, options, further, words) => {
    const { bytes, report } = await change(five, options, further);

    expect(await wordsOf(bytes)).toEqual(words);
    expect(report).toMatchObject({ engine: 'qpdf-pdf-to-pdf', pages: words.length, warnings: [] });
  });

  it('rotates all pages, or the requested ones', async () => {
    const turned = await readPdf((await change(five, { rotate: 90 })).bytes);
    const second = await readPdf((await change(five, { rotate: 90, rotate_pages: '2' })).bytes);

    expect(turned.width).toBeGreaterThan(turned.height);
    expect(second.width).toBeLessThan(second.height);
  });

  it('writes a watermark in any script across each page, as text and not as markup', async () => {
    const watermark = '#panic() 机密 سري';

    const { text } = await readPdf((await change(five, { pages: '1-2', watermark })).bytes);

    const [first, second] = text.split('\f');
    for (const page of [first, second]) {
      expect(page).toContain('#panic()');
      expect(page).toContain('机密');
    }
    expect(first).toContain('one');
  });

  it('encrypts, and decrypts with the password', async () => {
    const encrypted = await change(five, { user_password: 'ünlock', owner_password: 'owner' });
    const decrypted = await change(encrypted.bytes, { password: 'ünlock', decrypt: true });

    await expect(change(encrypted.bytes)).rejects.toMatchObject({ code: 'encrypted_document' });
    await expect(convert(encrypted.bytes, { to: 'text' })).rejects.toMatchObject({
      code: 'encrypted_document',
    });
    expect(await wordsOf(decrypted.bytes)).toEqual(['one', 'two', 'three', 'four', 'five']);
  });

  it.each([
    ['every two pages', { split_every: 2 }, [['one', 'two'], ['three', 'four'], ['five']]],
    ['by ranges that may overlap', { split_ranges: ['1-2', '2', '-1'] }, [['one', 'two'], ['two'], ['five']]],
    ['after selecting pages', { pages: '4-5', split_every: 1 }, [['four'], ['five']]],
  ])('splits %s', async (_, options, parts) => {
    const { bytes, mimeType, extension } = await change(five, options);

    const files = unzipSync(bytes);
    expect([mimeType, extension]).toEqual(['application/zip', 'zip']);
    expect(Object.keys(files)).toEqual(parts.map((_part, index) => `part-00${index + 1}.pdf`));
    expect(await Promise.all(Object.values(files).map(wordsOf))).toEqual(parts);
  });

  itLong.each([{ pages: '1' }, { watermark: 'draft' }, { split_every: 2 }, { searchable: true, pages: '2' }])(
    'keeps the password of a file with %j',
    async (options) => {
      const { bytes: own } = await change(five, { user_password: 'ab', owner_password: 'cd' });
      const { bytes } = await change(own, { ...options, password: 'ab' }, [more]);
      const [result = bytes] = 'split_every' in options ? Object.values(unzipSync(bytes)) : [bytes];

      await expect(change(result)).rejects.toMatchObject({ code: 'encrypted_document' });
      expect(
        (await wordsOf((await change(result, { password: 'cd', decrypt: true })).bytes)).length,
      ).toBeGreaterThan(0);
    },
  );

  itLong('encrypts each part if it splits and encrypts', async () => {
    const { bytes } = await change(five, { split_every: 3, user_password: 'ab' });

    for (const part of Object.values(unzipSync(bytes))) {
      await expect(change(part)).rejects.toMatchObject({ code: 'encrypted_document' });
    }
  });

  it('repairs a file without a cross-reference table and warns', async () => {
    const text = five.toString('latin1');
    const damaged = Buffer.from(text.slice(0, text.lastIndexOf('xref\n0 ')), 'latin1');

    const { bytes, report } = await change(damaged);

    expect(await wordsOf(bytes)).toEqual(['one', 'two', 'three', 'four', 'five']);
    expect(report.warnings).toEqual([expect.stringMatching(/damaged.*Compare/)]);
  });

  it('returns the same bytes for the same file', async () => {
    expect(await change(five, { watermark: 'draft' })).toEqual(await change(five, { watermark: 'draft' }));
  });

  it.each([
    [
      'an encrypted file without its password',
      locked,
      {},
      [],
      'encrypted_document',
      /pass it in the "password" option/,
    ],
    ['a wrong password', locked, { password: 'x' }, [], 'encrypted_document', /password is wrong/],
    [
      'an encrypted file among several',
      five,
      {},
      [locked],
      'encrypted_document',
      /pass it in the "password" option/,
    ],
    ['missing pages', five, { pages: '9' }, [], 'unsupported_content', /5 pages.*"9"/],
    ['a part with missing pages', five, { split_ranges: ['1', '6'] }, [], 'unsupported_content', /"6"/],
    ['a file that is not a pdf', Buffer.from('%PDF-1.4 nothing'), {}, [], 'corrupt_document', /damaged/],
    ['an empty file', Buffer.alloc(0), {}, [], 'corrupt_document', /damaged/],
  ])('refuses %s', async (_, bytes, options, further, code, message) => {
    await expect(change(bytes, options, further)).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
    });
  });

  it.each([
    [{ rotate: 45 }, /^options\.rotate: must be one of 90, 180, 270, not 45\./],
    [{ permissions: ['fly'] }, /^options\.permissions\.0: /],
    [{ user_password: 'é'.repeat(64) }, /127 bytes/],
    [{ watermark: ' ' }, /^options\.watermark: /],
    [{ merge: true }, /^options\.merge: unknown option/],
  ])('refuses the option %j and names it', async (options, message) => {
    await expect(change(five, options)).rejects.toThrow(message);
  });
});
