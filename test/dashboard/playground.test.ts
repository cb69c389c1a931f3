import fc from 'fast-check';
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { guessFile, refusalOf } from '../../dashboard/playground/check-file.ts';
import { codePieces } from '../../dashboard/playground/code-colours.ts';
import { parseCsv } from '../../dashboard/playground/csv.ts';
import { previewOf } from '../../dashboard/playground/load-preview.ts';
import {
  optionError,
  optionFields,
  optionsOf,
  problemOf,
  withoutSecrets,
} from '../../dashboard/playground/options.ts';
import { chunkPassages, documentPassages, isDocument } from '../../dashboard/playground/passages.ts';
import { previewKind } from '../../dashboard/playground/preview-kind.ts';
import { documentTables, tablesIn } from '../../dashboard/playground/result-tables.ts';
import { languages, snippetOf } from '../../dashboard/playground/snippets.ts';
import {
  bestTarget,
  defaultTarget,
  findTargets,
  sourcesOf,
  targetsOf,
} from '../../dashboard/playground/targets.ts';
import { listEntries, readEntry } from '../../dashboard/playground/zip-entries.ts';
import { pageOptions, pdfOptions, pdfPageOptions } from '../../lib/conversions/engine/options.ts';

const schemaOf = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input' }) as Record<string, unknown>;

describe('the options', () => {
  it('have a field of its kind for every option of the service', () => {
    const kinds = (schema: z.ZodType) =>
      Object.fromEntries(optionFields(schemaOf(schema)).map(({ name, kind }) => [name, kind]));

    expect(kinds(pdfOptions)).toEqual({ pages: 'text', password: 'text' });
    expect(kinds(pageOptions)).toEqual({
      encoding: 'choice',
      page_size: 'choice',
      landscape: 'flag',
      margin: 'number',
      font: 'choice',
      font_size: 'number',
      page_numbers: 'flag',
    });
  });

  it('are sent if they were changed, in the format of the service', () => {
    const fields = optionFields(schemaOf(pageOptions));

    const options = optionsOf(fields, {
      encoding: '',
      page_size: 'A4',
      landscape: true,
      margin: '0',
      font_size: '',
      page_numbers: false,
    });

    expect(options).toEqual({ landscape: true, margin: 0 });
    expect(pageOptions.safeParse(options).success).toBe(true);
  });

  it('with a number among their types have a number field', () => {
    const fields = optionFields(schemaOf(pdfPageOptions));

    const margin = fields.find(({ name }) => name === 'margin');

    expect(margin).toMatchObject({ kind: 'number', minimum: 0, maximum: 60, initial: 20 });
    expect(margin?.description).toContain('millimetres');
    expect(optionsOf(fields, { margin: '12.5' })).toEqual({ margin: 12.5 });
  });

  it('do not repeat their label in the hint', () => {
    const description = 'Text recognition (OCR): "auto" for scanned pages';

    expect(optionFields({ properties: { ocr: { type: 'boolean', description } } })).toMatchObject([
      { label: 'Text recognition (OCR)', description: '"auto" for scanned pages' },
    ]);
  });

  it('do not show passwords in code', () => {
    const fields = optionFields(schemaOf(z.object({ ...pdfOptions.shape, owner_password: z.string() })));

    expect(withoutSecrets(fields, { owner_password: 'secret' })).toEqual({ owner_password: '<password>' });
    expect(withoutSecrets(fields, { pages: '1', password: 'secret' })).toEqual({
      pages: '1',
      password: '<password>',
    });
  });

  it('of complex types have no field', () => {
    expect(optionFields({ properties: { odd: { anyOf: [] }, many: { type: 'array' } } })).toEqual([]);
    expect(optionFields({})).toEqual([]);
  });

  it('with fixed values of any type have a choice, which sends the value itself', () => {
    const fields = optionFields(
      schemaOf(
        z.object({ rotate: z.union([z.literal(90), z.literal(180)]), sheets: z.literal('one_page_each') }),
      ),
    );

    expect(fields.map(({ kind }) => kind)).toEqual(['choice', 'choice']);
    expect(optionsOf(fields, { rotate: '180', sheets: 'one_page_each' })).toEqual({
      rotate: 180,
      sheets: 'one_page_each',
    });
  });

  it('with a name or a number send digits as a number', () => {
    const fields = optionFields(schemaOf(z.object({ sheet: z.union([z.string(), z.int()]) })));

    expect(optionsOf(fields, { sheet: 'Sales' })).toEqual({ sheet: 'Sales' });
    expect(optionsOf(fields, { sheet: '2' })).toEqual({ sheet: 2 });
  });

  it('begin with the three that most people use, and the others belong to groups', () => {
    const fields = optionFields(schemaOf(z.object({ ...pageOptions.shape, ...pdfOptions.shape })));

    expect(fields.slice(0, 3).map(({ name }) => name)).toEqual(['pages', 'page_size', 'landscape']);
    expect(Object.fromEntries(fields.map(({ name, group }) => [name, group]))).toMatchObject({
      encoding: 'Content',
      font: 'Pages and layout',
      password: 'Protection and output',
    });
  });

  it.each([
    ['0', 'Use a number from 4 to 72.'],
    ['72.1', 'Use a number from 4 to 72.'],
    ['72', undefined],
    ['', undefined],
  ])('show at the field that %j is wrong: %s', (value, problem) => {
    const field = optionFields(schemaOf(pageOptions)).find(({ name }) => name === 'font_size');

    expect(field && problemOf(field, value)).toBe(problem);
  });

  it('find the field of an error of the service', () => {
    expect(optionError('Options.pages: must be page numbers.')).toEqual({
      name: 'pages',
      problem: 'Must be page numbers.',
    });
    expect(optionError('The file is empty.')).toBeUndefined();
  });
});

