import { unzipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import { convert } from '../../../../lib/conversions/index.ts';
import { makeZip } from '../../../../lib/conversions/shared/zip/make-zip.ts';
import { isLong, itLong, runsOf } from '../../../support/long-run.ts';
import { pdfOfObjects } from '../../raw-pdf.ts';
import { readPdf } from '../../read-pdf.ts';
import { makePdf } from '../../sample-files.ts';

const change = (bytes: Uint8Array, options: Record<string, unknown>) =>
  convert(bytes, { from: 'pdf', to: 'pdf', options });

describe('splitting', () => {
  const COUNT = runsOf(100, 400);
  const SELECTED = runsOf(50, 150);
  let pages: Buffer;
  beforeAll(async () => {
    pages = await makePdf(
      (document) => {
        for (let page = 1; page <= COUNT; page += 1) document.addPage().text(`page ${page}.`);
      },
      { autoFirstPage: false },
    );
  });

  const partsOf = async (options: Record<string, unknown>): Promise<Uint8Array[]> => {
    const files = unzipSync((await change(pages, options)).bytes);
    return Object.keys(files)
      .toSorted()
      .map((name) => files[name] ?? new Uint8Array());
  };

  it.each(isLong ? [1, 184, 200] : [1])('into %d ranges works', async (count) => {
    const parts = await partsOf({
      split_ranges: Array.from({ length: count }, (_, index) => `${index * 2 + 1}-${index * 2 + 2}`),
    });

    expect(parts.length).toBe(count);
    const last = parts.at(-1) ?? new Uint8Array();
    expect((await readPdf(last)).text).toContain(`page ${count * 2}.`);
  });

  it.each(isLong ? [COUNT] : [])(
    'into %i pages works, each with a long password',
    { timeout: 300_000 },
    async () => {
      const password = 'ä'.repeat(60);
      const parts = await partsOf({ split_every: 1, user_password: password });

      expect(parts.length).toBe(COUNT);
      const opened = await change(parts[150] ?? new Uint8Array(), { password, decrypt: true });
      expect((await readPdf(opened.bytes)).text).toContain(`page 151.`);
    },
  );

  itLong('works with a password that has a line break, and with a selection that is long', async () => {
    const odd = Array.from({ length: SELECTED }, (_, index) => index * 2 + 1).join(',');
    const locked = await change(pages, { pages: odd, user_password: 'a\nb', split_every: SELECTED - 10 });
    const [first] = Object.values(unzipSync(locked.bytes));

    await expect(change(first ?? new Uint8Array(), { password: 'a' })).rejects.toMatchObject({
      code: 'encrypted_document',
    });
    expect((await change(first ?? new Uint8Array(), { password: 'a\nb' })).report.pages).toBe(SELECTED - 10);
  });
});

describe('a password', () => {
  it.each(['\0abc', 'a\0b', 'abc\0', '\0'])('with U+0000 is refused (%j)', async (password) => {
    for (const name of ['user_password', 'owner_password', 'password'])
      await expect(change(Buffer.from('%PDF'), { [name]: password })).rejects.toThrow(
        `${name}: contains the character U+0000`,
      );
  });
});

describe('a watermark', () => {
  // Marks, spaces, controls, and letters of Hangul that are shown as nothing.
  it.each(['\u200b', '\0', '\u00ad', '\u3164', '\u115f\u1160', '\u0301', '\ufe0f', '\u{e0041}', '\u2060'])(
    'of invisible characters only is refused (%j)',
    async (watermark) => {
      await expect(change(await makePdf((document) => document.text('one')), { watermark })).rejects.toThrow(
        'watermark: contains only invisible characters',
      );
    },
  );

  it('with some visible characters is written', async () => {
    const { bytes } = await change(await makePdf((document) => document.text('one')), {
      watermark: '\u200bDraft\u200b',
    });

    expect((await readPdf(bytes)).text).toContain('Draf');
  });
});

const nestedArray = (depth: number): Buffer =>
  pdfOfObjects([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/X ${'['.repeat(depth)}${']'.repeat(depth)}>>`,
  ]);

/** A page below `depth` nodes of the page tree. */
function deepTree(depth: number): Buffer {
  const nodes = Array.from(
    { length: depth },
    (_, level) =>
      `<< /Type /Pages /Count 1 /Kids [${level + 3} 0 R] ${level === 0 ? '' : `/Parent ${level + 1} 0 R`} >>`,
  );
  return pdfOfObjects([
    '<< /Type /Catalog /Pages 2 0 R >>',
    ...nodes,
    `<< /Type /Page /Parent ${depth + 1} 0 R /MediaBox [0 0 99 99] >>`,
  ]);
}

describe('a PDF nested deeply', () => {
  const operations = [
    {},
    { pages: '1' },
    { rotate: 90 },
    { compress: 'lossless' },
    { linearize: true },
    { user_password: 'a' },
    { watermark: 'Draft' },
    { split_every: 1 },
    { pdf_standard: 'a-2b' },
  ];

  it.each([
    ['in arrays', nestedArray],
    ['in its page tree', deepTree],
  ])('%s is converted or refused by name', { timeout: 300_000 }, async (_, create) => {
    for (const depth of isLong ? [10, 100, 300, 450, 499, 500, 5000, 20_000] : [450, 2000]) {
      for (const options of isLong ? operations : [{}]) {
        const outcome = await change(create(depth), options).then(
          () => 'converted',
          ({ code }) => code,
        );
        expect(
          ['converted', 'too_complex', 'corrupt_document'],
          `${depth} ${JSON.stringify(options)}`,
        ).toContain(outcome);
        if (depth < 500) expect(outcome, `${depth} ${JSON.stringify(options)}`).toBe('converted');
      }
    }
  });
});

describe('a ZIP archive', () => {
  const file = (index: number) => ({ name: `${index}`, bytes: new Uint8Array(), stored: true });

  it('of more files than the format can have is refused', () => {
    expect(() => makeZip(new Array(65_535).fill(file(1)))).toThrow(
      'a ZIP archive of 65535 files; the limit is 65534. Select fewer, or split the document.',
    );
  });

  itLong('of as many files as the format can have is written', () => {
    const most = Array.from({ length: 65_534 }, (_, index) => file(index));

    const archive = Buffer.from(makeZip(most));
    // The number of entries in the end of the central directory.
    expect(archive.readUInt16LE(archive.length - 12)).toBe(most.length);
  });

  itLong('of too many sheets or images is refused with the limit', async () => {
    const sheets = Object.fromEntries(Array.from({ length: 65_536 }, (_, index) => [`s${index}`, [[1]]]));

    await expect(
      convert(Buffer.from(JSON.stringify(sheets)), { from: 'json', to: 'csv' }),
    ).rejects.toMatchObject({
      code: 'too_complex',
      message: expect.stringContaining('65534'),
    });
  });
});
