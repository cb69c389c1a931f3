import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChunkOptions } from '../../../lib/conversions/document/chunk-groups.ts';
import { chunkText as chunksOf } from '../../../lib/conversions/document/chunks.ts';
import { type TreeBlock, textRun } from '../../../lib/conversions/document/document-tree.ts';
import { type PlainText, plainTextOf } from '../../../lib/conversions/document/plain-text.ts';
import { loadTokenCounter } from '../../../lib/conversions/document/tokens.ts';
import { treeOf } from './sample-tree.ts';

const count = await loadTokenCounter();
const chunk = (document: PlainText, options: Partial<ChunkOptions> = {}) => [
  ...chunksOf(document, count, { maxTokens: 512, overlap: 0, hasContext: false, ...options }),
];
const textOf = (blocks: readonly TreeBlock[]): PlainText => plainTextOf(treeOf(blocks));
const paragraph = (text: string, page = 1): TreeBlock => ({
  kind: 'paragraph',
  content: [textRun(text)],
  page,
});
const heading = (text: string, page = 1, level = 1): TreeBlock => ({
  kind: 'heading',
  content: [textRun(text)],
  page,
  level,
});
const long = 'The quick brown fox jumps over the lazy dog near the river bank. '.repeat(100);

describe('chunkText', () => {
  it('returns the text at the offsets of each chunk, in code points', () => {
    const document = textOf([heading('Ünïcode 🎉🎉'), paragraph(`🎉 ${long}`), paragraph(long, 2)]);

    const chunks = chunk(document);

    const points = Array.from(document.text);
    for (const { text, char_start, char_end, token_count } of chunks) {
      expect(points.slice(char_start, char_end).join('')).toBe(text);
      expect(token_count).toBeLessThanOrEqual(512);
    }
    expect(chunks.map(({ index }) => index)).toEqual(chunks.map((_, index) => index));
    expect(chunks[0]).toMatchObject({ heading: 'Ünïcode 🎉🎉', page_start: 1, char_start: 0 });
    expect(chunks.at(-1)).toMatchObject({ page_end: 2, char_end: points.length });
  });

  it('starts a chunk at a heading unless the current one is short', () => {
    const document = textOf([
      heading('One'),
      paragraph('Short.'),
      heading('Two'),
      paragraph(long.slice(0, 1800)),
      heading('Three'),
      paragraph(long.slice(0, 1800)),
    ]);

    const chunks = chunk(document);

    expect(chunks.map((chunk) => [chunk.heading, chunk.text.split('\n')[0]])).toEqual([
      ['One', 'One'],
      ['Three', 'Three'],
    ]);
  });

  it('joins a short end of the document to the chunk before', () => {
    const document = textOf([
      heading('One'),
      paragraph(long.slice(0, 1800)),
      heading('Two'),
      paragraph('End.'),
    ]);

    const chunks = chunk(document);

    expect(chunks.map(({ text }) => text)).toEqual([document.text]);
  });

  it('cuts a paragraph after a sentence rather than leaving a chunk short', () => {
    const sentences = Array.from({ length: 6 }, (_, index) => `Sentence number ${index} is about apples. `);
    const text = sentences.join('').trim();
    const document = textOf(Array.from({ length: 12 }, () => paragraph(text)));

    const chunks = chunk(document, { maxTokens: 75 });

    expect(count(text)).toBeGreaterThan(75 / 2);
    for (const { text, token_count } of chunks.slice(0, -1)) {
      expect(token_count).toBeGreaterThan(75 * 0.6);
      expect(text.trim()).toMatch(/^Sentence.*apples\.$/s);
    }
  });

  it.each([0, 16])('fills chunks with an overlap of %d and context', (overlap) => {
    const blocks = Array.from({ length: 30 }, (_, index) => [
      heading(`Section ${index}`),
      paragraph('Apples are sold in autumn. '.repeat(9).trim()),
    ]);

    const chunks = chunk(textOf(blocks.flat()), { maxTokens: 64, overlap, hasContext: true });

    const counts = chunks.map((each) => each.token_count).toSorted((a, b) => a - b);
    expect(counts[Math.floor(counts.length / 2)]).toBeGreaterThan(64 * 0.6);
    expect(counts.at(-1)).toBeLessThanOrEqual(64);
  });

  it('keeps cells whole that have more tokens than their length suggests', () => {
    const cell = '北海道と東北の太平洋側では、16日昼過ぎを中心に高潮による浸水や冠水にも警戒が必要だ。';
    const document = textOf([
      { kind: 'table', header_rows: 1, rows: [['地域', '予報'], ...Array(8).fill(['北海道', cell])] },
    ]);

    const chunks = chunk(document, { maxTokens: 64 });

    const rows = chunks.flatMap(({ text }) => text.trim().split('\n'));
    expect(rows.filter((row) => row === `北海道\t${cell}`)).toHaveLength(8);
  });

  it('stays below the limit with words that have more tokens after a tab', () => {
    const row = ['Southern California Edison Company', 'Layoff Unknown', 'Victorville', 'Closure Permanent'];
    const document = textOf([{ kind: 'table', header_rows: 0, rows: [Array(12).fill(row).flat()] }]);

    const counts = chunk(document, { maxTokens: 64 }).map(({ token_count }) => token_count);

    expect(counts.filter((tokens) => tokens > 64)).toEqual([]);
  });

  it('does not end a chunk with the header row of a table', () => {
    const filler = 'Apples are sold in autumn. '.repeat(9).trim();
    const row = ['a row of this table', 'that is as long as half of a chunk is, or longer'];
    const document = textOf([
      paragraph(filler),
      { kind: 'table', header_rows: 1, rows: [['Name', 'What'], row, row, row, row] },
    ]);

    const [first, second] = chunk(document, { maxTokens: count(filler) + 12 });

    expect(first?.text.trim()).toBe(filler);
    expect(second?.text.split('\n')[0]).toBe('Name\tWhat');
  });

  it('has the places and pages of notes, which may be before those of the text', () => {
    const placeOn = (page: number) => ({ page, box: [1, 2, 4, 6] as [number, number, number, number] });
    const note = (page: number): TreeBlock => ({ ...paragraph('A note.', page), places: [placeOn(page)] });
    const tree = treeOf([heading('One', 2), { ...paragraph('Text.', 5), places: [placeOn(5)] }], {
      notes: [[note(2), { ...note(3), page: 3 }], [paragraph('Without a place.')]],
    });

    const [all] = chunk(plainTextOf(tree));

    expect(all).toMatchObject({ page_start: 1, page_end: 5 });
    expect(all?.places).toEqual([5, 2, 3].map((page) => expect.objectContaining({ page })));
  });

  it('has the path of headings, the kinds of blocks and their places', () => {
    const place = { page: 3, box: [1, 2, 4, 6] as [number, number, number, number] };
    const document = textOf([
      heading('Manual'),
      heading('Install', 1, 3),
      paragraph(long.slice(0, 1900)),
      heading('Use', 3, 2),
      { ...paragraph(`Press the key. ${long.slice(0, 1500)}`, 3), places: [place] },
      { kind: 'code', text: 'x', page: 3, places: [{ sheet: 'S', cells: 'A1' }] },
    ]);

    const [first, second] = chunk(document);

    expect(first).toMatchObject({
      path: ['Manual'],
      heading: 'Manual',
      kinds: ['heading', 'paragraph'],
      places: [],
    });
    expect(second).toMatchObject({
      path: ['Manual', 'Use'],
      kinds: ['heading', 'paragraph', 'code'],
      places: [
        { page: 3, box: [1, 2, 4, 6] },
        { sheet: 'S', cells: 'A1' },
      ],
    });
    const parts = chunk(document, { maxTokens: 256, hasContext: true });
    expect(parts[1]?.text).toMatch(/^Manual > Install\n\nThe quick/);
  });

  it('cuts tables after rows and repeats their header rows', () => {
    const cells = Array.from({ length: 120 }, (_, row) => [
      `row ${row}`,
      'Apples, pears and plums.',
      `${row * 17}`,
    ]);
    const header = ['Name', 'Fruit', 'Kilograms'];
    const rows = cells.map((row) => row.join('\t'));
    const table: TreeBlock = { kind: 'table', header_rows: 1, rows: [header, ...cells] };
    const document = textOf([paragraph('Before.'), table]);

    const chunks = chunk(document, { maxTokens: 200 });

    expect(chunks.length).toBeGreaterThan(5);
    for (const [index, { text, token_count }] of chunks.entries()) {
      expect(token_count).toBeLessThanOrEqual(200);
      const lines = text.split('\n').filter((line) => line !== '' && line !== 'Before.');
      if (index > 0) expect(lines[0]).toBe(header.join('\t'));
      expect(lines.slice(1).every((line) => rows.includes(line))).toBe(true);
    }
    expect(chunks.flatMap(({ text }) => text.split('\n').filter((line) => line.startsWith('row')))).toEqual(
      rows,
    );
  });

  it.each([1.1, 1.5, 1.9])('keeps a cell of long words that fits whole, with space for %d', (share) => {
    const cell = 'Internationalization considerations '.repeat(12).trim();
    const document = textOf([{ kind: 'table', header_rows: 0, rows: [[cell, cell], [cell]] }]);

    const chunks = chunk(document, { maxTokens: Math.ceil(count(cell) * share) });

    expect(chunks.map(({ text }) => text.trim())).toEqual([cell, cell, cell]);
  });

  it('cuts a row that is longer than a chunk after a cell', () => {
    const cells = Array.from({ length: 60 }, (_, cell) => `the cell of column ${cell}`);
    const document = textOf([{ kind: 'table', header_rows: 0, rows: [cells] }]);

    const parts = chunk(document, { maxTokens: 64 }).map(({ text }) => text);

    expect(parts.length).toBeGreaterThan(3);
    expect(parts.flatMap((part) => part.split('\t').filter((cell) => cell !== ''))).toEqual(cells);
  });

  it.each([0, 40, 100])('repeats at most %i tokens of the chunk before, from a sentence', (overlap) => {
    const sentences = Array.from({ length: 90 }, (_, index) => `Sentence number ${index} is about apples. `);
    const document = textOf([paragraph(sentences.join('')), paragraph(long)]);

    const chunks = chunk(document, { maxTokens: 200, overlap });

    const points = Array.from(document.text);
    for (const [index, chunk] of chunks.entries()) {
      expect(points.slice(chunk.char_start, chunk.char_end).join('')).toBe(chunk.text);
      expect(chunk.token_count).toBeLessThanOrEqual(200);
      const before = chunks[index - 1];
      if (before === undefined) continue;
      const repeated = points.slice(chunk.char_start, before.char_end).join('');
      expect(count(repeated)).toBeLessThanOrEqual(overlap);
      if (overlap === 0) expect(repeated).toBe('');
      else expect(repeated).toMatch(/^(?:Sentence|The) /);
    }
  });

  it('retains every word of any text and stays below the limit', () => {
    const text = fc.string({
      unit: fc.constantFrom('word ', '这', '🎉', '.', '\n', 'x'.repeat(300)),
      maxLength: 300,
    });
    fc.assert(
      fc.property(fc.array(text, { maxLength: 4 }), (texts) => {
        const document = textOf(texts.map((part) => paragraph(part)));
        const chunks = chunk(document);
        const squeeze = (whole: string): string => whole.replaceAll(/\s/g, '');
        expect(squeeze(chunks.map((chunk) => chunk.text).join(''))).toBe(squeeze(document.text));
        expect(chunks.every((chunk) => chunk.token_count <= 512)).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  it('stays below the limit with headings, tables, overlap and context', () => {
    const words = fc.array(fc.constantFrom('apple', 'plums;', '12,5', '这', 'internationalization.'), {
      minLength: 1,
      maxLength: 60,
    });
    const text = words.map((list) => list.join(' '));
    const cells = fc.array(text, { minLength: 1, maxLength: 3 });
    const block = fc.oneof(
      text.map((content) => paragraph(content)),
      text.map((content) => heading(content)),
      fc
        .array(cells, { minLength: 1, maxLength: 5 })
        .map((rows): TreeBlock => ({ kind: 'table', header_rows: 1, rows })),
    );
    fc.assert(
      fc.property(
        fc.array(block, { maxLength: 8 }),
        fc.constantFrom(32, 64, 100),
        fc.constantFrom(0, 16),
        fc.boolean(),
        (blocks, maxTokens, overlap, hasContext) => {
          const counts = chunk(textOf(blocks), { maxTokens, overlap, hasContext }).map(
            (each) => each.token_count,
          );
          expect(counts.filter((tokens) => tokens > maxTokens)).toEqual([]);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('leaves a heading behind if the text below it fills a chunk', () => {
    const body = 'a '.repeat(60).trim();
    const document = textOf([paragraph('Before.'), heading('A heading of five words'), paragraph(body)]);

    const chunks = chunk(document, { maxTokens: count(body) + 2 });

    expect(chunks.map(({ text }) => text.trim())).toEqual(['Before.\n\nA heading of five words', body]);
    expect(chunks[1]?.path).toEqual(['A heading of five words']);
  });

  it('keeps a cell whole that leaves no space for the header rows of its table', () => {
    const cell = 'apples and pears '.repeat(12).trim();
    const document = textOf([
      { kind: 'table', header_rows: 1, rows: [['Fruit'], ['plums'], [cell], ['figs']] },
    ]);

    const chunks = chunk(document, { maxTokens: count(`${cell}\n`) });

    expect(chunks.map(({ text }) => text.trim())).toContain(cell);
    expect(chunks.at(-1)?.text.trim()).toBe('Fruit\nfigs');
  });

  it('counts the tokens of a long unbroken word', () => {
    expect(count('a'.repeat(200_000))).toBeGreaterThan(10_000);
  });
});