describe('the targets of a file', () => {
  const formats = {
    formats: [],
    conversions: [
      { from: 'pdf', to: 'pdf', engines: ['a'], several_files: true, options: {} },
      { from: 'pdf', to: 'text', engines: ['a'], several_files: false, options: {} },
      { from: 'text', to: 'pdf', engines: ['a'], several_files: false, options: {} },
    ],
    extractions: [{ from: 'pdf', format: 'structured', engines: ['a'], options: {} }],
  };

  it('have no twins, and their schemas may be shared', () => {
    const both = {
      ...formats,
      option_schemas: { shared: { properties: {} } },
      extractions: [
        { from: 'pdf', format: 'text', engines: ['a'], options: {} },
        { from: 'pdf', format: 'chunks', engines: ['a'], options: { $ref: '#/option_schemas/shared' } },
      ],
    };

    const targets = targetsOf(both, 'pdf');

    expect(targets.map(({ id }) => id)).toEqual(['convert:text', 'convert:pdf', 'extract:chunks']);
    expect(targets[2]?.options).toEqual({ properties: {} });
  });

  it('are found by words, and the one that a query starts is chosen', () => {
    const targets = targetsOf(
      {
        ...formats,
        conversions: ['odt', 'docx', 'markdown'].map((to) => ({
          from: 'pdf',
          to,
          engines: ['a'],
          several_files: false,
          options: {},
        })),
        extractions: ['document', 'structured', 'tables'].map((format) => ({
          from: 'pdf',
          format,
          engines: ['a'],
          options: {},
        })),
      },
      'pdf',
    );
    const find = (query: string) => bestTarget(findTargets(targets, query), query)?.id;

    expect(['word', 'tables', 'place', 'md', 'nothing'].map(find)).toEqual([
      'convert:docx',
      'extract:tables',
      'extract:document',
      'convert:markdown',
      undefined,
    ]);
    expect(defaultTarget(targets, 'pdf')?.id).toBe('convert:markdown');
    expect(defaultTarget(targets, 'markdown')?.id).toBe('convert:odt');
  });

  it('are those of its format, conversions first', () => {
    expect(sourcesOf(formats)).toEqual(['pdf', 'text']);
    expect(targetsOf(formats, 'pdf').map(({ id, label }) => [id, label])).toEqual([
      ['convert:text', 'Plain text'],
      ['convert:pdf', 'PDF'],
      ['extract:structured', 'Sections and tables'],
    ]);
    expect(targetsOf(formats, 'docx')).toEqual([]);
  });

  it('do not exist if it is empty or too large', () => {
    expect(refusalOf({ size: 0 })).toContain('is empty');
    expect(refusalOf({ size: 26_214_401 })).toContain('over the limit of 25 MB');
    expect(refusalOf({ size: 32_715_571 })).toContain('is 31.2 MB; the limit is 25 MB');
    expect(refusalOf({ size: 26_214_400 })).toBeUndefined();
  });

  it.each([
    ['a.bin', '%PDF-1.7\ntrailer << /Encrypt 5 0 R >>', { from: 'pdf', isEncrypted: true }],
    ['a.pdf', '%PDF-1.7\ntrailer << /Root 1 0 R >>', { from: 'pdf', isEncrypted: false }],
    [
      'a.docx',
      new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
      { from: 'docx', isEncrypted: true },
    ],
    [
      'a.doc',
      new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
      { from: 'doc', isEncrypted: false },
    ],
    ['a.unknown', 'words', { from: undefined, isEncrypted: false }],
  ])('are guessed from %s and its first bytes', async (name, content, guess) => {
    expect(await guessFile(new File([content], name))).toEqual(guess);
  });
});

