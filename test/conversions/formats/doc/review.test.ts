import { describe, expect, it } from 'vitest';
import type { DocumentTree } from '../../../../lib/conversions/document/document-tree.ts';
import { docReader } from '../../../../lib/conversions/formats/doc/reader.ts';
import { readWith } from '../../office-files.ts';
import { compoundOf } from '../../shared/compound-file/compound-of.ts';

const HEADER_BYTES = 2048;
const PAGE_BYTES = 512;
const DELETED = 0x0800;
const INSERTED = 0x0801;
// 2026-11-23 11:00 in the 32 bits of a time.
const TIME = (126 << 20) | (11 << 16) | (23 << 11) | (11 << 6);

const words = (...values: readonly number[]): Buffer => Buffer.from(Uint16Array.from(values).buffer);
const longs = (...values: readonly number[]): Buffer => Buffer.from(Uint32Array.from(values).buffer);

type Run = string | readonly [text: string, change: number];
const textOf = (run: Run): string => (typeof run === 'string' ? run : run[0]);

const body: readonly Run[] = [
  'The term is ',
  ['ten', DELETED],
  ['twelve', INSERTED],
  ' months.\rIt may\x05 end.\rOne ',
  ['\r', DELETED],
  'two.\ra\x02b\x02\r',
];

/** A page of character properties ([MS-DOC] 2.9.33): the offsets of the runs, where their properties are, and these. */
function characterPage(runs: readonly Run[]): Buffer {
  const page = Buffer.alloc(PAGE_BYTES);
  let at = HEADER_BYTES;
  let place = PAGE_BYTES / 2 - 2;
  for (const [index, run] of runs.entries()) {
    page.writeUInt32LE(at, index * 4);
    at += textOf(run).length;
    page.writeUInt32LE(at, index * 4 + 4);
    if (typeof run === 'string') continue;
    place -= 2;
    page.writeUInt8(place, (runs.length + 1) * 4 + index);
    page.set([3, ...words(run[1]), 1], place * 2);
  }
  page.writeUInt8(runs.length, PAGE_BYTES - 1);
  return page;
}

/** A document with these parts of its text, one after the other, and structures by their place in the header. */
function docOf(
  parts: Readonly<Record<'body' | 'footnotes' | 'headers' | 'comments' | 'endnotes', string>>,
  runs: readonly Run[],
  structures: Readonly<Record<number, Buffer>>,
): Buffer {
  const text = Buffer.from(Object.values(parts).join(''), 'latin1');
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt16LE(0xa5ec, 0);
  header.writeUInt16LE(0xc1, 2);
  header.writeUInt16LE(0x200, 0x0a);
  // The number of structures that the header lists.
  header.writeUInt16LE(136, 0x98);
  for (const [at, part] of [
    [0x4c, parts.body],
    [0x50, parts.footnotes],
    [0x54, parts.headers],
    [0x5c, parts.comments],
    [0x60, parts.endnotes],
  ] as const)
    header.writeInt32LE(part.length, at);
  const pageAt = Math.ceil((HEADER_BYTES + text.length) / PAGE_BYTES);
  const piece = Buffer.concat([
    longs(0, text.length),
    words(0),
    longs(0x40000000 + HEADER_BYTES * 2),
    words(0),
  ]);
  const all: Readonly<Record<number, Buffer>> = {
    418: Buffer.concat([Buffer.from([2]), longs(piece.length), piece]),
    250: longs(HEADER_BYTES, HEADER_BYTES + text.length, pageAt),
    ...structures,
  };
  const table: Buffer[] = [];
  let at = 0;
  for (const [place, bytes] of Object.entries(all)) {
    header.writeUInt32LE(at, Number(place));
    header.writeUInt32LE(bytes.length, Number(place) + 4);
    table.push(bytes);
    at += bytes.length;
  }
  const gap = Buffer.alloc(pageAt * PAGE_BYTES - HEADER_BYTES - text.length);
  return compoundOf({
    WordDocument: Buffer.concat([header, text, gap, characterPage(runs), Buffer.alloc(4096)]),
    '1Table': Buffer.concat([...table, Buffer.alloc(4096)]),
  });
}

