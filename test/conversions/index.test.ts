import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { convert, extract } from '../../lib/conversions/index.ts';
import { readPdf } from './read-pdf.ts';
import { makePdf, makeReport, makeScan } from './sample-files.ts';

interface Row {
  readonly title: string;
  readonly bytes: Uint8Array;
  readonly options?: Record<string, unknown>;
  readonly includes: readonly string[];
  readonly excludes?: readonly string[];
  readonly engine: string;
}

const arabicText = 'العربية: هذا نص تجريبي باللغة العربية مع أرقام 123.\nوهذا هو السطر الثاني من النص.';
const toPdf = async (text: string | Buffer, options = {}) =>
  Buffer.from(
    (await convert(Buffer.from(text), { from: 'text', to: 'pdf', options, filename: 'notes.txt' })).bytes,
  );

const report = await makeReport({
  info: { Title: 'Orchards', Author: 'A. Farmer', CreationDate: new Date(0) },
});
const locked = await makeReport({ userPassword: 'secret', pdfVersion: '1.7ext3' });
const scan = await makeScan();
const blank = await makePdf(() => undefined);
// No object ends: pdfium gives up, PDF.js reads on.
const damaged = Buffer.from(report.toString('latin1').replaceAll('endobj', ''), 'latin1');

const pdfRows: Row[] = [
  {
    title: 'reads all pages and parts them by form feeds',
    bytes: report,
    includes: ['Harvest of the valley', 'Weather', '\f', '9400', 'The last page holds this sentence only.'],
    engine: 'liteparse-pdf-reader',
  },
  {
    title: 'reads the pages asked for',
    bytes: report,
    options: { pages: '-1' },
    includes: ['The last page'],
    excludes: ['Weather', 'Apple', '\f'],
    engine: 'liteparse-pdf-reader',
  },
  {
    title: 'opens a document with its password',
    bytes: locked,
    options: { password: 'secret' },
    includes: ['Harvest of the valley'],
    engine: 'liteparse-pdf-reader',
  },
  {
    title: 'keeps the order of right-to-left words',
    bytes: await toPdf(arabicText),
    includes: [arabicText],
    engine: 'liteparse-pdf-reader',
  },
  {
    title: 'reads the scripts of South and East Asia',
    bytes: await toPdf('中文：这是一个测试句子。\nहिन्दी में एक वाक्य\nবাংলা\n'),
    includes: ['这是一个测试句子', 'हिन्दी में एक वाक्य', 'বাংলা'],
    engine: 'liteparse-pdf-reader',
  },
];

describe('pdf to text', () => {
  it.each(pdfRows)('$title', async ({ bytes, options, includes, excludes = [], engine }) => {
    const result = await convert(bytes, { to: 'text', options });

    const text = Buffer.from(result.bytes).toString();
    for (const part of includes) expect(text).toContain(part);
    for (const part of excludes) expect(text).not.toContain(part);
    expect(result.report).toMatchObject({
      engine,
      warnings: [],
      tried: expect.arrayContaining([{ engine, outcome: 'used' }]),
    });
  });

  it('falls back to another engine for a file the first cannot read', async () => {
    const result = await convert(damaged, { from: 'pdf', to: 'text' });

    expect(Buffer.from(result.bytes).toString()).toContain('Weather');
    expect(result.report).toMatchObject({
      engine: 'pdf-parse-pdf-reader',
      tried: [
        { engine: 'liteparse-pdf-reader', outcome: 'refused' },
        { engine: 'pdf-parse-pdf-reader', outcome: 'used' },
      ],
    });
  });

  it.each([
    ['a document without its password', locked, {}, 'encrypted_document', /pass it in the "password" option/],
    ['a wrong password', locked, { password: 'wrong' }, 'encrypted_document', /password is wrong/],
    ['half a file', report.subarray(0, report.length / 3), {}, 'corrupt_document', /damaged/],
    [
      'something that only begins as a pdf',
      Buffer.from('%PDF-1.7\nnothing'),
      {},
      'corrupt_document',
      /damaged/,
    ],
    ['a scan', scan, { ocr: 'never' }, 'unsupported_content', /only scanned images.*OCR/],
    ['a blank page', blank, {}, 'empty_document', /no text/],
    ['pages that are not there', report, { pages: '7-9' }, 'unsupported_content', /3 pages.*"7-9"/],
    [
      'bytes of no known format',
      randomBytes(64),
      {},
      'unsupported_content',
      /not of a supported format.*pass `from`/,
    ],
  ])('refuses %s by name and says what to do', async (_, bytes, options, code, message) => {
    await expect(convert(bytes, { to: 'text', options })).rejects.toMatchObject({
      name: 'ConversionError',
      code,
      message: expect.stringMatching(message),
    });
  });

  it('throws for an option that does not exist', async () => {
    await expect(convert(report, { to: 'text', options: { colour: 1 } })).rejects.toThrow(
      /Unknown option "colour"/,
    );
  });
});

