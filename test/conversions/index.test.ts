import { describe, expect, it } from 'vitest';
import { convert, extract } from '../../lib/conversions/index.ts';
import { randomBytes } from '../fuzz/random.ts';
import { type Row, toPdf } from './sample-documents.ts';
import { makePdf, makeReport, makeScan } from './sample-files.ts';

const arabicText = 'العربية: هذا نص تجريبي باللغة العربية مع أرقام 123.\nوهذا هو السطر الثاني من النص.';

const report = await makeReport({
  info: { Title: 'Orchards', Author: 'A. Farmer', CreationDate: new Date(0) },
});

const locked = await makeReport({ userPassword: 'secret', pdfVersion: '1.7ext3' });

const scan = await makeScan();

const blank = await makePdf(() => undefined);

// No object is terminated: pdfium gives up, PDF.js continues.
const damaged = Buffer.from(report.toString('latin1').replaceAll('endobj', ''), 'latin1');

const pdfRows: Row[] = [
  {
    title: 'reads all pages, separated by form feeds',
    bytes: report,
    includes: ['Harvest of the valley', 'Weather', '\f', '9400', 'The last page holds this sentence only.'],
    engine: 'liteparse-pdf-reader',
  },
  {
    title: 'reads the requested pages',
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

  it('uses another engine for a file that the first cannot read', async () => {
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
    ['a truncated file', report.subarray(0, report.length / 3), {}, 'corrupt_document', /damaged/],
    [
      'a file with only the signature of a pdf',
      Buffer.from('%PDF-1.7\nnothing'),
      {},
      'corrupt_document',
      /damaged/,
    ],
    ['a scan', scan, { ocr: 'never' }, 'unsupported_content', /only scanned images.*OCR/],
    ['a blank page', blank, {}, 'empty_document', /no text/],
    ['missing pages', report, { pages: '7-9' }, 'unsupported_content', /3 pages.*"7-9"/],
    [
      'bytes of an unknown format',
      randomBytes('bytes', 64),
      {},
      'unsupported_content',
      /of a type that could not be identified.*pass `from`/,
    ],
  ])('refuses %s with its error and what to do', async (_, bytes, options, code, message) => {
    await expect(convert(bytes, { to: 'text', options })).rejects.toMatchObject({
      name: 'ConversionError',
      code,
      message: expect.stringMatching(message),
    });
  });

  it('throws for an unknown option', async () => {
    await expect(convert(report, { to: 'text', options: { colour: 1 } })).rejects.toThrow(
      /options\.colour: unknown option/,
    );
  });
});

describe('extract', () => {
  const json = async (bytes: Uint8Array, format: 'structured' | 'chunks' | 'metadata') =>
    JSON.parse(Buffer.from((await extract(bytes, { format, filename: 'a' })).bytes).toString());

  it('returns headings with their content, tables and metadata', async () => {
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

  it('returns chunks with their heading, pages and offsets', async () => {
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

  it('returns the metadata of a pdf, even without text', async () => {
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

  it('returns the metadata of a text', async () => {
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

  it('returns text in UTF-8 from any encoding', async () => {
    const { bytes } = await extract(Buffer.from('gr\xfc\xdfe\r\nan alle hier drau\xdfen', 'latin1'));

    expect(Buffer.from(bytes).toString()).toBe('grüße\nan alle hier draußen');
  });
});

describe('calls that TypeScript would refuse', () => {
  // biome-ignore lint/suspicious/noExplicitAny: the types refuse these calls
  const [convertAny, extractAny] = [convert, extract] as any[];
  const bytes = Buffer.from('Text');

  it.each<[name: string, call: () => Promise<unknown>, message: RegExp]>([
    ['a path', () => convertAny('report.docx', { to: 'pdf' }), /^Pass the bytes .*, not its path\.$/],
    ['no document', () => extractAny(), /^Pass the bytes/],
    ['no options', () => convertAny(bytes), /^Pass the options as an object, such as \{ to: "pdf" \}\.$/],
    ['a format for options', () => extractAny(bytes, 'tables'), /such as \{ format: "tables" \}\.$/],
    ['no target', () => convertAny(bytes, {}), /^Cannot convert to undefined\. Formats: pdf, text, /],
    [
      'an unknown target',
      () => convertAny(bytes, { to: 'pdff' }),
      /^Cannot convert to "pdff"\. Formats: pdf, /,
    ],
    [
      'an unknown extract',
      () => extractAny(bytes, { format: 'soul' }),
      /^Cannot extract "soul"\. Supported: text, /,
    ],
  ])('are refused with what to pass: %s', async (_name, call, message) => {
    await expect(call()).rejects.toThrow(TypeError);
    await expect(call()).rejects.toThrow(message);
  });
});
