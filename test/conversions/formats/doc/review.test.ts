import { describe, expect, it } from 'vitest';
import type { DocumentTree } from '../../../../lib/conversions/document/document-tree.ts';
import { docReader } from '../../../../lib/conversions/formats/doc/reader.ts';
import { readWith } from '../../office-files.ts';
import { docOf, longs, type Run, textOf, words } from './doc-of.ts';

const DELETED = 0x0800;
const INSERTED = 0x0801;
// 2026-11-23 11:00 in the 32 bits of a time.
const TIME = (126 << 20) | (11 << 16) | (23 << 11) | (11 << 6);

const body: readonly Run[] = [
  'The term is ',
  ['ten', DELETED],
  ['twelve', INSERTED],
  ' months.\rIt may\x05 end.\rOne ',
  ['\r', DELETED],
  'two.\ra\x02b\x02\r',
];

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
  186: Buffer.concat([longs(parts.body.indexOf('\x05'), length), Buffer.alloc(20), words(1, 0, 0), longs(7)]),
  194: longs(0, parts.comments.length, parts.comments.length),
  // The ranges that comments are about: their tags, starts and ends.
  450: Buffer.concat([words(0xffff, 1, 10, 0, 0x100), longs(7, 0)]),
  490: Buffer.concat([longs(parts.body.indexOf('It may'), length), words(0, 0)]),
  498: longs(parts.body.indexOf('\x05'), length),
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

    expect(tree.comments).toEqual([
      { author: 'Bo', created: '2026-11-23T11:00:00', text: 'By whom?', quote: 'It may' },
    ]);
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
