import { describe, expect, it } from 'vitest';
import { inlineText, type TreeBlock } from '../../../../lib/conversions/document/document-tree.ts';
import { treeOfPages } from '../../../../lib/conversions/shared/page-layout/layout-tree.ts';
import { styleOfFont } from '../../../../lib/conversions/shared/page-layout/text-run.ts';
import type { PageTable } from '../../../../lib/conversions/shared/page-tables/page-table.ts';
import { body, full, type Line, page, upwards } from './lines-of-page.ts';

const short = (blocks: readonly TreeBlock[]): string[] =>
  blocks.map((block) => {
    if (block.kind === 'heading') return `h${block.level} ${inlineText(block.content)}`;
    if (block.kind === 'paragraph')
      return `${block.role === 'caption' ? 'caption' : 'p'} ${inlineText(block.content, (note) => `[${note}]`)}`;
    if (block.kind === 'table') return `table ${block.caption ?? ''}: ${block.rows.length}`;
    return block.kind;
  });

const prose = `${full} ${full} ${full}`;
const italic = { italic: true } as const;
const bold = { bold: true } as const;

const headingsOf = (...lines: Line[]): string[] =>
  short(treeOfPages([page(lines)]).blocks).filter((text) => /^h\d/.test(text));

describe('headings in the type of the text', () => {
  it.each<[string, Line[], string[]]>([
    [
      'italics with a number, right above the text',
      [
        [50, 100, '2.1. The valley', italic],
        ...body(50, 112, 3),
        [50, 160, '2.2. The river', italic],
        ...body(50, 172, 3),
      ],
      ['h1 2.1. The valley', 'h1 2.2. The river'],
    ],
    [
      'small capitals with a number',
      [[260, 100, '1. Introduction', { smallCaps: true }], ...body(50, 124, 3)],
      ['h1 1. Introduction'],
    ],
    [
      'capitals with smaller ones for small letters',
      [[230, 100, 'I. I', { size: 10 }], [251, 102, 'NTRODUCTION', { size: 8 }], ...body(50, 124, 3)],
      ['h1 I. INTRODUCTION'],
    ],
    [
      'Roman numbers, and letters a level below',
      [
        [50, 100, 'I. METHODS', bold],
        ...body(50, 124, 3),
        [50, 184, 'II. RESULTS', bold],
        [50, 208, 'A. Rivers', bold],
        ...body(50, 232, 3),
      ],
      ['h1 I. METHODS', 'h1 II. RESULTS', 'h2 A. Rivers'],
    ],
    [
      'bold in the line of the text, with a number',
      [[50, 100, '3.1. The river.', bold], [130, 100, full], ...body(50, 112, 2)],
      ['h1 3.1. The river.'],
    ],
  ])('are found: %s', (_, lines, headings) => {
    expect(headingsOf(...lines)).toEqual(headings);
  });

  it.each<[string, Line[]]>([
    ['the bold label of a theorem', [[50, 100, 'Theorem 3.', bold], [105, 100, full], ...body(50, 112, 2)]],
    ['the bold label of an item', [[50, 100, '1. Rivers.', bold], [105, 100, full], ...body(50, 112, 2)]],
    ['a caption in bold', [[50, 100, 'Table 1. Costs of the valley', bold], ...body(50, 124, 3)]],
    ['Arabic or Chinese with a name in capitals', [[50, 100, '图书馆 SCOPUS LISA'], ...body(50, 124, 3)]],
  ])('are not %s', (_, lines) => {
    expect(headingsOf(...lines)).toEqual([]);
  });

  it('joins the number of a chapter with its title', () => {
    const lines: Line[] = [
      [50, 60, 'Chapter 3', { size: 20, ...bold }],
      [50, 110, 'The river', { size: 24, ...bold }],
      ...body(50, 160, 4),
    ];

    expect(headingsOf(...lines)).toEqual(['h1 Chapter 3 The river']);
  });

  it('recognizes monospaced fonts of TeX', () => {
    const names = ['CMTT10', 'CMSLTT10', 'SFTT1095', 'ECTT1000', 't1xtt', 'ABCDEF+t1xbtt', 'NimbusMonL-Regu'];

    expect(names.map((name) => styleOfFont(name).mono)).toEqual(names.map(() => true));
    expect(
      ['CMR10', 'CMVTT10', 'Antykwa-Nottr', 'TeXGyreTermes-Regular'].map((name) => styleOfFont(name).mono),
    ).toEqual(Array(4).fill(undefined));
  });

  it('recognizes fonts of small capitals', () => {
    expect(['CMCSC10', 'LMRomanCaps10-Regular', 'CMR10'].map((name) => styleOfFont(name).smallCaps)).toEqual([
      true,
      true,
      undefined,
    ]);
  });
});

