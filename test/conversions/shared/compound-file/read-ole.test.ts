import { readFileSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { type TreeBlock, textRun } from '../../../../lib/conversions/document/document-tree.ts';
import { characterRuns } from '../../../../lib/conversions/formats/doc/doc-properties.ts';
import { docReader } from '../../../../lib/conversions/formats/doc/reader.ts';
import { pptReader } from '../../../../lib/conversions/formats/ppt/reader.ts';
import { readWith } from '../../office-files.ts';
import { compoundOf } from './compound-of.ts';
import { box4, container, numbers, pptOf, record, texts } from './ppt-of.ts';

const harbour = readFileSync(new URL('../../../fixtures/documents/harbour.doc', import.meta.url));
const text = (content: string, page?: number): TreeBlock => ({
  kind: 'paragraph',
  content: [textRun(content)],
  page,
});

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
  const references = numbers(...ends.map((_, index) => index), 0);
  const table = Buffer.concat([references, Buffer.alloc(notes * 2 - 4), numbers(...ends)]);
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
    const table = Buffer.concat([Buffer.alloc(20_001 * 4), numbers(...new Array<number>(20_000).fill(1))]);

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

describe('a ppt reader', () => {
  test('reads the title from the outline and boxes from the drawing', async () => {
    const { tree } = await readWith(pptReader, pptOf());

    expect(tree.page_count).toBe(1);
    expect(tree.blocks).toEqual([
      { kind: 'heading', level: 2, content: [textRun('Title line')], page: 1 },
      { ...text('Free text', 1), places: [{ page: 1, x: 110, y: 20, width: 100, height: 50 }] },
    ]);
    expect(tree.pages).toEqual([{ number: 1, width: 720, height: 405 }]);
  });

  const shape = (left: number, content: string, flags?: number): Buffer => {
    const option = Buffer.alloc(6);
    option.writeUInt16LE(0x3bf, 0);
    option.writeUInt32LE(flags ?? 0, 2);
    return container(0xf004, [
      ...(flags === undefined ? [] : [record(0xf00b, option, 0x13)]),
      record(0xf010, box4(800, left, left + 800, 1600)),
      container(0xf00d, texts(4, content)),
    ]);
  };

  test('leaves out shapes and groups that the program hides', async () => {
    const hiddenGroup = container(0xf003, [shape(80, '', 0x2_0002), shape(80, 'In a group')]);
    const shapes = [shape(80, 'Hidden', 0x2_0002), hiddenGroup, shape(80, 'Seen', 0x2)];

    const { tree } = await readWith(pptReader, pptOf({ shapes }), { hidden: 'keep' });

    const read = JSON.stringify(tree.blocks);
    expect(read).toContain('Seen');
    expect(read).not.toContain('Hidden');
    expect(read).not.toContain('In a group');
  });

  test('leaves out and lists text beyond the edges of its slide, unless it is asked for or animated', async () => {
    const shapes = [shape(5760, 'Beyond')];
    const animation = record(5000, container(0xf13c, [record(0x2afb, Buffer.alloc(20))]));

    const { tree, warnings } = await readWith(pptReader, pptOf({ shapes }));
    const kept = await readWith(pptReader, pptOf({ shapes }), { hidden: 'keep' });
    const animated = await readWith(pptReader, pptOf({ shapes, more: [animation] }));

    expect(JSON.stringify(tree.blocks)).not.toContain('Beyond');
    expect(tree.hidden_text).toEqual([
      {
        text: 'Beyond',
        reason: 'off_page',
        place: { page: 1, x: 720, y: 100, width: 100, height: 100 },
      },
    ]);
    expect(warnings).toEqual([
      'Text that cannot be seen was left out on slide 1. The option hidden: "keep" keeps it.',
    ]);
    for (const { tree: all } of [kept, animated]) {
      expect(JSON.stringify(all.blocks)).toContain('Beyond');
      expect(all.hidden_text).toEqual([]);
    }
  });

  test('marks hidden slides', async () => {
    const show = record(1017, Buffer.from('00000000000000000000' + '0400' + '00000000', 'hex'));

    const { tree, warnings } = await readWith(pptReader, pptOf({ more: [show] }));

    expect(tree.sections).toMatchObject([{ number: 1, hidden: true, block_count: 2 }]);
    expect(warnings).toEqual(['Hidden slides are included: 1.']);
  });

  test('reads a slide once even if the presentation lists it repeatedly', async () => {
    const { tree } = await readWith(pptReader, pptOf({ listed: 2000 }));

    expect(tree.page_count).toBe(1);
    expect(tree.blocks).toHaveLength(2);
  });

  test.each([
    ['by its current user', pptOf({ token: 0xf3d1c4df })],
    ['by its last edit', pptOf({ editBytes: 32 })],
  ])('reports a password %s', async (_, file) => {
    await expect(readWith(pptReader, file)).rejects.toMatchObject({ code: 'encrypted_document' });
  });

  test('rejects a file without a presentation', async () => {
    await expect(readWith(pptReader, harbour)).rejects.toMatchObject({
      otherwise: { code: 'corrupt_document' },
    });
  });
});
