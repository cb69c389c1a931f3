import { utils, write } from '@e965/xlsx';
import { describe, expect, it } from 'vitest';
import { readSheetObjects } from '../../../../lib/conversions/formats/xls/sheet-objects.ts';
import { xlsbFurniture } from '../../../../lib/conversions/formats/xls/xlsb-furniture.ts';
import { readXlsbNotes } from '../../../../lib/conversions/formats/xls/xlsb-notes.ts';
import { sheetRelationships } from '../../../../lib/conversions/formats/xls/xlsb-sheets.ts';
import { type DocumentModel, extract } from '../../../../lib/conversions/index.ts';
import { openCompound } from '../../../../lib/conversions/shared/compound-file/open-compound.ts';
import { makeZip } from '../../../../lib/conversions/shared/zip/make-zip.ts';
import { openZip } from '../../../../lib/conversions/shared/zip/open-zip.ts';
import { relationships } from '../../office-files.ts';

const words = (...values: readonly number[]): Buffer => Buffer.from(Uint16Array.from(values).buffer);

const record = (type: number, ...parts: readonly Buffer[]): Buffer => {
  const data = Buffer.concat(parts);
  return Buffer.concat([words(type, data.length), data]);
};

/** A string with its length, of one byte for each character or of two. */
const text = (value: string, isWide = false): Buffer =>
  Buffer.concat([
    words(value.length),
    Buffer.from([isWide ? 1 : 0]),
    Buffer.from(value, isWide ? 'utf16le' : 'latin1'),
  ]);

const object = (type: number, id: number): Buffer =>
  record(0x5d, words(0x15, 0x12, type, id), Buffer.alloc(14));

/** A text object whose characters are in several continuations, each with its own width, and its runs. */
const textObject = (length: number, ...parts: readonly (readonly [string, boolean])[]): Buffer =>
  Buffer.concat([
    record(0x1b6, words(0, 0, 0, 0, 0, length, 16, 0, 0)),
    ...parts.map(([value, isWide]) =>
      record(0x3c, Buffer.from([isWide ? 1 : 0]), Buffer.from(value, isWide ? 'utf16le' : 'latin1')),
    ),
    record(0x3c, Buffer.alloc(16)),
  ]);

const TEXT_BOX = 6;
const NOTE_BOX = 0x19;

const objects = Buffer.concat([
  record(0x14, text('&L&"Arial,Bold"Harbour of &A&R&P')),
  record(0x15, text('Für Ämter', true)),
  object(TEXT_BOX, 1),
  textObject(14, ['Mind ', false], ['the\r→ gap', true]),
  object(NOTE_BOX, 2),
  textObject(11, ['Ada:\nReally', false]),
  record(0x1c, words(2, 1, 0, 2), text('Ada'), Buffer.alloc(1)),
]);

const short = (value: string, isWide = false): Buffer =>
  Buffer.concat([
    Buffer.from([value.length, isWide ? 1 : 0]),
    Buffer.from(value, isWide ? 'utf16le' : 'latin1'),
  ]);

const block = (type: number, ...inside: readonly Buffer[]): Buffer =>
  Buffer.concat([record(type, words(0, 0, 0, 0)), record(0x1033), ...inside, record(0x1034)]);

const title = (link: number, value: string): Buffer =>
  block(0x1025, record(0x100d, words(0), short(value)), record(0x1027, words(link, 0, 0)));

const number = (row: number, column: number, value: number): Buffer =>
  record(0x203, words(row, column, 0), Buffer.from(Float64Array.of(value).buffer));

/** A chart that is embedded in a sheet: the names of its series, its titles and its cached values. */
const chart = Buffer.concat([
  record(0x809, words(0x600, 0x20, 0, 0, 0, 0, 0, 0)),
  record(0x14, text('&CFooter of the chart')),
  block(0x1003, record(0x100d, words(0), short('Höhe', true))),
  block(0x1003, record(0x100d, words(0), short('Depth'))),
  title(2, 'Metres'),
  title(4, 'A label'),
  title(1, 'Tides'),
  record(0x1065, words(1)),
  number(0, 0, 0.30000000000000004),
  number(1, 1, 2),
  number(60_000, 0, 7),
  record(0x1065, words(2)),
  record(0x204, words(0, 0, 0), text('Jan')),
  record(0x204, words(1, 0, 0), text('März', true)),
  record(0x0a),
]);

