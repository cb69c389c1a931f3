import { describe, expect, it } from 'vitest';
import { sourceOfRecognized } from '../../../../lib/conversions/backends/liteparse/parsed-page.ts';
import type { RecognizedPage } from '../../../../lib/conversions/backends/tesseract/recognize.ts';
import { convert } from '../../../../lib/conversions/index.ts';
import { isProsePage } from '../../../../lib/conversions/shared/page-layout/prose-page.ts';
import { makePdf } from '../../sample-files.ts';

const run = (text: string, x: number, line: number) => ({
  text,
  x,
  y: 100 + line * 12,
  width: text.length * 5,
  height: 10,
  size: 10,
});

const prose = Array.from({ length: 12 }, (_, line) =>
  run('words of a paragraph that goes on and on', 50, line),
);

describe('a page of prose', () => {
  it('is one with nothing but lines of text, with a header and a footer', () => {
    const header = [run('Title', 50, -2), run('Page 12 of 40', 400, -2)];
    const footer = [run('2026', 50, 14), run('Draft', 400, 14)];

    expect(isProsePage([...header, ...prose, ...footer])).toBe(true);
  });

  it('is one with two columns', () => {
    const second = prose.map((line) => ({ ...line, x: 320 }));

    expect(isProsePage([...prose, ...second])).toBe(true);
  });

  it('is none with a column of mostly short texts beside another', () => {
    const labels = prose.map((_, line) => run(line < 7 ? 'Scale' : 'an anchored scale', 50, line));
    const second = prose.map((line) => ({ ...line, x: 320 }));

    expect(isProsePage([...labels, ...second])).toBe(false);
  });

  it.each([
    [
      'has texts that are apart in two lines',
      [run('Hill', 50, 14), run('far', 300, 14), run('Lake', 50, 16), run('near', 300, 16)],
    ],
    ['has numbers in two lines', [run('Hill 12 14', 50, 14), run('Lake 15 16', 50, 15)]],
  ])('is none that %s', (_, table) => {
    expect(isProsePage([...prose, ...table])).toBe(false);
  });

  it('has no table where its text is recognized', () => {
    const words = 'harvest certain pears shipment several quality account'.split(' ');
    const lineOf = (line: number) =>
      Array.from({ length: 6 }, (_, at) => words[(line + at * at) % words.length]).join(' ');
    const textItems = Array.from({ length: 12 }, (_, line) => [
      run(lineOf(line), 50, line),
      run(lineOf(line + 5), 320, line),
    ]).flat();
    const page: RecognizedPage = {
      ...{ pageNum: 1, width: 650, height: 800, text: '', markdown: '', textItems },
      ...{ recognizedWords: [], slope: 0, unread: 0, doubtful: 0, turn: 0 },
    };

    expect(sourceOfRecognized(page).tables).toEqual([]);
  });
});

describe('a document of prose', () => {
  it('keeps the table and the link of the pages that have them, and all pages in order', async () => {
    const pdf = await makePdf((document) => {
      for (let page = 1; page <= 6; page += 1) {
        if (page > 1) document.addPage();
        document.font('Helvetica').fontSize(10);
        for (let line = 0; line < 6; line += 1)
          document.text(
            `Page ${'abcdef'[page - 1]} has this line of words that go on and on.`,
            50,
            60 + line * 13,
            {
              lineBreak: false,
              link: page === 5 && line === 0 ? 'https://example.org/' : undefined,
            },
          );
        if (page === 3)
          for (const [at, row] of [
            ['Orchard', 'Tonnes'],
            ['Hill', '12'],
            ['Lake', '15'],
            ['Ford', '19'],
          ].entries())
            for (const [column, cell] of row.entries())
              document.text(cell, 50 + column * 150, 200 + at * 13, { lineBreak: false });
      }
    });

    const markdown = Buffer.from((await convert(pdf, { from: 'pdf', to: 'markdown' })).bytes).toString();

    expect(Array.from(markdown.matchAll(/Page ([a-f]) has/g), ([, page]) => page)).toEqual(
      [...'abcdef'].flatMap((page) => Array.from({ length: 6 }, () => page)),
    );
    expect(markdown).toMatch(/\| Orchard +\| Tonnes +\|/);
    expect(markdown).toContain('](https://example.org/)');
  });
});