const parts = {
  body: body.map(textOf).join(''),
  footnotes: '\x02foot\r',
  headers: 'Draft of a contract\rPage 1\r',
  comments: '\x05By whom?\r',
  endnotes: '\x02end\r',
};
const { length } = parts.body;
const headerEnd = parts.headers.indexOf('Page');
const footerEnd = parts.headers.length;

const structures = {
  // Comments: their references with the index of the author, texts, authors and times.
  186: Buffer.concat([
    longs(parts.body.indexOf('\x05'), length),
    Buffer.alloc(20),
    words(1),
    Buffer.alloc(8),
  ]),
  194: longs(0, parts.comments.length, parts.comments.length),
  442: Buffer.concat(['Ada', 'Bo'].flatMap((name) => [words(name.length), Buffer.from(name, 'utf16le')])),
  1050: Buffer.concat([longs(TIME), Buffer.alloc(14)]),
  // Footnotes and endnotes.
  170: Buffer.concat([longs(parts.body.indexOf('\x02'), length), words(1)]),
  178: longs(0, parts.footnotes.length, parts.footnotes.length),
  522: Buffer.concat([longs(parts.body.lastIndexOf('\x02'), length), words(1)]),
  530: longs(0, parts.endnotes.length, parts.endnotes.length),
  // Six separators, then the headers and footers of two sections. The second one has those of the first.
  242: longs(0, 0, 0, 0, 0, 0, 0, 0, headerEnd, headerEnd, footerEnd, footerEnd, 0, 0, footerEnd, footerEnd),
};

const reviewed = docOf(parts, body, structures);

const linesOf = ({ blocks }: DocumentTree): string[] =>
  blocks.map((block) =>
    block.kind === 'paragraph'
      ? block.content
          .map((piece) => {
            if (piece.kind !== 'text') return piece.kind === 'note' ? `[${piece.type ?? 'note'}]` : '';
            const { text, strike, underline } = piece;
            return strike === true ? `-${text}-` : underline === true ? `+${text}+` : text;
          })
          .join('')
      : block.kind,
  );

const read = (options = {}) =>
  readWith(docReader, reviewed, options, { operation: 'extract', to: 'document' });

describe('a doc under review', () => {
  it.each([
    ['final', ['The term is twelve months.', 'It may end.', 'One two.', 'a[note]b[endnote]']],
    ['original', ['The term is ten months.', 'It may end.', 'One', 'two.', 'a[note]b[endnote]']],
    ['marked', ['The term is -ten-+twelve+ months.', 'It may end.', 'One', 'two.', 'a[note]b[endnote]']],
  ])('is read as its %s text', async (tracked_changes, lines) => {
    expect(linesOf((await read({ tracked_changes })).tree)).toEqual(lines);
  });

  it('has its comments as notes if asked', async () => {
    const { tree } = await read({ comments: 'notes' });

    expect(linesOf(tree)[1]).toBe('It may[note] end.');
    expect(tree.notes[0]).toMatchObject([
      { content: [{ text: 'Bo:', bold: true }, { text: ' ' }, { text: 'By whom?' }] },
    ]);
  });

  it('lists comments, headers and footers beside its text', async () => {
    const { tree } = await read();

    expect(tree.comments).toEqual([{ author: 'Bo', created: '2026-11-23T11:00:00', text: 'By whom?' }]);
    expect(tree.furniture).toEqual([
      { kind: 'header', text: 'Draft of a contract' },
      { kind: 'footer', text: 'Page 1' },
    ]);
  });

  it('is its headers and footers if it has no other text', async () => {
    const { tree } = await readWith(
      docReader,
      docOf({ body: '\r', footnotes: '', headers: parts.headers, comments: '', endnotes: '' }, ['\r'], {
        242: structures[0xf2],
      }),
    );

    expect(linesOf(tree)).toEqual(['Draft of a contract', 'Page 1']);
  });

  it('reads no text twice for tables that say so', async () => {
    const stories = longs(...Array.from({ length: 4000 }, (_, index) => (index % 2 === 0 ? 0 : headerEnd)));
    const many = docOf(parts, body, { ...structures, 242: stories });

    const { tree } = await readWith(docReader, many);

    expect(tree.furniture).toHaveLength(1);
  });
});
