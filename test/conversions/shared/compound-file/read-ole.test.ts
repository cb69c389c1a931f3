import { readFileSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { type TreeBlock, textRun } from '../../../../lib/conversions/document/document-tree.ts';
import { characterRuns } from '../../../../lib/conversions/formats/doc/doc-properties.ts';
import { docReader } from '../../../../lib/conversions/formats/doc/reader.ts';
import { longs } from '../../formats/doc/doc-of.ts';
import { readWith } from '../../office-files.ts';
import { compoundOf } from './compound-of.ts';

const harbour = readFileSync(new URL('../../../fixtures/documents/harbour.doc', import.meta.url));
const text = (content: string): TreeBlock => ({ kind: 'paragraph', content: [textRun(content)] });

/** A minimal doc file: a header and one piece of text in windows-1252. */
function docOf(
  content: string,
  change: (header: Buffer) => void = () => {},
  more: Buffer = Buffer.alloc(0),
): Buffer {
  const letters = Buffer.from(content, 'latin1');
  const header = Buffer.alloc(2048);
  header.writeUInt16LE(0xa5ec, 0);
  header.writeUInt16LE(0xc1, 2);
  header.writeUInt16LE(0x200, 0x0a);
  header.writeInt32LE(letters.length, 0x4c);
  header.writeUInt32LE(21, 0x1a6);
  const clx = Buffer.alloc(21);
  clx.writeUInt8(2, 0);
  clx.writeUInt32LE(16, 1);
  clx.writeUInt32LE(letters.length, 9);
  clx.writeUInt32LE(0x40000000 + 2048 * 2, 15);
  change(header);
  return compoundOf({
    WordDocument: Buffer.concat([header, letters, Buffer.alloc(4096)]),
    '1Table': Buffer.concat([clx, Buffer.alloc(4096 - clx.length), more, Buffer.alloc(4096)]),
  });
}

describe('a doc reader', () => {
  test('keeps headings, text styles, links, lists and tables', async () => {
    const { tree } = await readWith(docReader, harbour);

    const list = (ordered: boolean, ...items: (readonly TreeBlock[])[]): TreeBlock => ({
      kind: 'list',
      ordered,
      items: items.map((blocks) => ({ blocks })),
    });
    expect(tree.metadata.title).toBe('Tide tables');
    expect(tree.blocks[0]).toEqual({ kind: 'heading', level: 1, content: [textRun('Harbour guide')] });
    expect(tree.blocks[1]).toMatchObject({
      content: [
        { text: 'High water comes ' },
        { text: 'twice', bold: true },
        { text: ' a day' },
        { text: '2', superscript: true },
        { text: ', see ' },
        { text: 'the tables', href: 'https://example.org/tides' },
        { text: '.' },
      ],
    });
    expect(tree.blocks.slice(2, 5)).toEqual([
      { kind: 'heading', level: 2, content: [textRun('Boats')] },
      list(false, [text('Dinghy'), list(false, [text('with oars')])], [text('Ferry')]),
      list(true, [text('Cast off')], [text('Sail')]),
    ]);
    expect(JSON.stringify(tree.blocks[5])).toMatch(/table.*Port.*Depth.*Kirkwall.*5 m.*Łódź, 東京/);
  });

  test('reads a file with one piece and no styles', async () => {
    const { tree } = await readWith(
      docReader,
      docOf('One\rTwo\x0bhalves\r\x13 HYPERLINK "https://example.org" \x14link\x15\r'),
    );

    expect(tree.blocks).toEqual([
      text('One'),
      { kind: 'paragraph', content: [textRun('Two'), { kind: 'line_break' }, textRun('halves')] },
      { kind: 'paragraph', content: [textRun('link', { href: 'https://example.org' })] },
    ]);
  });

  const refused = (code: string) => ({ otherwise: expect.objectContaining({ code }) });

  test.each([
    ['a password', docOf('x', (header) => header.writeUInt16LE(0x300, 0x0a)), { code: 'encrypted_document' }],
    ['Word 95', docOf('x', (header) => header.writeUInt16LE(0x68, 2)), refused('unsupported_content')],
    ['no pieces', docOf('x', (header) => header.writeUInt32LE(0, 0x1a6)), refused('corrupt_document')],
    ['another stream', compoundOf({ Workbook: Buffer.alloc(5000) }), refused('corrupt_document')],
    ['a truncated file', harbour.subarray(0, 3000), refused('corrupt_document')],
    ['noise', Buffer.alloc(5000, 9), refused('corrupt_document')],
  ])('rejects a file with %s', async (_, file, refusal) => {
    await expect(readWith(docReader, file)).rejects.toMatchObject(refusal);
  });
});

/** A note table in which every note covers the whole text. */
function docOfNotes(content: string, notes: number): Buffer {
  const ends = Array.from({ length: notes + 1 }, (_, index) => (index % 2) * content.length);
  const references = longs(...ends.map((_, index) => index), 0);
  const table = Buffer.concat([references, Buffer.alloc(notes * 2 - 4), longs(...ends)]);
  return docOf(
    content,
    (header) => {
      header.writeUInt32LE(4096, 0xaa);
      header.writeUInt32LE(4 + notes * 6, 0xae);
      header.writeUInt32LE(4096 + 4 + notes * 6, 0xb2);
      header.writeUInt32LE((notes + 1) * 4, 0xb6);
      header.writeInt32LE(0, 0x4c);
    },
    table,
  );
}

describe('repeated references in a doc', () => {
  test('read pages of a run table once', () => {
    const page = Buffer.alloc(512);
    page.writeUInt8(100, 511);
    const word = Buffer.concat([Buffer.alloc(512), page]);
    const read = vi.spyOn(word, 'subarray');
    const table = Buffer.concat([Buffer.alloc(20_001 * 4), longs(...new Array<number>(20_000).fill(1))]);

    characterRuns({
      word,
      table,
      data: undefined,
      text: '',
      lengths: { body: 0, footnotes: 0, headers: 0, comments: 0, endnotes: 0, boxes: 0 },
      offsetOf: () => 0,
      structure: () => table,
      place: () => 0,
    });

    expect(read).toHaveBeenCalledTimes(1);
  });

  test('read the text of notes once', async () => {
    const { tree } = await readWith(docReader, docOfNotes('note text\r', 100));

    expect(tree.notes.filter((blocks) => blocks.length > 0)).toHaveLength(1);
  });
});
