import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { documentModel, documentSchema } from '../../../lib/conversions/document/document-model.ts';
import { textRun } from '../../../lib/conversions/document/document-tree.ts';
import { placeOf } from '../../../lib/conversions/document/places.ts';
import { toModel } from '../../../lib/conversions/document/to-model.ts';
import { convert, extract, read } from '../../../lib/conversions/index.ts';
import { tinyPng } from '../office-files.ts';
import { makePdf } from '../sample-files.ts';
import { treeOf } from './sample-tree.ts';

const isValid = new Ajv2020({ strict: false, validateFormats: false }).compile(documentSchema());

const tree = treeOf(
  [
    { kind: 'heading', level: 9, content: [textRun('Title', { bold: true })], page: 1 },
    {
      kind: 'paragraph',
      align: 'center',
      content: [
        textRun('see ', { href: '#a' }),
        { kind: 'line_break' },
        { kind: 'math', tex: 'x^2', display: true },
        { kind: 'note', note: 0 },
        { kind: 'image', image: 0, alt: 'A dot', width: 3 },
      ],
      places: [
        placeOf(1, { x: 1.004, y: 2, width: 3, height: 4.2 }),
        placeOf(2, { x: 0, y: 0, width: 1, height: 1 }),
      ],
    },
    {
      kind: 'list',
      ordered: true,
      items: [
        { label: 'a)', blocks: [{ kind: 'paragraph', content: [textRun('one')] }] },
        { checked: true, blocks: [{ kind: 'quote', blocks: [{ kind: 'rule' }] }] },
      ],
    },
    {
      kind: 'table',
      caption: 'Yields',
      header_rows: 1,
      rows: [
        ['a', { blocks: [{ kind: 'paragraph', content: [textRun('b')] }], column_span: 2 }],
        [
          { blocks: [{ kind: 'paragraph', content: [textRun('c', { bold: true })] }], align: 'right' },
          '',
          'd',
        ],
      ],
      places: [{ sheet: 'S', cells: 'A1:C2' }],
    },
    { kind: 'code', text: 'x = 1', language: 'py' },
    { kind: 'page_break' },
  ],
  {
    notes: [[{ kind: 'paragraph', content: [textRun('A note.')] }]],
    images: [{ bytes: tinyPng, mime_type: 'image/png', page: 1 }],
    pages: [{ number: 1, width: 595.2756, height: 841.89 }],
    furniture: [{ kind: 'footer', text: '7', place: { page: 1, box: [1, 2, 4, 6] } }],
  },
);

const plain = (imageData: boolean): unknown => {
  const model = toModel(tree, { language: 'en', imageData });
  return JSON.parse(
    JSON.stringify({ ...model, blocks: [...model.blocks], notes: [...model.notes].map((note) => [...note]) }),
  );
};

describe('the model of documents', () => {
  it('has every block, and conforms to its schema', () => {
    const model = plain(false);

    expect(isValid(model), JSON.stringify(isValid.errors)).toBe(true);
    expect(documentModel.parse(model)).toEqual(model);
    expect(model).toMatchObject({
      version: 1,
      language: 'en',
      pages: [{ number: 1, width: 595.28, height: 841.89 }],
      blocks: [
        { kind: 'heading', level: 6, page: 1, content: [{ kind: 'text', text: 'Title', bold: true }] },
        {
          kind: 'paragraph',
          align: 'center',
          content: [
            { kind: 'text', text: 'see ', href: '#a' },
            { kind: 'line_break' },
            { kind: 'math', tex: 'x^2', display: true },
            { kind: 'note', note: 0 },
            { kind: 'image', image: 0, alt: 'A dot', width: 3 },
          ],
          places: [
            { page: 1, box: [1, 2, 4, 6.2] },
            { page: 2, box: [0, 0, 1, 1] },
          ],
        },
        { kind: 'list', ordered: true, start: 1, items: [{ label: 'a)' }, { checked: true }] },
        {
          kind: 'table',
          caption: 'Yields',
          header_rows: 1,
          rows: [
            [{ text: 'a' }, { text: 'b', column_span: 2 }],
            [{ text: 'c', align: 'right', blocks: [{ kind: 'paragraph' }] }, { text: '' }, { text: 'd' }],
          ],
          places: [{ sheet: 'S', cells: 'A1:C2' }],
        },
        { kind: 'code', text: 'x = 1', language: 'py' },
        { kind: 'page_break' },
      ],
      notes: [[{ kind: 'paragraph' }]],
      images: [{ name: 'image-001.png', mime_type: 'image/png', bytes: tinyPng.length, page: 1 }],
      furniture: [{ kind: 'footer', text: '7', place: { page: 1, box: [1, 2, 4, 6] } }],
    });
  });

  it('contains images only on request', () => {
    expect(plain(false)).not.toHaveProperty('images.0.data');
    expect(plain(true)).toHaveProperty('images.0.data', Buffer.from(tinyPng).toString('base64'));
  });

  it.each([
    ['another version', { version: 2 }],
    ['an unknown kind of block', { blocks: [{ kind: 'video' }] }],
    [
      'a box of three numbers',
      { furniture: [{ kind: 'header', text: '', place: { page: 1, box: [1, 2, 3] } }] },
    ],
  ])('does not allow %s', (_, change) => {
    expect(isValid({ ...(plain(false) as object), ...change })).toBe(false);
  });
});