/** A workbook of one sheet with further records in its sheet. */
function workbookStream(added: Buffer): Buffer {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet([['Tide']]), 'Quai');
  const stream = openCompound(write(book, { type: 'buffer', bookType: 'biff8' }))('Workbook');
  const end = stream?.lastIndexOf(record(0x0a)) ?? 0;
  return Buffer.concat([stream?.subarray(0, end) ?? Buffer.alloc(0), added, record(0x0a)]);
}

const modelOf = async (bytes: Uint8Array, from: 'xls' | 'xlsb'): Promise<DocumentModel> =>
  JSON.parse(Buffer.from((await extract(bytes, { from, format: 'document' })).bytes).toString());

describe('the objects of an xls sheet', () => {
  it('are its text boxes, comments, headers and footers', async () => {
    const { blocks, comments, furniture } = await modelOf(workbookStream(objects), 'xls');

    expect(blocks.map((block) => ('content' in block ? block.content : []))).toEqual([
      [{ kind: 'text', text: 'Tide' }],
      [{ kind: 'text', text: 'Mind the' }],
      [{ kind: 'text', text: '→ gap' }],
    ]);
    expect(comments).toEqual([
      { author: 'Ada', created: null, text: 'Really', place: { sheet: 'Quai', cells: 'B3' } },
    ]);
    expect(furniture).toEqual([
      { kind: 'header', text: 'Harbour of Quai' },
      { kind: 'footer', text: 'Für Ämter' },
    ]);
  });

  it('are its charts as tables of their values, with their titles', async () => {
    const { blocks, furniture } = await modelOf(workbookStream(chart), 'xls');

    expect(furniture).toEqual([]);
    expect(blocks).toMatchObject([
      { content: [{ text: 'Tide' }] },
      {
        kind: 'table',
        caption: 'Tides',
        rows: [
          [{ text: '' }, { text: 'Höhe' }, { text: 'Depth' }],
          [{ text: 'Jan' }, { text: '0.3' }, { text: '' }],
          [{ text: 'März' }, { text: '' }, { text: '2' }],
        ],
      },
      { content: [{ text: 'Metres' }] },
    ]);
  });

  it('have the cells that their anchors cover', async () => {
    const art = (type: number, version: number, ...inside: readonly Buffer[]): Buffer => {
      const body = Buffer.concat(inside);
      const header = Buffer.alloc(8);
      header.writeUInt16LE(version, 0);
      header.writeUInt16LE(type, 2);
      header.writeUInt32LE(body.length, 4);
      return Buffer.concat([header, body]);
    };
    const anchor = (...edges: readonly [number, number, number, number]): Buffer => {
      const [left, top, right, bottom] = edges;
      return art(0xf010, 0, words(0, left, 100, top, 100, right, 100, bottom, 100));
    };
    const shape = (...inside: readonly Buffer[]): Buffer =>
      art(0xf004, 15, art(0xf00a, 2, Buffer.alloc(8)), ...inside, art(0xf011, 0));
    const first = art(0xf002, 15, art(0xf00b, 3, Buffer.alloc(90)), shape(anchor(1, 2, 3, 4)));
    const inGroup = shape(art(0xf00f, 0, Buffer.alloc(16)));
    const drawn = Buffer.concat([
      // The drawing is cut inside of an anchor and of a record that is skipped.
      record(0xec, first.subarray(0, 50)),
      record(0x3c, first.subarray(50, -30)),
      record(0xec, first.subarray(-30)),
      object(TEXT_BOX, 1),
      textObject(1, ['a', false]),
      record(0xec, art(0xf003, 15, shape(anchor(5, 65_535, 4, 6)), inGroup)),
      object(TEXT_BOX, 2),
      textObject(1, ['b', false]),
      record(0xec, shape(anchor(0, 0, 1, 1))),
      object(5, 3),
      chart,
    ]);

    const { blocks } = await modelOf(workbookStream(drawn), 'xls');

    const at = (cells: string) => [{ sheet: 'Quai', cells }];
    expect(blocks.slice(1)).toMatchObject([
      { content: [{ text: 'a' }], places: at('B3:D5') },
      { content: [{ text: 'b' }], places: at('F65536') },
      { kind: 'table', caption: 'Tides', places: at('A1:B2') },
      { content: [{ text: 'Metres' }], places: at('A1:B2') },
    ]);
  });

  it('are none of a stream that is cut anywhere, or of other versions', () => {
    const stream = workbookStream(Buffer.concat([chart, objects]));

    for (let length = 0; length < stream.length; length += 7)
      expect(readSheetObjects(stream.subarray(0, length)).length).toBeLessThanOrEqual(1);
    expect(readSheetObjects(Buffer.from([9, 8, 8, 0, 0, 5, 5, 0, 0, 0, 0, 0]))).toEqual([]);
  });
});