it('reads columns whose gutter is as wide as a space can be', () => {
  // 55 letters of 5 points end at 325; the gutter has 9 points.
  const left = 'Left words fill the whole of this column from side to s';
  const right = 'Right words fill the whole of this column to its edge..';
  const { blocks } = treeOfPages([page([...body(20, 100, 10, left), ...body(304, 100, 10, right)])]);

  expect(short(blocks)).toEqual([
    `p ${Array(10).fill(left).join(' ')}`,
    `p ${Array(10).fill(right).join(' ')}`,
  ]);
});

const cells = (...texts: string[]) => texts.map((text) => ({ text }));
const table = (...rows: string[][]): PageTable => ({
  bbox: { x: 50, y: 200, width: 300, height: 80 },
  rows: rows.map((row) => cells(...row)),
  headerRows: 1,
});

describe('captions', () => {
  it.each<[string, Line[], PageTable, string]>([
    [
      'in the first row of the table',
      [],
      table(['Table 2: Yields.'], ['Year', 'Tons'], ['2018', '4']),
      'table Table 2: Yields.: 2',
    ],
    [
      'below the number of the table',
      [[180, 188, 'TABLE II']],
      table(['YIELDS OF THE VALLEY'], ['Year', 'Tons'], ['2018', '4']),
      'table TABLE II YIELDS OF THE VALLEY: 2',
    ],
    [
      'not, if the first row is a heading of rows',
      [],
      table(['Yields'], ['Year', 'Tons'], ['2018', '4']),
      'table : 3',
    ],
  ])('are %s', (_, lines, found, expected) => {
    const { blocks } = treeOfPages([
      page([...body(50, 100, 4), ...lines, ...body(50, 300, 4)], { tables: [found] }),
    ]);

    expect(short(blocks).filter((text) => text.startsWith('table'))).toEqual([expected]);
    expect(short(blocks)).toHaveLength(3);
  });

  it.each([
    ['Figure 3: The river in May', 'caption'],
    ['Table 1 Composition of the data', 'caption'],
    ['Figure 3 shows the river in May', 'p'],
    ['Cuadro 1: El río en mayo', 'caption'],
    ['Tabella 2.1. Il fiume in maggio', 'caption'],
    ['Таблица 2: Река в мае', 'caption'],
    ['Obrázek 4 – Řeka v květnu', 'caption'],
    ['Graf 4 ukazuje řeku v květnu', 'p'],
    ['Graphs', 'p'],
  ])('%s: %s', (text, kind) => {
    const { blocks } = treeOfPages([page([...body(50, 100, 4), [50, 180, text]])]);

    expect(short(blocks).at(-1)).toBe(`${kind} ${text}`);
  });
});

