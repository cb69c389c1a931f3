import { describe, expect, it } from 'vitest';
import { convert, extract } from '../../../../lib/conversions/index.ts';
import { pdfOf } from '../../raw-pdf.ts';

const helvetica = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>';

/** Where text goes on a page: its angle in degrees against the clock, and a corner. */
interface Frame {
  readonly angle: 0 | 45 | 90 | -45 | -90;
  readonly x: number;
  readonly y: number;
}

const matrixOf = ({ angle, x, y }: Frame): string =>
  `${{ 0: '1 0 0 1', 45: '.7 .7 -.7 .7', 90: '0 1 -1 0', [-45]: '.7 -.7 .7 .7', [-90]: '0 -1 1 0' }[angle]} ${x} ${y} cm`;

type Text = readonly [x: number, y: number, text: string];

/** Texts and lines in a frame, from its upper left corner. */
const drawn = (frame: Frame, texts: readonly Text[], lines: readonly (readonly number[])[] = []): string =>
  `q ${matrixOf(frame)} ${lines.map(([x1 = 0, y1 = 0, x2 = 0, y2 = 0]) => `${x1} ${-y1} m ${x2} ${-y2} l S`).join(' ')} BT /F1 10 Tf ${texts
    .map(([x, y, text]) => `1 0 0 1 ${x} ${-y} Tm (${text}) Tj`)
    .join(' ')} ET Q\n`;

const cells = (rows: readonly (readonly string[])[], width: number, top: number): Text[] =>
  rows.flatMap((row, r) =>
    row.flatMap((text, c): Text[] => (text === '' ? [] : [[4 + c * width, top + 14 + r * 20, text]])),
  );

const grid = (columns: number, rows: number, width: number, top: number): number[][] => [
  ...Array.from({ length: rows + 1 }, (_, row) => [0, top + row * 20, columns * width, top + row * 20]),
  ...Array.from({ length: columns + 1 }, (_, column) => [
    column * width,
    top,
    column * width,
    top + rows * 20,
  ]),
];

const services = [
  ['Service', '7,500 mi', '15,000 mi'],
  ['Engine oil', 'x', 'x'],
  ['Air filter', '', 'x'],
  ['Total cost', '120.50', '210.00'],
];

const prose = (lines: number): Text[] =>
  Array.from({ length: lines }, (_, at) => [
    0,
    at * 13,
    `Line ${at} of prose that runs across the whole of the page as usual.`,
  ]);

const tablesOf = async (pdf: Uint8Array): Promise<{ rows: string[][]; header_rows: number }[]> =>
  JSON.parse(
    Buffer.from(
      (await extract(pdf, { from: 'pdf', format: 'tables', options: { ocr: 'never' } })).bytes,
    ).toString(),
  );

const markdownOf = async (pdf: Uint8Array): Promise<string> =>
  Buffer.from(
    (await convert(pdf, { from: 'pdf', to: 'markdown', options: { ocr: 'never' } })).bytes,
  ).toString();