const textRows: Row[] = [
  {
    title: 'sets Latin, Greek and Cyrillic',
    bytes: Buffer.from('Grüße an alle – “naïve” café\nΕλληνικά και Русский\nTiếng Việt'),
    includes: ['Grüße an alle – “naïve” café', 'Ελληνικά και Русский', 'Tiếng Việt'],
    engine: 'pdfkit-text-to-pdf',
  },
  {
    title: 'reads Latin-1',
    bytes: Buffer.from('Fahrverg\xfcgen f\xfcr alle, sch\xf6n ist es am B\xe4chlein', 'latin1'),
    includes: ['Fahrvergügen für alle, schön ist es am Bächlein'],
    engine: 'pdfkit-text-to-pdf',
  },
  {
    title: 'reads UTF-16',
    bytes: Buffer.from('\ufeffšílený koník pod stromem', 'utf16le'),
    includes: ['šílený koník pod stromem'],
    engine: 'pdfkit-text-to-pdf',
  },
  {
    title: 'reads the encoding it is told',
    bytes: Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]),
    options: { encoding: 'windows-1251' },
    includes: ['Привет'],
    engine: 'pdfkit-text-to-pdf',
  },
  {
    title: 'turns a form feed into a new page and tabs into columns',
    bytes: Buffer.from('a\tb\tc\n1\t2\t3\nx\ty\tz\n\fsecond page'),
    options: { landscape: true },
    includes: ['a b c', '\f', 'second page'],
    engine: 'pdfkit-text-to-pdf',
  },
  {
    title: 'wraps long lines and breaks words that no line holds',
    bytes: Buffer.from(`${'lorem ipsum '.repeat(40)}end\n${'x'.repeat(300)}`),
    includes: ['end', 'xxxxxxxxxx\nxxxxxxxxxx'],
    engine: 'pdfkit-text-to-pdf',
  },
  {
    title: 'shows markup of the typesetter as text',
    bytes: Buffer.from('#let x = 1; $x^2$ *bold* <a> @b \\ #read("/etc/passwd") – 中文'),
    includes: ['#let x = 1; $x^2$ *bold* <a> @b \\ #read("/etc/passwd")', '中文'],
    excludes: ['root:'],
    engine: 'typst-text-to-pdf',
  },
  {
    title: 'sets scripts that need a font of their own',
    bytes: Buffer.from('日本語のテスト\n한국어 문장\nภาษาไทย\nবাংলা தமிழ்\n'),
    includes: ['日本語のテスト', '한국어 문장', 'ภาษาไทย'],
    engine: 'typst-text-to-pdf',
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

  it.each([
    ['Latin', 'Just a line.'],
    ['Chinese', '中文'],
  ])('gives the same bytes for the same %s text', async (_, text) => {
    expect(await toPdf(text)).toEqual(await toPdf(text));
  });

  it('puts head and foot on pages, and keeps lines as they are, to a standard for archives', async () => {
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

  it('says which characters keep a text from a standard', async () => {
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

  it('takes page size, orientation and title', async () => {
    const made = await readPdf(await toPdf('Hello', { page_size: 'Letter', landscape: true }));

    expect(made).toMatchObject({ width: 792, height: 612, title: 'notes' });
  });

  it('warns about characters that no font has', async () => {
    const { report: told } = await convert(Buffer.from('Tibetan བ, known 中'), { from: 'text', to: 'pdf' });

    expect(told.warnings).toEqual(['1 character was not found in any font (shown as boxes): U+0F56.']);
  });

  it('warns about bytes that do not fit the encoding', async () => {
    const bytes = Buffer.from('caf\xe9 au lait', 'latin1');

    const { report: told } = await convert(bytes, {
      from: 'text',
      to: 'pdf',
      options: { encoding: 'utf-8' },
    });

    expect(told.warnings).toEqual([expect.stringMatching(/not valid utf-8.*"encoding" option/)]);
  });

  it.each([
    ['white space', ' \n\t\f\n', 'empty_document', /white space/],
    ['more characters than one pdf takes', 'word '.repeat(2_100_000), 'too_complex', /10000000/],
  ])('refuses %s', async (_, text, code, message) => {
    await expect(toPdf(text)).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
  });
});

describe('extract', () => {
  const json = async (bytes: Uint8Array, format: 'structured' | 'chunks' | 'metadata') =>
    JSON.parse(Buffer.from((await extract(bytes, { format, filename: 'a' })).bytes).toString());

  it('gives headings with what stands under them, tables and facts', async () => {
    const structured = await json(report, 'structured');

    expect(structured.document.title).toBe('Orchards');
    expect(structured.document.sections).toMatchObject([
      {
        heading: 'Harvest of the valley',
        level: 1,
        page: 1,
        content: expect.stringContaining('apples were early'),
      },
      { heading: 'Weather', page: 1, content: expect.stringContaining('Rain fell in March') },
      { heading: 'Yields', page: 2, content: expect.stringContaining('The last page') },
    ]);
    expect(structured.tables).toMatchObject([
      {
        page: 2,
        rows: [
          ['Fruit', 'Trees', 'Kilograms'],
          ['Apple', '120', '9400'],
          ['Pear', '45', '2100'],
          ['Plum', '30', '1250'],
        ],
      },
    ]);
    expect(structured.metadata).toEqual({ pages: 3, language: 'en', file_type: 'pdf' });
  });

  it('gives chunks with their heading, pages and place in the text', async () => {
    const chunks = await json(report, 'chunks');
    const text = Buffer.from((await extract(report)).bytes).toString();

    expect(chunks[0]).toMatchObject({
      index: 0,
      heading: 'Harvest of the valley',
      page_start: 1,
      char_start: 0,
    });
    expect(chunks.at(-1).page_end).toBe(3);
    for (const chunk of chunks) {
      expect(Array.from(text).slice(chunk.char_start, chunk.char_end).join('')).toBe(chunk.text);
    }
  });

  it('gives the facts of a pdf, and of one without text too', async () => {
    expect(await json(report, 'metadata')).toMatchObject({
      title: 'Orchards',
      author: 'A. Farmer',
      created: '1970-01-01T00:00:00.000Z',
      pages: 3,
      language: 'en',
      file_type: 'pdf',
      encrypted: false,
      size_bytes: report.length,
    });
    expect(await json(scan, 'metadata')).toMatchObject({ pages: 1, language: null, word_count: 0 });
  });

  it('gives the facts of a text', async () => {
    const bytes = Buffer.from('Das ist ein ganz gewöhnlicher Satz. 你好\n', 'utf16le');

    expect(await json(bytes, 'metadata')).toMatchObject({
      title: null,
      pages: null,
      language: 'de',
      file_type: 'text',
      encoding: 'utf-16le',
      word_count: 8,
      character_count: 39,
    });
  });

  it('gives a text in UTF-8, whatever it was in', async () => {
    const { bytes } = await extract(Buffer.from('gr\xfc\xdfe\r\nan alle hier drau\xdfen', 'latin1'));

    expect(Buffer.from(bytes).toString()).toBe('grüße\nan alle hier draußen');
  });
});