describe('the preview', () => {
  it.each([
    ['text/plain; charset=utf-8', 'text'],
    ['text/markdown', 'markdown'],
    ['text/html; charset=utf-8', 'html'],
    ['text/csv', 'table'],
    ['text/tab-separated-values', 'table'],
    ['application/json', 'json'],
    ['image/svg+xml', 'image'],
    ['image/tiff', 'none'],
    ['application/pdf', 'pdf'],
    ['application/zip', 'zip'],
    ['constructor', 'none'],
  ])('shows %s as %s', (mimeType, kind) => {
    expect(previewKind(mimeType)).toBe(kind);
  });

  it('shows the tables of an extraction with their header rows, in which merged cells are one', () => {
    const cell = (text: string, columns = 1) => ({ text, columns, rows: 1 });
    const rows = [
      ['Item', 'Price', 'Price'],
      ['', 'List', 'Net'],
      ['A', '1', '1'],
    ];

    expect(
      tablesIn([{ index: 0, page: 2, caption: 'Prices', header_rows: 2, rows }, { rows: [[1]] }, 'x']),
    ).toEqual([
      {
        caption: 'Prices',
        page: 2,
        headerRows: 2,
        rows: [
          [cell('Item'), cell('Price', 2)],
          [cell(''), cell('List'), cell('Net')],
          [cell('A'), cell('1'), cell('1')],
        ],
      },
    ]);
    expect(tablesIn({ tables: [{ rows: [['a', 'b']], page: 1 }] })).toMatchObject([
      { page: 1, headerRows: 1 },
    ]);
    expect(tablesIn({ tables: 'x' })).toEqual([]);
    expect(tablesIn(null)).toEqual([]);
  });

  it('truncates text, and reads the rows of TSV', async () => {
    const long = await previewOf(new Blob(['a'.repeat(300_001)]), 'text/markdown');
    const table = await previewOf(new Blob(['a\tb\n1\t2']), 'text/tab-separated-values');

    expect(long).toEqual({ kind: 'markdown', text: 'a'.repeat(300_000), isCut: true });
    expect(table).toMatchObject({ kind: 'table', isCut: false, table: { headerRows: 1 } });
  });

  it('lists the files of an archive and unpacks one of them', async () => {
    const bytes = zipSync({
      'pages/1.png': new Uint8Array([1, 2]),
      'notes.md': new TextEncoder().encode('Words'),
    });

    const entries = listEntries(bytes);

    expect(entries).toEqual([
      { name: 'pages/1.png', size: 2, mimeType: 'image/png' },
      { name: 'notes.md', size: 5, mimeType: 'text/markdown; charset=utf-8' },
    ]);
    const [, notes] = entries;
    expect(notes && (await readEntry(bytes, notes)?.text())).toBe('Words');
    expect(notes && readEntry(bytes, { ...notes, size: 20_000_001 })).toBeUndefined();
  });

  it('parses any CSV', () => {
    const cell = fc.string({ maxLength: 8 }).filter((text) => text !== '');
    fc.assert(
      fc.property(
        fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 5 }),
        fc.constantFrom('\n', '\r\n'),
        (rows, lineEnd) => {
          const text = rows
            .map((row) => row.map((value) => `"${value.replaceAll('"', '""')}"`).join(','))
            .join(lineEnd);

          expect(parseCsv(text, 100)).toEqual(rows);
        },
      ),
    );
    expect(parseCsv('a,b\n1,\n', 100)).toEqual([
      ['a', 'b'],
      ['1', ''],
    ]);
    expect(parseCsv('a\nb\nc', 2)).toEqual([['a'], ['b']]);
  });
});