describe('reading a document', () => {
  it('returns each paragraph of a pdf with its place, and running lines apart', async () => {
    const prose = 'The harvest of the valley was early in this year, and the orchards were full. '.repeat(6);
    const pdf = await makePdf((document) => {
      for (let page = 1; page <= 3; page += 1) {
        if (page > 1) document.addPage();
        document.fontSize(9).text('Annual report', 72, 30, { lineBreak: false });
        document.fontSize(11).text(prose, 72, 100, { width: 400 });
        document.fontSize(9).text(`${page}`, 300, 760, { lineBreak: false });
      }
    });
    const model = await read(pdf);

    expect(isValid(JSON.parse(JSON.stringify(model)))).toBe(true);
    expect(model.pages.map(({ number, width }) => [number, Math.round(width)])).toEqual([
      [1, 595],
      [2, 595],
      [3, 595],
    ]);
    for (const [index, block] of model.blocks.entries()) {
      expect(block.kind).toBe('paragraph');
      expect(block.places).toEqual([
        {
          page: index + 1,
          box: [expect.closeTo(72, 0), expect.closeTo(101, -1), expect.closeTo(453, -1), expect.any(Number)],
        },
      ]);
    }
    expect(model.blocks).toHaveLength(3);
    expect(model.furniture.map(({ kind, text, place }) => [kind, text, place?.page])).toEqual(
      [1, 2, 3].flatMap((page) => [
        ['header', 'Annual report', page],
        ['footer', String(page), page],
      ]),
    );
  });

  it('has the place of each cell', async () => {
    const merged = {
      blocks: [{ kind: 'paragraph', content: [textRun('wide')] }],
      column_span: 2,
      row_span: 2,
    } as const;
    const sheet = treeOf([
      {
        kind: 'table',
        header_rows: 0,
        rows: [['a', merged], ['b'], ['c', 'd', '']],
        // Column C is empty.
        sheetGrid: { sheet: 'S', firstRow: 4, columns: [1, 3, 4] },
      },
    ]);
    const [table] = [...toModel(sheet, { language: null, imageData: false }).blocks];

    expect(table).toMatchObject({
      rows: [
        [{ place: { sheet: 'S', cells: 'B5' } }, { place: { sheet: 'S', cells: 'D5:E6' } }],
        [{ place: { sheet: 'S', cells: 'B6' } }],
        [{ place: { cells: 'B7' } }, { place: { cells: 'D7' } }, { place: { cells: 'E7' } }],
      ],
    });

    const csv = Buffer.from('Year,Hives\n2024,12\n2025,17\n2026,23\n');
    const pdf = await convert(csv, { from: 'csv', to: 'pdf' });
    const { blocks } = await read(pdf.bytes, { from: 'pdf' });
    const found = blocks.find(({ kind }) => kind === 'table');
    const outer = found?.places?.[0];
    const cells = found?.kind === 'table' ? found.rows.flat() : [];
    expect(cells.length).toBeGreaterThan(3);
    for (const { place } of cells) {
      if (place === undefined || !('box' in place) || outer === undefined || !('box' in outer))
        throw new Error('A cell has no box.');
      expect(place.page).toBe(outer.page);
      const [left, top, right, bottom] = place.box;
      const [outerLeft, outerTop, outerRight, outerBottom] = outer.box;
      expect(left).toBeGreaterThanOrEqual(outerLeft);
      expect(top).toBeGreaterThanOrEqual(outerTop - 1);
      expect(right).toBeLessThanOrEqual(outerRight + 1);
      expect(bottom).toBeLessThanOrEqual(outerBottom + 1);
    }
  });

  it('returns each table of a workbook with its cells', async () => {
    const model = await read(Buffer.from('a,b\n1,2\n\nc,d\n3,4\n'), { from: 'csv' });

    expect(model.blocks.map(({ kind, places }) => [kind, places])).toEqual([
      ['table', [{ sheet: expect.any(String), cells: 'A1:B2' }]],
      ['table', [{ sheet: expect.any(String), cells: 'A4:B5' }]],
    ]);
  });

  it('is the result of extract to document', async () => {
    const { bytes, mimeType } = await extract(Buffer.from('# Title\n\ntext\n'), {
      from: 'markdown',
      format: 'document',
    });

    expect(mimeType).toBe('application/json');
    expect(JSON.parse(Buffer.from(bytes).toString())).toEqual(
      await read(Buffer.from('# Title\n\ntext\n'), { from: 'markdown' }),
    );
  });
});
