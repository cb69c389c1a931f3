import { describe, expect, it } from 'vitest';
import { inlineText } from '../../../../lib/conversions/document/document-tree.ts';
import { treeOfPages } from '../../../../lib/conversions/shared/page-layout/layout-tree.ts';
import { body, type Line, page } from './lines-of-page.ts';

// The page is 800 points high: its blank edges are 40 points.
const around = (...lines: Line[]) => {
  const { blocks, furniture } = treeOfPages([page([...body(60, 100, 30), ...lines])]);
  return {
    furniture: furniture.map(({ kind, text }) => `${kind}: ${text}`),
    text: blocks.map((block) => ('content' in block ? inlineText(block.content) : '')).join('\n'),
  };
};

describe('the furniture of a single page', () => {
  it.each<[string, Line[], string[]]>([
    ['a line in the blank edge above', [[60, 20, 'Downloaded on Monday']], ['header: Downloaded on Monday']],
    ['a line in the blank edge below', [[60, 775, 'Published in 1997']], ['footer: Published in 1997']],
    ['a page number near the edge', [[300, 740, '199']], ['footer: 199']],
    [
      'a line in the edge and a number inside of it',
      [
        [60, 780, 'Published in 1997'],
        [300, 740, '199'],
      ],
      ['footer: 199', 'footer: Published in 1997'],
    ],
    [
      'two lines in the edge',
      [
        [60, 10, 'Downloaded on Monday'],
        [60, 22, 'Advocacy in action'],
        [500, 22, '447'],
      ],
      ['header: Downloaded on Monday', 'header: Advocacy in action', 'header: 447'],
    ],
  ])('is %s', (_, lines, furniture) => {
    const found = around(...lines);

    expect(found.furniture.toSorted()).toEqual(furniture.toSorted());
    for (const [, , text] of lines) expect(found.text).not.toContain(text);
  });

  it.each<[string, Line[]]>([
    ['a title further in', [[60, 45, 'A title']]],
    ['a number further in', [[300, 700, '1997']]],
    ['a footnote in the edge', [[60, 780, '* Contact the author.']]],
    ['a numbered footnote in the edge', [[60, 780, '1 the first of them']]],
    ['text that runs on to the edge', body(60, 460, 28)],
  ])('is not %s', (_, lines) => {
    const found = around(...lines);

    expect(found.furniture).toEqual([]);
    for (const [, , text] of lines) expect(found.text).toContain(text);
  });

  it('is nothing of a page with a few lines', () => {
    const label = page([
      [60, 10, 'Fragile'],
      [60, 400, 'This side up'],
      [60, 780, '12345'],
    ]);

    expect(treeOfPages([label]).furniture).toEqual([]);
  });
});

describe('the furniture of several pages', () => {
  const textOf = (pages: Parameters<typeof treeOfPages>[0]): string[] =>
    treeOfPages(pages).blocks.flatMap((block) => ('content' in block ? [inlineText(block.content)] : []));

  it('is nothing if most pages have nothing else', () => {
    const pages = [1, 2, 3, 4].map((number) => page([[60, 30, `Sheet ${number}`]], { number }));

    expect(textOf(pages)).toEqual(['Sheet 1', 'Sheet 2', 'Sheet 3', 'Sheet 4']);
  });

  it('is on a page without text, too', () => {
    const header: Line = [60, 30, 'Harbour guide'];
    const pages = [1, 2, 3, 4].map((number) =>
      page(number === 2 ? [header] : [header, ...body(60, 100, 8, `Text of page ${number}`)], { number }),
    );

    expect(textOf(pages).join(' ')).not.toContain('Harbour');
  });

  it('is no number of an entry of a table of contents, though others are in its place', () => {
    const pages = [1, 2, 3, 4].map((number) =>
      page(
        Array.from({ length: 30 }, (_, at): Line[] => [
          [60, 30 + at * 22, `${number}.${at + 1} Chapter . . . . . . . . . . .`],
          [500, 30 + at * 22, `${number * 30 + at}`],
        ]).flat(),
        { number },
      ),
    );

    const text = textOf(pages).join(' ');
    for (const number of [1, 2, 3, 4]) expect(text).toContain(`${number}.1 Chapter`);
    expect(text.match(/(?<![\d.])\d{2,3}(?=\s|$)/g)?.map(Number)).toEqual(
      Array.from({ length: 120 }, (_, at) => 30 + at),
    );
  });

  it.each([
    ['in the first column', (number: number) => [`${number}`, `Part ${number}`, 'grey']],
    ['in the last column', (number: number) => ['Part', 'grey', `${number * 2}`]],
  ])('is no number of the last row of a list %s', (_, rowOf) => {
    const pages = [1, 2].map((number) =>
      page(
        Array.from({ length: 35 }, (_row, at) =>
          rowOf((number - 1) * 35 + at + 1).map(
            (text, column): Line => [60 + column * 150, 60 + at * 20, text],
          ),
        ).flat(),
        { number },
      ),
    );

    const { furniture } = treeOfPages(pages);

    expect(furniture).toEqual([]);
    expect(textOf(pages).join(' ')).toContain(rowOf(35).join(' '));
  });

  it('is a page number above the numbers of a list, at a distance', () => {
    const pages = [1, 2, 3].map((number) =>
      page(
        [
          [500, 30, `${number + 11}`],
          ...Array.from({ length: 20 }, (_, at): Line[] => [
            [60, 90 + at * 20, 'Part'],
            [500, 90 + at * 20, `${900 - at * number}`],
          ]).flat(),
        ],
        { number },
      ),
    );

    expect(treeOfPages(pages).furniture.map(({ text }) => text)).toEqual(['12', '13', '14']);
  });

  it.each([
    ['a title that pages have at one height', ['Rain', 'Snow and hail', 'Fog'], true],
    [
      'no caption, though others are at its height',
      ['Figure 1. Rain', 'Table 1. Snow', 'Figure 2: Fog'],
      false,
    ],
  ])('is %s', (_, titles, isFurniture) => {
    const pages = titles.map((title, at) =>
      page([[200, 80, title], ...body(60, 130 + at, 40, `Text of page ${at + 1}`)], { number: at + 1 }),
    );

    expect(treeOfPages(pages).furniture.map(({ text }) => text)).toEqual(isFurniture ? titles : []);
    for (const title of titles) expect(textOf(pages).join(' ').includes(title)).toBe(!isFurniture);
  });

  it('is the header of pages that are a table each', () => {
    const pages = [1, 2, 3].map((number) =>
      page([[60, 30, 'Example Bank']], {
        number,
        tables: [
          {
            bbox: { x: 60, y: 60, width: 400, height: 600 },
            rows: [
              [{ text: `Day ${number}` }, { text: '1' }],
              [{ text: 'x' }, { text: '2' }],
            ],
            headerRows: 1,
          },
        ],
      }),
    );

    expect(treeOfPages(pages).furniture).toHaveLength(3);
  });
});