describe('a table on its side', () => {
  it.each([
    ['read upwards', { angle: 90, x: 100, y: 30 }],
    ['read downwards', { angle: -90, x: 300, y: 380 }],
  ] as const)('is the table of a page, %s', async (_title, frame) => {
    const pdf = pdfOf(
      drawn(frame, [[0, 0, 'Maintenance'], ...cells(services, 90, 20)], grid(3, 4, 90, 20)),
      helvetica,
    );

    const tables = await tablesOf(pdf);

    expect(tables.map(({ rows }) => rows)).toEqual([services]);
    expect(await markdownOf(pdf)).toMatch(/^(?:# )?Maintenance\n\n\| Service \| 7,500 mi \| 15,000 mi \|/);
  });

  const sales = [
    ['Harbour', '2019', '2020'],
    ['Bergen', '118.5', '97.2'],
    ['Cork', '240.1', '251.9'],
    ['Malo', '371.4', '12.3'],
    ['Naples', '502.6', '98.7'],
  ];

  it.each([
    ['with rules', services, grid(3, 4, 90, 0)],
    ['without rules', sales, []],
  ])('is found below upright prose, %s', async (_title, rows, lines) => {
    const pdf = pdfOf(
      drawn({ angle: 0, x: 20, y: 385 }, prose(6)) +
        drawn({ angle: 90, x: 100, y: 10 }, cells(rows, 90, 0), lines),
      helvetica,
    );

    const tables = await tablesOf(pdf);
    const markdown = await markdownOf(pdf);

    expect(tables.map((table) => table.rows)).toEqual([rows]);
    expect(markdown).toMatch(/^Line 0 of prose/);
    for (const [label = ''] of rows) expect(markdown.split(label)).toHaveLength(2);
  });
});

describe('letters that are placed one by one, as Chromium prints turned text', () => {
  const courier = helvetica.replace('Helvetica', 'Courier');
  /** Each letter is a text object of its own, and spaces are only gaps. */
  const letters = ([x, y, text]: Text): Text[] =>
    [...text].flatMap((letter, at): Text[] => (letter === ' ' ? [] : [[x + 6.5 * at, y, letter]]));

  it.each([
    ['upwards', { angle: 90, x: 100, y: 20 }],
    ['downwards', { angle: -90, x: 300, y: 300 }],
  ] as const)('are the words of a table that is read %s', async (_title, frame) => {
    const rows = [
      ['Harbour town', 'Spring tide', 'Neap'],
      ['Bergen', '118.5', '97.2'],
      ['Cork', '-0.1', '251.9'],
      ['Le Havre', '371.4', '12.3'],
    ];

    const upright = drawn({ angle: 0, x: 20, y: 385 }, prose(6));

    const tables = await tablesOf(
      pdfOf(upright + drawn(frame, cells(rows, 110, 0).flatMap(letters)), courier),
    );

    expect(tables.map((table) => table.rows)).toEqual([rows]);
  });

  it('are the words of headings that are typed upwards', async () => {
    const heading = (x: number, text: string): string =>
      drawn({ angle: 90, x, y: 268 }, letters([0, 0, text]));
    const rows = [
      ['Hallam', '12', '3'],
      ['Norwood', '20', '5'],
      ['Kelby', '8', '2'],
      ['Orston', '11', '7'],
    ];

    const tables = await tablesOf(
      pdfOf(
        drawn({ angle: 0, x: 30, y: 280 }, cells(rows, 90, 20)) +
          heading(133, 'Adult equivalent') +
          heading(223, 'Daily need'),
        courier,
      ),
    );

    expect(tables.map((table) => table.rows)).toEqual([[['', 'Adult equivalent', 'Daily need'], ...rows]]);
  });
});

describe('headings that are typed upwards', () => {
  const rows = [
    ['Hallam', '12', '3', '4.5'],
    ['Norwood', '20', '5', '4.1'],
    ['Kelby', '8', '2', '4.9'],
    ['Orston', '11', '7', '3.9'],
  ];
  const headings = ['Projected population', 'Adult equivalent', 'Daily need'];
  const upwards = headings
    .map((text, at) => drawn({ angle: 90, x: 113 + at * 70, y: 268 }, [[0, 0, text]]))
    .join('');
  const body = [[4, 14, 'District'] as Text, ...cells(rows, 70, 20)].map(
    ([x, y, text]): Text => [x, y, text],
  );

  it.each([
    [
      'in ruled cells',
      [...grid(4, 5, 70, 0), [0, -110, 280, -110], ...[0, 70, 140, 210, 280].map((x) => [x, -110, x, 0])],
    ],
    ['without rules', []],
  ])('are over their columns %s', async (_title, lines) => {
    const pdf = pdfOf(
      drawn(
        { angle: 0, x: 30, y: 280 },
        body,
        lines.filter(([, y1, , y2]) => y1 !== 0 || y2 !== 0),
      ) + upwards,
      helvetica,
    );

    const tables = await tablesOf(pdf);
    const markdown = await markdownOf(pdf);

    expect(tables).toMatchObject([{ header_rows: 1, rows: [['District', ...headings], ...rows] }]);
    expect(markdown.match(/Adult/g)).toHaveLength(1);
  });

  it('are level with the heading of the labels, wherever that is beside them', async () => {
    const [, ...numbers] = body;
    const pdf = pdfOf(
      drawn({ angle: 0, x: 30, y: 280 }, [[4, -50, 'District'], ...numbers]) + upwards,
      helvetica,
    );

    const tables = await tablesOf(pdf);

    expect(tables.map((table) => table.rows)).toEqual([[['District', ...headings], ...rows]]);
  });

  it.each([
    ['rise', 'in a grid', { angle: 45, x: 113, y: 262 }, grid(4, 4, 70, 20)],
    ['rise', 'without rules', { angle: 45, x: 113, y: 262 }, []],
    [
      'fall',
      'above rules',
      { angle: -45, x: 50, y: 325 },
      [0, 1, 2, 3, 4].map((at) => [0, 20 + at * 20, 280, 20 + at * 20]),
    ],
  ] as const)('that %s at 45 degrees are over their columns %s', async (_title, _rules, frame, lines) => {
    const slanted = headings.map((text, at) => drawn({ ...frame, x: frame.x + at * 70 }, [[0, 0, text]]));
    const pdf = pdfOf(
      drawn({ angle: 0, x: 30, y: 280 }, cells(rows, 70, 20), lines) + slanted.join(''),
      helvetica,
    );

    const tables = await tablesOf(pdf);

    expect(tables.map((table) => table.rows)).toEqual([[['', ...headings], ...rows]]);
  });
});

describe('vertical writing', () => {
  const lines = ['いつもお世話になっております。', '本日は会議の資料をお送りします。', 'ご確認ください。'];
  const hex = (text: string): string =>
    `<${[...text].map((letter) => letter.charCodeAt(0).toString(16).padStart(4, '0')).join('')}>`;
  const mincho = (direction: 'H' | 'V') =>
    [
      `<</Type/Font/Subtype/Type0/BaseFont/HeiseiMin-W3/Encoding/UniJIS-UCS2-${direction}/DescendantFonts[6 0 R]>>`,
      [
        '<</Type/Font/Subtype/CIDFontType0/BaseFont/HeiseiMin-W3/CIDSystemInfo<</Registry(Adobe)/Ordering(Japan1)/Supplement 2>>/FontDescriptor 7 0 R/DW 1000>>',
        '<</Type/FontDescriptor/FontName/HeiseiMin-W3/Flags 4/FontBBox[0 -200 1000 900]/ItalicAngle 0/Ascent 900/Descent -200/CapHeight 900/StemV 80>>',
      ],
    ] as const;
  const pageOf = (direction: 'H' | 'V', show: (line: string, x: number) => string): Buffer => {
    const [font, further] = mincho(direction);
    const shown = lines.map((line, at) => show(line, 350 - 25 * at)).join(' ');
    return pdfOf(`BT /F1 14 Tf ${shown} ET`, font, further);
  };

  it.each([
    ['by its font', pageOf('V', (line, x) => `1 0 0 1 ${x} 360 Tm ${hex(line)} Tj`)],
    [
      'letter by letter',
      pageOf('H', (line, x) =>
        [...line].map((letter, at) => `1 0 0 1 ${x} ${346 - 14 * at} Tm ${hex(letter)} Tj`).join(' '),
      ),
    ],
  ])('is read from line to line if it is set %s', async (_title, pdf) => {
    expect((await markdownOf(pdf)).trim()).toBe(lines.join(''));
  });

  it('leaves a column of single letters in the order of its rows', async () => {
    const [font, further] = mincho('H');
    const text = [
      ['東京都は東に在る', '是'],
      ['大阪府は西に在る', '否'],
      ['北海道は北に在る', '是'],
    ].flatMap(([name = '', mark = ''], at) => [
      `1 0 0 1 40 ${340 - at * 20} Tm ${hex(name)} Tj`,
      `1 0 0 1 200 ${340 - at * 20} Tm ${hex(mark)} Tj`,
    ]);

    const markdown = await markdownOf(pdfOf(`BT /F1 14 Tf ${text.join(' ')} ET`, font, further));

    expect(markdown.replaceAll(/[^\p{L}]/gu, '')).toBe(
      '東京都は東に在る是大阪府は西に在る否北海道は北に在る是',
    );
  });
});
