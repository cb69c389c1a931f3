import { describe, expect, it } from 'vitest';
import { convert } from '../../lib/conversions/index.ts';
import { readPdf } from './read-pdf.ts';
import { type Row, toPdf } from './sample-documents.ts';

const textRows: Row[] = [
  {
    title: 'writes Latin, Greek and Cyrillic',
    bytes: Buffer.from('Grüße an alle – “naïve” café\nΕλληνικά και Русский\nTiếng Việt'),
    includes: ['Grüße an alle – “naïve” café', 'Ελληνικά και Русский', 'Tiếng Việt'],
    engine: 'harfbuzz-text-to-pdf',
  },
  {
    title: 'reads Latin-1',
    bytes: Buffer.from('Fahrverg\xfcgen f\xfcr alle, sch\xf6n ist es am B\xe4chlein', 'latin1'),
    includes: ['Fahrvergügen für alle, schön ist es am Bächlein'],
    engine: 'harfbuzz-text-to-pdf',
  },
  {
    title: 'reads UTF-16',
    bytes: Buffer.from('\ufeffšílený koník pod stromem', 'utf16le'),
    includes: ['šílený koník pod stromem'],
    engine: 'harfbuzz-text-to-pdf',
  },
  {
    title: 'reads the requested encoding',
    bytes: Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]),
    options: { encoding: 'windows-1251' },
    includes: ['Привет'],
    engine: 'harfbuzz-text-to-pdf',
  },
  {
    title: 'converts a form feed to a page break and tabs to columns',
    bytes: Buffer.from('a\tb\tc\n1\t2\t3\nx\ty\tz\n\fsecond page'),
    options: { landscape: true },
    includes: ['a b c', '\f', 'second page'],
    engine: 'harfbuzz-text-to-pdf',
  },
  {
    title: 'wraps long lines and breaks words wider than a line',
    bytes: Buffer.from(`${'lorem ipsum '.repeat(40)}end\n${'x'.repeat(300)}`),
    includes: ['end', 'xxxxxxxxxx\nxxxxxxxxxx'],
    engine: 'harfbuzz-text-to-pdf',
  },
  {
    title: 'shows markup of the typesetter as text',
    bytes: Buffer.from('#let x = 1; $x^2$ *bold* <a> @b \\ #read("/etc/passwd") – 中文'),
    options: { header: 'Markup' },
    includes: ['#let x = 1; $x^2$ *bold* <a> @b \\ #read("/etc/passwd")', '中文'],
    excludes: ['root:'],
    engine: 'typst-text-to-pdf',
  },
  {
    title: 'writes scripts that need a font of their own',
    bytes: Buffer.from('日本語のテスト\n한국어 문장\nภาษาไทย\nবাংলা தமிழ்\n'),
    includes: ['日本語のテスト', '한국어 문장', 'ภาษาไทย'],
    engine: 'harfbuzz-text-to-pdf',
  },
];

describe('text to pdf', () => {
  it.each(textRows)('$title', async ({ bytes, options, includes, excludes = [], engine }) => {
    const made = await convert(bytes, { from: 'text', to: 'pdf', options });

    const { text } = await readPdf(made.bytes);
    for (const part of includes) expect(text).toContain(part);
    for (const part of excludes) expect(text).not.toContain(part);
    expect(made).toMatchObject({
      mimeType: 'application/pdf',
      extension: 'pdf',
      report: { engine, warnings: [] },
    });
  });

  it('keeps the text of glyphs that are combined, reordered or raised', async () => {
    const text = `c̄ v̆ ɛ̃́ ffi fl
क्षत्रिय ज्ञान र्क्कि विद्यार्थी
น้ำ ผู้ใหญ่ ปิ่นโต
ខ្ញុំនិយាយភាសាខ្មែរ
👍🏽 👨‍👩‍👧‍👦 🇩🇪 1️⃣ 🏳️‍🌈`;

    const made = await readPdf(await toPdf(text));

    // PDF.js inserts spaces after marks.
    expect(made.text.replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''));
  });

  it.each(['עברית English 12 عربي', 'English with עברית inside', 'می‌خواهم کتاب‌های خوب را بخوانم'])(
    'orders the words of "%s", and numbers pages outside of the text',
    async (line) => {
      const bytes = await toPdf(line, { page_numbers: true });

      const read = await convert(bytes, { from: 'pdf', to: 'text' });

      expect(Buffer.from(read.bytes).toString().trim()).toBe(line);
      expect((await readPdf(bytes)).text).toMatch(/^1$/m);
    },
  );

  it.each([
    ['Latin', 'Just a line.'],
    ['Chinese', '中文'],
  ])('returns the same bytes for the same %s text', async (_, text) => {
    expect(await toPdf(text)).toEqual(await toPdf(text));
  });

  it('writes page headers and footers, keeps lines, and conforms to an archiving standard', async () => {
    const lines = Array.from({ length: 90 }, (_, row) => `row ${row}      ${row * 3}`);
    const options = {
      font: 'auto',
      header: 'Report {title}',
      footer: 'page {page} of {pages}',
      margin: { top: 40 },
      pdf_standard: 'a-2b',
    };

    const made = await convert(Buffer.from(lines.join('\n')), {
      from: 'text',
      to: 'pdf',
      options,
      filename: 'sales.txt',
    });

    const { text } = await readPdf(made.bytes);
    expect(made.report.engine).toBe('typst-text-to-pdf');
    expect(Buffer.from(made.bytes).toString('latin1')).toContain('<pdfaid:part>2</pdfaid:part>');
    const pages = text.split('\f').filter((page) => page.trim() !== '');
    expect(pages).toHaveLength(2);
    for (const [index, page] of pages.entries()) {
      expect(page).toContain('Report sales');
      expect(page).toContain(`page ${index + 1} of 2`);
    }
    for (const line of lines)
      expect(text.replaceAll(/[ \u00a0]+/g, ' ')).toContain(line.replaceAll(/ +/g, ' '));
  });

  it('lists the characters that a standard does not allow', async () => {
    const made = convert(Buffer.from('a \ue123 b'), {
      from: 'text',
      to: 'pdf',
      options: { pdf_standard: 'a-2b' },
    });

    await expect(made).rejects.toMatchObject({
      code: 'unsupported_content',
      message: expect.stringContaining('U+E123'),
    });
  });

  it('applies page size, orientation and title', async () => {
    const made = await readPdf(await toPdf('Hello', { page_size: 'Letter', landscape: true }));

    expect(made).toMatchObject({ width: 792, height: 612, title: 'notes' });
  });

  it('warns about characters missing from every font', async () => {
    const { report: told } = await convert(Buffer.from('Tibetan བ, known 中'), { from: 'text', to: 'pdf' });

    expect(told.warnings).toEqual(['1 character was not found in any font (shown as boxes): U+0F56.']);
  });

  it('warns about bytes that are invalid in the encoding', async () => {
    const bytes = Buffer.from('caf\xe9 au lait', 'latin1');

    const { report: told } = await convert(bytes, {
      from: 'text',
      to: 'pdf',
      options: { encoding: 'utf-8' },
    });

    expect(told.warnings).toEqual([expect.stringMatching(/not valid utf-8.*"encoding" option/)]);
  });

  it.each([
    ['only white space', ' \n\t\f\n', 'empty_document', /white space/],
    ['too many characters for one pdf', 'word '.repeat(2_100_000), 'too_complex', /10000000/],
  ])('refuses %s', async (_, text, code, message) => {
    await expect(toPdf(text)).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
  });
});