describe('footnotes', () => {
  const small = { size: 8 } as const;
  const mark = { size: 6 } as const;

  it('are linked to their marks in the text', () => {
    const lines: Line[] = [
      ...body(50, 100, 3),
      [50, 136, 'The river is long.'],
      [140, 134, '1', mark],
      [150, 136, 'It is deep'],
      [200, 134, '2', mark],
      [204, 136, '.'],
      [50, 700, '1', mark],
      [54, 701, 'Longer than it was.', small],
      [50, 712, '2', mark],
      [54, 713, 'At its mouth', small],
    ];
    const { blocks, notes } = treeOfPages([page(lines)]);

    expect(short(blocks)).toEqual([`p ${prose} The river is long.[0] It is deep[1].`]);
    expect(notes.map((note) => short(note))).toEqual([['p Longer than it was.'], ['p At its mouth']]);
  });

  it.each<[string, Line[]]>([
    [
      'has no mark in the text',
      [
        [50, 700, '1', mark],
        [54, 701, 'Longer than it was.', small],
      ],
    ],
    [
      'has the number of an exponent',
      [
        [50, 136, 'so x'],
        [70, 134, '1', mark],
        [50, 700, '1', mark],
        [54, 701, 'Longer than it was.', small],
      ],
    ],
    [
      'is not at the foot',
      [
        [50, 136, 'so it is'],
        [90, 134, '1', mark],
        [50, 180, '1', mark],
        [54, 181, 'Longer.', small],
        ...body(50, 220, 4),
      ],
    ],
  ])('stays where it is if it %s', (_, lines) => {
    const { blocks, notes } = treeOfPages([page([...body(50, 100, 3), ...lines])]);

    expect(notes).toEqual([]);
    expect(short(blocks).join(' ')).toContain('1Longer');
  });
});

describe('the furniture of several pages', () => {
  const pagesWith = (lineOf: (number: number) => Line[]) =>
    [1, 2, 3, 4].map((number) => page([...lineOf(number), ...body(60, 140, 30)], { number }));

  it.each<[string, (number: number) => Line[], number]>([
    [
      'the title of a chapter in the same place',
      (number) => [[60, 60, ['Rivers', 'Valleys', 'Lakes', 'Seas'][number - 1] ?? '']],
      4,
    ],
    [
      'a number and a title in a wide margin',
      (number) => [
        [60, 112, `${number}`],
        [200, 112, 'Rivers'],
      ],
      8,
    ],
    [
      'a stamp of a library',
      (number) => (number === 1 ? [[60, 80, 'Downloaded from example.org on Monday']] : []),
      1,
    ],
  ])('is %s', (_, lineOf, count) => {
    const { furniture } = treeOfPages(pagesWith(lineOf));

    expect(furniture).toHaveLength(count);
  });

  it('is a stamp along the side of a page', () => {
    const stamp = 'Downloaded from example.org on Monday';
    const { blocks, furniture } = treeOfPages([
      page(body(60, 100, 4), { aside: [upwards(20, 700, stamp), upwards(40, 400, 'Fig. 3')] }),
    ]);

    expect(furniture).toEqual([{ kind: 'footer', text: stamp, place: { page: 1, box: [20, 515, 30, 700] } }]);
    expect(short(blocks).at(-1)).toBe('p Fig. 3');
  });

  it('is the number and the title above a single page of prose, below specks of dirt', () => {
    const lines: Line[] = [[90, 5, '—'], [60, 80, '400'], [200, 80, 'Husbandry'], ...body(60, 100, 30)];

    expect(treeOfPages([page(lines)]).furniture.map(({ text }) => text)).toEqual(['—', '400', 'Husbandry']);
  });

  it.each<[string, (number: number) => Line[]]>([
    [
      'a numbered heading that begins a page',
      (number) =>
        number > 2
          ? [
              [60, 60, `${number}.1`],
              [90, 60, 'Rivers'],
            ]
          : [],
    ],
    [
      'a heading in bold that begins each page',
      (number) => [[60, 60, ['Rivers', 'Valleys', 'Lakes', 'Seas'][number - 1] ?? '', bold]],
    ],
    [
      'the first line of the text',
      (number) => [[60, 128, ['Rivers', 'Valleys', 'Lakes', 'Seas'][number - 1] ?? '']],
    ],
  ])('is not %s', (_, lineOf) => {
    expect(treeOfPages(pagesWith(lineOf)).furniture).toEqual([]);
  });
});
