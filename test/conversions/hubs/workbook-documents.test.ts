import { describe, expect, it } from 'vitest';
import { noInfo } from '../../../lib/conversions/document/document-info.ts';
import type { TreeBlock } from '../../../lib/conversions/document/document-tree.ts';
import { documentContent, workbookContent } from '../../../lib/conversions/engine/content.ts';
import type { Target } from '../../../lib/conversions/engine/engine.ts';
import { documentSheets } from '../../../lib/conversions/hubs/document-to-workbook.ts';
import { sheetDocument } from '../../../lib/conversions/hubs/workbook-to-document.ts';
import type { Sheet, Workbook } from '../../../lib/conversions/workbook/workbook.ts';

const workbookOf = (...sheets: Sheet[]): Workbook => ({
  hub: 'workbook',
  format: 'xlsx',
  metadata: noInfo,
  sheets,
  numberFormats: [
    { code: 'General', kind: 'number' },
    { code: '0.0%', kind: 'number' },
    { code: '[$€-407] #,##0.00', kind: 'number' },
    { code: 'd. mmm yyyy', kind: 'date' },
    { code: '[h]:mm', kind: 'duration' },
  ],
});

async function blocksOf(workbook: Workbook, options = {}): Promise<readonly TreeBlock[]> {
  const request = { from: 'workbook', operation: 'read', to: 'document', options } as const;
  return documentContent((await sheetDocument.convert(workbook, request)).content).blocks;
}

async function sheetsOf(blocks: readonly TreeBlock[], target?: Target): Promise<readonly Sheet[]> {
  const tree = {
    hub: 'document',
    format: 'html',
    metadata: noInfo,
    blocks,
    notes: [],
    images: [],
    page_count: null,
  } as const;
  const request = { from: 'document', operation: 'read', to: 'workbook', options: {}, target } as const;
  return workbookContent((await documentSheets.convert(tree, request)).content).sheets;
}

const heading = (text: string): TreeBlock => ({
  kind: 'heading',
  level: 1,
  content: [{ kind: 'text', text }],
});

it('has metadata and no tables if the sheets of a workbook have no cells', async () => {
  const workbook = workbookOf({ name: 'A', rows: [] }, { name: 'B', rows: [], hidden: true });
  const converted = (to: 'metadata' | 'tables' | 'markdown') =>
    sheetDocument.convert(workbook, {
      from: 'workbook',
      operation: 'read',
      to: 'document',
      options: {},
      target: to === 'markdown' ? { operation: 'convert', to } : { operation: 'extract', to },
    });

  const { metadata: info } = documentContent((await converted('metadata')).content);
  const { blocks } = documentContent((await converted('tables')).content);

  expect(info.sheets?.map(({ name, rows }) => [name, rows])).toEqual([
    ['A', 0],
    ['B', 0],
  ]);
  expect(blocks).toEqual([]);
  await expect(converted('markdown')).rejects.toMatchObject({ code: 'empty_document' });
});

