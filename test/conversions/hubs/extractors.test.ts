import { describe, expect, it } from 'vitest';
import { fileContent } from '../../../lib/conversions/engine/content.ts';
import {
  chunkExtractor,
  documentExtractor,
  imageExtractor,
  tableExtractor,
} from '../../../lib/conversions/hubs/extractors.ts';
import { paragraph, pixel, treeOf } from '../document/sample-tree.ts';
import { unzip } from '../shared/zip/unzip.ts';

const table = {
  kind: 'table',
  header_rows: 1,
  rows: [
    ['a', 'b'],
    ['=1+1', '-5'],
  ],
} as const;
const tables = (tree: ReturnType<typeof treeOf>, options = {}) =>
  tableExtractor.convert(tree, { from: 'document', operation: 'extract', to: 'tables', options });
const text = (bytes: unknown) => Buffer.from(fileContent(bytes as Uint8Array)).toString();

describe('extracting from documents', () => {
  it('returns tables as JSON, with their captions', async () => {
    const tree = treeOf([
      { ...table, caption: 'Sums', page: 3 },
      { kind: 'quote', blocks: [table] },
    ]);

    const { content } = await tables(tree);

    expect(JSON.parse(text(content))).toEqual([
      { index: 0, page: 3, caption: 'Sums', header_rows: 1, rows: table.rows },
      { index: 1, page: null, caption: null, header_rows: 1, rows: table.rows },
    ]);
  });

  it('returns one table as csv and several as a zip, with escaped formulas by default', async () => {
    const one = await tables(treeOf([table]), { tables_as: 'csv' });
    const two = await tables(treeOf([table, table]), { tables_as: 'csv', escape_formulas: false });

    expect(one.file?.extension).toBe('csv');
    expect(text(one.content)).toBe("a,b\r\n'=1+1,-5\r\n");
    expect(two.file?.extension).toBe('zip');
    expect(unzip(fileContent(two.content))).toEqual({
      'table-1.csv': 'a,b\r\n=1+1,-5\r\n',
      'table-2.csv': 'a,b\r\n=1+1,-5\r\n',
    });
  });

  it('quotes fields that contain delimiters', async () => {
    const rows = [['a,b', 'say "no"', 'two\nlines', 'plain']];

    const { content } = await tables(treeOf([{ kind: 'table', header_rows: 0, rows }]), { tables_as: 'csv' });

    expect(text(content)).toBe('"a,b","say ""no""","two\nlines",plain\r\n');
  });

  it('returns images unchanged', async () => {
    const tree = treeOf([], { images: [{ bytes: pixel, mime_type: 'image/png' }] });

    const { content } = await imageExtractor.convert(tree, {
      from: 'document',
      operation: 'extract',
      to: 'images',
      options: {},
    });

    expect(Object.keys(unzip(fileContent(content)))).toEqual(['image-001.png']);
    expect(Buffer.from(fileContent(content)).includes(pixel)).toBe(true);
  });

  it('counts words and returns the file size', async () => {
    const { content } = await documentExtractor.convert(treeOf([paragraph('two words')]), {
      from: 'document',
      operation: 'extract',
      to: 'metadata',
      options: {},
      sourceBytes: 77,
    });

    expect(JSON.parse(text(content))).toMatchObject({ word_count: 2, size_bytes: 77, file_type: 'html' });
  });

  it.each([
    ['text', documentExtractor, {}],
    ['images', imageExtractor, {}],
    ['tables', tableExtractor, { tables_as: 'csv' }],
  ] as const)('refuses to extract %s from a document without any', async (to, engine, options) => {
    const given = engine.convert(treeOf([]), { from: 'document', operation: 'extract', to, options });

    await expect(given).rejects.toMatchObject({ code: 'empty_document' });
  });
});

it.each([
  ['pdf', 0, 'Scanned pages need text recognition'],
  ['docx', 1, 'Extract its images'],
  ['docx', 0, 'Send a document with text'],
] as const)('says what to do about a %s without text and with %i images', async (format, images, advice) => {
  const tree = {
    ...treeOf([]),
    format,
    images: Array.from({ length: images }, () => ({ bytes: pixel, mime_type: 'image/png' as const })),
  };

  const chunks = chunkExtractor.convert(tree, {
    from: 'document',
    operation: 'extract',
    to: 'chunks',
    options: {},
  });

  await expect(chunks).rejects.toMatchObject({
    code: 'empty_document',
    message: expect.stringContaining(advice),
  });
});