describe('the passages of a document', () => {
  const text = (value: string) => [{ kind: 'text', text: value }];
  const model = {
    version: 1,
    pages: [{ number: 1, width: 595, height: 842 }],
    blocks: [
      { kind: 'heading', level: 1, content: text('Title'), places: [{ page: 1, box: [1, 2, 3, 4] }] },
      {
        kind: 'list',
        ordered: false,
        items: [
          {
            blocks: [{ kind: 'paragraph', content: text('Item'), places: [{ page: 1, box: [5, 6, 7, 8] }] }],
          },
        ],
      },
      {
        kind: 'table',
        header_rows: 0,
        rows: [[{ text: 'a' }, { text: 'b' }]],
        places: [{ sheet: 'Sheet', cells: 'A1:B1' }],
      },
      { kind: 'rule' },
    ],
    furniture: [
      { kind: 'footer', text: '1', place: { page: 1, box: [9, 9, 10, 10] } },
      { kind: 'header', text: 'no place' },
    ],
  };

  it('are those with a box on a page, those of lists and furniture too', () => {
    expect(isDocument(model)).toBe(true);
    expect(documentPassages(model as never)).toEqual({
      pages: model.pages,
      passages: [
        { kind: 'heading', text: 'Title', boxes: [{ page: 1, box: [1, 2, 3, 4] }] },
        { kind: 'paragraph', text: 'Item', boxes: [{ page: 1, box: [5, 6, 7, 8] }] },
        { kind: 'footer', text: '1', boxes: [{ page: 1, box: [9, 9, 10, 10] }] },
      ],
    });
  });

  it('are none in another result and in a file without pages', () => {
    expect(documentPassages({ ...model, blocks: [], furniture: [] } as never)).toBeUndefined();
    for (const other of [undefined, null, [], { version: 1 }, { version: 1, pages: {}, blocks: [] }])
      expect(isDocument(other)).toBe(false);
  });

  it('include tables with their merged cells', () => {
    const rows = [[{ text: 'a', column_span: 2, row_span: 3 }], [{ text: 'b' }]];

    expect(
      documentTables({ ...model, blocks: [{ kind: 'table', header_rows: 1, rows }] } as never),
    ).toMatchObject([
      {
        headerRows: 1,
        rows: [[{ text: 'a', columns: 2, rows: 3 }], [{ text: 'b', columns: 1, rows: 1 }]],
      },
    ]);
  });

  it('are the chunks of an extraction, with what is known about each', () => {
    const chunk = {
      index: 0,
      text: 'Words',
      heading: 'Two',
      path: ['One', 'Two'],
      kinds: ['text'],
      page_start: 1,
      page_end: 2,
      places: [
        { page: 1, box: [1, 2, 3, 4] },
        { sheet: 'Sales', cells: 'A1:B2' },
      ],
      char_start: 0,
      char_end: 5,
      token_count: 7,
    };

    expect(chunkPassages([chunk])).toEqual({
      pages: [],
      passages: [
        {
          kind: 'Chunk 1',
          text: 'Words',
          boxes: [{ page: 1, box: [1, 2, 3, 4] }],
          facts: ['One › Two', 'Pages 1 to 2', 'Sales A1:B2', '7 tokens'],
        },
      ],
    });
    for (const other of [[], [{ text: 'x' }], {}, null]) expect(chunkPassages(other)).toBeUndefined();
  });
});

describe('the colours of code', () => {
  it.each(languages)('split %s without changing it', (language) => {
    const call = {
      url: 'https://docforge.example',
      filename: 'it\'s a "report".pdf',
      isLarge: true,
      operation: 'convert' as const,
      target: 'text',
      options: { pages: '1-3', landscape: true },
    };
    const code = snippetOf(language, call);

    const pieces = codePieces(language, code);

    expect(pieces.map(({ text }) => text).join('')).toBe(code);
    expect(new Set(pieces.map(({ kind }) => kind)).size).toBeGreaterThan(3);
    expect(pieces.find(({ kind }) => kind === 'comment')?.text).toContain('Over 4 MB');
  });
});