describe('a workbook as a document', () => {
  it('has a heading for each of several sheets, and tables for adjacent cells', async () => {
    const rows = [[], [null, 'Title'], [], [null, 'a', null, 'b'], [null, '1', null, '2'], [], []];
    const blocks = await blocksOf(
      workbookOf({ name: 'One', rows }, { name: 'Two', rows: [['x', 'y']] }, { name: '3', rows: [] }),
    );

    expect(blocks).toEqual([
      heading('One'),
      {
        kind: 'paragraph',
        content: [{ kind: 'text', text: 'Title' }],
        places: [{ sheet: 'One', cells: 'B2' }],
      },
      {
        kind: 'table',
        places: [{ sheet: 'One', cells: 'B4:D5' }],
        sheetGrid: { sheet: 'One', firstRow: 3, columns: [1, 3] },
        rows: [
          ['a', 'b'],
          ['1', '2'],
        ],
        header_rows: 1,
      },
      heading('Two'),
      {
        kind: 'table',
        places: [{ sheet: 'Two', cells: 'A1:B1' }],
        sheetGrid: { sheet: 'Two', firstRow: 0, columns: [0, 1] },
        rows: [['x', 'y']],
        header_rows: 0,
      },
    ]);
  });

  it('formats numbers and dates, right-aligned', async () => {
    const row = [0.125, 1234.5, new Date('2026-02-28'), -1.5, 123456789012345, 0.1 + 0.2];
    const [table] = await blocksOf(workbookOf({ name: 'S', rows: [row], formats: [[1, 2, 3, 4]] }));

    const shown = (text: string) => ({
      blocks: [{ kind: 'paragraph', content: [{ kind: 'text', text }] }],
      align: 'right',
    });
    expect(table).toMatchObject({
      rows: [['12.5%', '€ 1,234.50', '28. Feb 2026', '-36:00', '123456789012345', '0.3'].map(shown)],
    });
  });

  it('keeps merged cells, even across empty rows, and line breaks in cells', async () => {
    const merged = [
      { firstRow: 0, firstColumn: 0, lastRow: 1, lastColumn: 2 },
      { firstRow: 2, firstColumn: 9, lastRow: 9, lastColumn: 9 },
    ];
    const rows = [['A', null, null, 'B'], [], ['c', 'd', 'e\nf', 'g']];
    const [table] = await blocksOf(workbookOf({ name: 'S', rows, merged }), { header_row: false });

    const paragraph = (...content: unknown[]) => ({ kind: 'paragraph', content });
    const text = (value: string) => ({ kind: 'text', text: value });
    expect(table).toEqual({
      kind: 'table',
      header_rows: 0,
      places: [{ sheet: 'S', cells: 'A1:D3' }],
      sheetGrid: { sheet: 'S', firstRow: 0, columns: [0, 1, 2, 3] },
      rows: [
        [{ blocks: [paragraph(text('A'))], column_span: 3, row_span: 2 }, 'B'],
        [''],
        ['c', 'd', { blocks: [paragraph(text('e'), { kind: 'line_break' }, text('f'))] }, 'g'],
      ],
    });
  });

  it('refuses too many cells', async () => {
    const rows = Array.from({ length: 1000 }, () => Array.from({ length: 1001 }, () => 'x'));

    await expect(blocksOf(workbookOf({ name: 'S', rows }))).rejects.toMatchObject({
      code: 'too_complex',
      message: expect.stringContaining('1000000 cells'),
    });
  });
});

describe('a document as a workbook', () => {
  const cell = (text: string): TreeBlock => ({ kind: 'paragraph', content: [{ kind: 'text', text }] });
  const inner: TreeBlock = { kind: 'table', rows: [['in']], header_rows: 0 };
  const blocks: readonly TreeBlock[] = [
    heading('Sales'),
    {
      kind: 'table',
      header_rows: 1,
      rows: [
        [{ blocks: [cell('Q1')], column_span: 2 }, 'Q2'],
        ['007', '1.50', '2026-02-28'],
      ],
    },
    {
      kind: 'list',
      ordered: false,
      items: [
        { blocks: [{ kind: 'table', rows: [[{ blocks: [inner] }]], header_rows: 0, caption: 'Outer' }] },
      ],
    },
  ];

  it('has a sheet for each table, named after its caption or heading', async () => {
    const sheets = await sheetsOf(blocks, { operation: 'convert', to: 'xlsx' });

    expect(sheets.map(({ name }) => name)).toEqual(['Sales', 'Outer', 'Sales']);
    expect(sheets[0]).toMatchObject({
      rows: [
        ['Q1', null, 'Q2'],
        ['007', 1.5, new Date('2026-02-28')],
      ],
      formats: [undefined, [0, 1]],
      merged: [{ firstRow: 0, firstColumn: 0, lastRow: 0, lastColumn: 1 }],
    });
  });

  it('names a sheet after the caption above its table', async () => {
    const caption: TreeBlock = {
      kind: 'paragraph',
      content: [{ kind: 'text', text: 'Table 1' }],
      role: 'caption',
    };

    const sheets = await sheetsOf([heading('Sales'), caption, ...blocks.slice(1, 2)], {
      operation: 'convert',
      to: 'xlsx',
    });

    expect(sheets.map(({ name }) => name)).toEqual(['Table 1']);
  });

  it('keeps texts unchanged if the target is text', async () => {
    const [sheet] = await sheetsOf(blocks, { operation: 'convert', to: 'csv' });

    expect(sheet?.rows[1]).toEqual(['007', '1.50', '2026-02-28']);
  });

  it('reports a document without tables', async () => {
    await expect(sheetsOf([heading('Only text')])).rejects.toMatchObject({ code: 'empty_document' });
  });
});