describe('the objects of an xlsb sheet', () => {
  it('are those of its drawing, also if it has no cells', async () => {
    const book = utils.book_new();
    utils.book_append_sheet(book, utils.aoa_to_sheet([]), 'Quai');
    const archive = openZip(write(book, { type: 'buffer', bookType: 'xlsb' }));
    const drawing = `<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><xdr:twoCellAnchor><xdr:sp><xdr:txBody><a:p><a:r><a:t>Mind the gap</a:t></a:r></a:p></xdr:txBody></xdr:sp></xdr:twoCellAnchor></xdr:wsDr>`;
    const added = {
      'xl/worksheets/_rels/sheet1.bin.rels': relationships({ d: ['drawing', '../drawings/drawing1.xml'] }),
      'xl/drawings/drawing1.xml': drawing,
    };
    const bytes = makeZip([
      ...archive.names
        .filter((name) => !Object.hasOwn(added, name))
        .map((name) => ({ name, bytes: archive.read(name) ?? new Uint8Array() })),
      ...Object.entries(added).map(([name, part]) => ({ name, bytes: Buffer.from(part) })),
    ]);

    expect((await modelOf(bytes, 'xlsb')).blocks).toMatchObject([
      { kind: 'paragraph', content: [{ kind: 'text', text: 'Mind the gap' }] },
    ]);
  });

  it('are its comments, headers and footers', async () => {
    const book = utils.book_new();
    const sheet = utils.aoa_to_sheet([['Tide']]);
    utils.cell_add_comment(sheet.A1, 'Ada:\nBy whom?', 'Ada');
    sheet.C4 = { t: 's', v: 'Ebb' };
    utils.cell_add_comment(sheet.C4, 'Später', 'Zoë');
    sheet['!ref'] = 'A1:C4';
    utils.book_append_sheet(book, sheet, 'Quai');
    const archive = openZip(write(book, { type: 'buffer', bookType: 'xlsb' }));
    const wide = (value: string): Buffer =>
      Buffer.concat([Buffer.from(Uint32Array.of(value.length).buffer), Buffer.from(value, 'utf16le')]);
    const none = Buffer.from(Uint32Array.of(0xffffffff).buffer);
    const texts = [wide('&CHarbour of &A'), none, none, wide('&LDraft'), none, none];
    const data = Buffer.concat([words(3), ...texts]);
    const header = Buffer.concat([Buffer.from([0xdf, 0x03, data.length]), data]);
    const part = 'xl/worksheets/sheet1.bin';
    const bytes = makeZip(
      archive.names.map((name) => {
        const old = Buffer.from(archive.read(name) ?? []);
        // Before the record that ends the sheet.
        const end = old.lastIndexOf(Buffer.from([0x82, 0x01, 0]));
        const whole = Buffer.concat([old.subarray(0, end), header, old.subarray(end)]);
        return { name, bytes: name === part ? whole : old };
      }),
    );

    const { comments, furniture } = await modelOf(bytes, 'xlsb');

    expect(comments).toEqual([
      { author: 'Ada', created: null, text: 'By whom?', place: { sheet: 'Quai', cells: 'A1' } },
      { author: 'Zoë', created: null, text: 'Später', place: { sheet: 'Quai', cells: 'C4' } },
    ]);
    expect(furniture).toEqual([
      { kind: 'header', text: 'Harbour of Quai' },
      { kind: 'footer', text: 'Draft' },
    ]);
  });

  it('are none of a part that is cut anywhere', () => {
    const notes = Buffer.from('f8040803000000410064006100fb042400000000', 'hex');

    for (let length = 0; length < notes.length; length += 1) {
      expect(readXlsbNotes(notes.subarray(0, length))).toEqual([]);
      expect(xlsbFurniture(Buffer.from([0xdf, 0x03, 12, ...notes.subarray(0, length)]), 'S')).toEqual([]);
    }
  });

  it('are none of a damaged workbook part', () => {
    expect(sheetRelationships(Buffer.alloc(0)).size).toBe(0);
    expect(sheetRelationships(Buffer.from([0x9c, 0x01, 0xff, 0xff, 0xff, 0xff])).size).toBe(0);
    expect(
      sheetRelationships(Buffer.from([0x9c, 0x01, 12, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 255, 255])).size,
    ).toBe(0);
  });
});
