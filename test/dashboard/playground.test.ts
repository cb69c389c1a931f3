import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { refusalOf } from '../../dashboard/playground/check-file.ts';
import { parseCsv } from '../../dashboard/playground/csv.ts';
import { optionFields, optionsOf, withoutSecrets } from '../../dashboard/playground/options.ts';
import { placedDocument } from '../../dashboard/playground/passages.ts';
import { previewKind, tablesIn } from '../../dashboard/playground/preview-kind.ts';
import { sourcesOf, targetsOf } from '../../dashboard/playground/targets.ts';
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
    expect(refusalOf({ name: 'a.txt', size: 0 })).toContain('is empty');
    expect(refusalOf({ name: 'a.txt', size: 26_214_401 })).toContain('the limit is 25 MB');
    expect(refusalOf({ name: 'a.txt', size: 26_214_400 })).toBeUndefined();
  });
});

describe('the preview', () => {
  it.each([
    ['text/plain; charset=utf-8', 'text'],
    ['text/html; charset=utf-8', 'text'],
    ['text/csv', 'table'],
    ['application/json', 'json'],
    ['image/svg+xml', 'image'],
    ['image/tiff', 'none'],
    ['application/pdf', 'pdf'],
    ['application/zip', 'none'],
  ])('shows %s as %s', (mimeType, kind) => {
    expect(previewKind(mimeType)).toBe(kind);
  });

  it('finds only the tables of a structured extraction', () => {
    expect(tablesIn({ tables: [{ rows: [['a', 'b']], page: 1 }, { rows: [[1]] }, 'x'] })).toEqual([
      [['a', 'b']],
    ]);
    expect(tablesIn({ tables: 'x' })).toEqual([]);
    expect(tablesIn(null)).toEqual([]);
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
    expect(placedDocument(model)).toEqual({
      pages: model.pages,
      passages: [
        { kind: 'heading', text: 'Title', boxes: [{ page: 1, box: [1, 2, 3, 4] }] },
        { kind: 'paragraph', text: 'Item', boxes: [{ page: 1, box: [5, 6, 7, 8] }] },
        { kind: 'footer', text: '1', boxes: [{ page: 1, box: [9, 9, 10, 10] }] },
      ],
    });
  });

  it('are none in another result and in a file without pages', () => {
    expect(placedDocument({ ...model, blocks: [], furniture: [] })).toBeUndefined();
    for (const other of [undefined, null, [], { version: 1 }, { version: 1, pages: {}, blocks: [] }])
      expect(placedDocument(other)).toBeUndefined();
  });
});
