import { describe, expect, it } from 'vitest';
import { startQpdf } from '../../../../../lib/conversions/backends/qpdf/qpdf.ts';
import { convert, extract, read } from '../../../../../lib/conversions/index.ts';
import { type Tag, tag, taggedPdf } from './tagged-pdf.ts';

const on = (page: number) => (mark: number) => ({ page, mark });
const [one, two] = [on(1), on(2)];

// Two pages with a running header, a heading, a paragraph of two lines, a list in a list, a table over both pages and a footnote.
const pages = [
  [
    { text: 'The running header', x: 72, y: 800, mark: 'artifact' },
    { text: 'Yields of the valley', x: 72, y: 760, mark: 0 },
    { text: 'The apples were early this year and the orchards of the', x: 72, y: 740, mark: 1 },
    { text: 'valley were full of pickers.', x: 72, y: 726, mark: 1 },
    { text: '1', x: 197.3, y: 730, mark: 2, size: 7 },
    { text: '1.', x: 80, y: 700, mark: 3 },
    { text: 'Apples', x: 100, y: 700, mark: 4 },
    { text: 'a)', x: 100, y: 686, mark: 5 },
    { text: 'early ones', x: 120, y: 686, mark: 6 },
    { text: '2.', x: 80, y: 672, mark: 7 },
    { text: 'Pears', x: 100, y: 672, mark: 8 },
    { text: 'Fruit', x: 72, y: 120, mark: 9 },
    { text: 'Kilograms', x: 240, y: 120, mark: 10 },
    { text: '2024', x: 200, y: 106, mark: 11 },
    { text: '2025', x: 300, y: 106, mark: 12 },
    { text: 'Apple', x: 72, y: 92, mark: 13 },
    { text: '9400', x: 200, y: 92, mark: 14 },
    { text: '9100', x: 300, y: 92, mark: 15 },
    { text: '1', x: 72, y: 62, mark: 16, size: 6 },
    { text: 'Counted by hand.', x: 78, y: 58, mark: 17, size: 9 },
  ],
  [
    { text: 'The running header', x: 72, y: 800, mark: 'artifact' },
    { text: 'Pear', x: 72, y: 760, mark: 0 },
    { text: '2100', x: 300, y: 760, mark: 1 },
    { text: 'The end of it all.', x: 72, y: 720, mark: 2 },
  ],
] as const;

const expected = `# Yields of the valley

The apples were early this year and the orchards of the valley were full of pickers.[^1]

1. Apples
   - a) early ones
2. Pears

| Fruit | Kilograms |  |
| --- | --- | --- |
|  | 2024 | 2025 |
| Apple | 9400 | 9100 |
| Pear |  | 2100 |

The end of it all.

[^1]: Counted by hand.
`;

const table = (entries: string) => `/A<</O/Table${entries}>>`;

/** The tree as Word writes it: text of cells in paragraphs, no parts of tables, the note in the paragraph. */
const word: Tag = tag(
  'Document',
  '',
  tag(
    'Part',
    '',
    tag('H1', '', one(0)),
    tag('P', '', one(1), tag('Reference', '', one(2)), tag('Note', '', tag('P', '', one(16), one(17)))),
    tag(
      'L',
      '',
      tag(
        'LI',
        '',
        tag('Lbl', '', one(3)),
        tag(
          'LBody',
          '',
          tag('P', '', one(4)),
          tag('L', '', tag('LI', '', tag('Lbl', '', one(5)), tag('LBody', '', one(6)))),
        ),
      ),
      tag('LI', '', tag('Lbl', '', one(7)), tag('LBody', '', one(8))),
    ),
    tag(
      'Table',
      '',
      tag(
        'TR',
        '',
        tag('TH', table('/RowSpan 2'), tag('P', '', one(9))),
        tag('TH', table('/ColSpan 2'), tag('P', '', one(10))),
      ),
      tag('TR', '', tag('TH', '', tag('P', '', one(11))), tag('TH', '', tag('P', '', one(12)))),
      tag('TR', '', ...[13, 14, 15].map((mark) => tag('TD', '', tag('P', '', one(mark))))),
      tag(
        'TR',
        '',
        tag('TD', '', tag('P', '', two(0))),
        tag('TD', '', tag('P', '')),
        tag('TD', '', tag('P', '', two(1))),
      ),
    ),
    tag('P', '', two(2)),
  ),
);

/** As InDesign writes it: types of its own, attributes in classes, content with its page. */
const indesign: Tag = tag(
  'Document',
  '',
  tag(
    'Story',
    '',
    tag('Head#20one', '', tag('Span', '', one(0))),
    tag('Body', '', one(1), one(2)),
    tag(
      'L',
      '',
      tag(
        'LI',
        '',
        tag('Lbl', '', one(3)),
        tag('LBody', '', one(4)),
        tag('L', '', tag('LI', '', tag('Lbl', '', one(5)), tag('LBody', '', one(6)))),
      ),
      tag('LI', '', tag('Lbl', '', one(7)), tag('LBody', '', one(8))),
    ),
    tag(
      'Table',
      '',
      tag(
        'THead',
        '',
        tag(
          'TR',
          '',
          tag('TD', '/C/tall', tag('Body', '', one(9))),
          tag('TD', '/C[/wide]', tag('Body', '', one(10))),
        ),
        tag('TR', '', tag('TD', '', one(11)), tag('TD', '', one(12))),
      ),
      tag(
        'TBody',
        '',
        tag('TR', '', tag('TD', '', one(13)), tag('TD', '', one(14)), tag('TD', '', one(15))),
        tag('TR', '', tag('TD', '', two(0)), tag('TD', ''), tag('TD', '', two(1))),
      ),
    ),
    tag('Body', '', two(2)),
    tag('Note', '', one(16), one(17)),
  ),
);

/** As Chromium writes it: text in elements without a meaning, and no empty cells. */
const chromium: Tag = tag(
  'Document',
  '',
  tag('H1', '', tag('NonStruct', '', one(0))),
  tag('P', '', tag('NonStruct', '', one(1)), tag('NonStruct', '', one(2))),
  tag(
    'L',
    '',
    tag(
      'LI',
      '',
      tag('Lbl', '', one(3)),
      tag('NonStruct', '', one(4)),
      tag('L', '', tag('LI', '', tag('Lbl', '', one(5)), tag('NonStruct', '', one(6)))),
    ),
    tag('LI', '', tag('Lbl', '', one(7)), tag('NonStruct', '', one(8))),
  ),
  tag(
    'Table',
    '',
    tag(
      'TR',
      '',
      tag('TH', '/A[<</O/Table/RowSpan 2>>]', tag('NonStruct', '', one(9))),
      tag('TH', '/A[<</O/Table/Scope/Column>><</O/Table/ColSpan 2>>]', tag('NonStruct', '', one(10))),
    ),
    tag('TR', '', tag('TH', '', tag('NonStruct', '', one(11))), tag('TH', '', tag('NonStruct', '', one(12)))),
    tag('TR', '', tag('TH', table('/Scope/Row'), one(13)), tag('TD', '', one(14)), tag('TD', '', one(15))),
    tag('TR', '', tag('TH', table('/Scope/Row'), two(0)), tag('TD', '', two(1))),
  ),
  tag('Div', '', two(2)),
  tag('Div', '', tag('Note', '', tag('Lbl', '', one(16)), tag('NonStruct', '', one(17)))),
);

/** As LibreOffice writes it: types named after styles, and lists in items as lists after them. */
const libreOffice: Tag = tag(
  'Document',
  '',
  tag('Heading#201', '', one(0)),
  tag('Standard', '', one(1), tag('Link', '', one(2))),
  tag('L', '', tag('LI', '', tag('Lbl', '', one(3)), tag('LBody', '', tag('Standard', '', one(4))))),
  tag('L', '', tag('LI', '', tag('Lbl', '', one(5)), tag('LBody', '', tag('Standard', '', one(6))))),
  tag('L', '', tag('LI', '', tag('Lbl', '', one(7)), tag('LBody', '', tag('Standard', '', one(8))))),
  ...(word.kids[0] as Tag).kids.slice(3),
  tag('Note', '', tag('Lbl', '', one(16)), tag('Standard', '', one(17))),
);

/** As tagpdf writes it: types of a namespace, whose roles it maps. */
const tagpdf: Tag = tag(
  'Document',
  '',
  tag('section', '/NS 1000 0 R', tag('H1', '', one(0)), tag('text', '/NS 1000 0 R', one(1), one(2))),
  tag('FENote', '', tag('Lbl', '', one(16)), tag('P', '', one(17))),
  ...indesign.kids.flatMap((story) => (story as Tag).kids.slice(2, 4)),
  tag('text', '/NS 1000 0 R', two(2)),
);

const roles = '/RoleMap<</Story/Art/Head#20one/H1/Body/Own/Own/P/Heading#201/H1/Standard/P>>';
const classes = '/ClassMap<</tall<</O/Table/RowSpan 2>>/wide<</O/Table/ColSpan 2>>>>';

async function markdownOf(
  pdf: Buffer,
): Promise<{ readonly text: string; readonly warnings: readonly string[] }> {
  const { bytes, report } = await convert(pdf, { from: 'pdf', to: 'markdown' });
  return { text: Buffer.from(bytes).toString(), warnings: report.warnings };
}

describe('a tagged PDF', () => {
  it.each([
    ['Word', { root: [word] }],
    [
      'InDesign',
      { root: [indesign], rootEntries: `${roles}${classes}`, isPacked: true, hasReferences: true },
    ],
    ['Chromium', { root: [chromium] }],
    ['LibreOffice', { root: [libreOffice], rootEntries: roles }],
    [
      'tagpdf',
      {
        root: [tagpdf],
        rootEntries: `${roles}${classes}`,
        isPacked: true,
        more: ['<</NS(own)/RoleMapNS<</section[/Sect 1000 0 R]/text[/P 1000 0 R]>>>>'],
      },
    ],
  ])('has the structure that %s states', async (_, shape) => {
    const { text, warnings } = await markdownOf(taggedPdf({ pages, ...shape }));

    expect(text).toBe(expected);
    expect(warnings).toEqual([]);
  });

  it('has its structure if it is encrypted', async () => {
    const qpdf = await startQpdf();
    qpdf.put('/in.pdf', taggedPdf({ pages, root: [word] }));
    qpdf.run('--encrypt', '', 'owner', '256', '--', '/in.pdf', '/out.pdf');
    const { text, warnings } = await markdownOf(Buffer.from(qpdf.get('/out.pdf')));

    expect(text).toBe(expected);
    expect(warnings).toEqual([]);
  });

  it('has artifacts and untagged lines at its edges as furniture, and other untagged text where it is', async () => {
    const lines = [
      { text: 'A watermark', x: 200, y: 400, mark: 'artifact' },
      {
        text: 'The first paragraph of a page with a remark in between and more text.',
        x: 72,
        y: 740,
        mark: 0,
      },
      { text: 'Stamped', x: 300, y: 700 },
      {
        text: 'The second paragraph of a page with a remark in between and more text.',
        x: 72,
        y: 660,
        mark: 1,
      },
    ] as const;
    const root = [tag('Document', '', tag('P', '', one(0)), tag('P', '', one(1)))];
    const { blocks, furniture } = await read(taggedPdf({ pages: [lines], root }), { from: 'pdf' });

    expect(
      blocks.map((block) =>
        ('content' in block ? block.content : []).map((each) => ('text' in each ? each.text : '')).join(''),
      ),
    ).toEqual([lines[1].text, 'Stamped', lines[3].text]);
    expect(furniture).toMatchObject([{ kind: 'footer', text: 'A watermark' }]);
  });

  it('has divisions without a type as paragraphs, unless they are on one line', async () => {
    const division = (mark: number) => tag('NonStruct', '', tag('NonStruct', '', one(mark)));
    const lines = [
      { text: 'Pome', x: 72, y: 740, mark: 0 },
      { text: 'A fruit with a core.', x: 100, y: 720, mark: 1 },
      { text: 'Phone', x: 72, y: 700, mark: 2 },
      { text: '020 7946 0000', x: 120, y: 700, mark: 3 },
    ];
    const row = tag('NonStruct', '', division(2), division(3));
    const root = [tag('Document', '', tag('NonStruct', '', division(0), division(1)), row)];

    expect((await markdownOf(taggedPdf({ pages: [lines], root }))).text).toBe(
      'Pome\n\nA fruit with a core.\n\nPhone 020 7946 0000\n',
    );
  });

  it('has a drop capital in its word', async () => {
    const lines = [
      { text: 'R', x: 72, y: 714, mark: 0, size: 36 },
      { text: 'ates of all trains have risen in the years', x: 100, y: 730, mark: 1 },
      { text: 'in which they were counted by hand.', x: 100, y: 716, mark: 1 },
    ];
    const root = [tag('Document', '', tag('P', '', one(0), one(1)))];

    expect((await markdownOf(taggedPdf({ pages: [lines], root }))).text).toBe(
      'Rates of all trains have risen in the years in which they were counted by hand.\n',
    );
  });

  it('has the titles of groups of rows below the header', async () => {
    const lines = [
      { text: 'Item', x: 72, y: 740, mark: 0 },
      { text: 'Price', x: 240, y: 740, mark: 1 },
      { text: 'Sensors', x: 72, y: 724, mark: 2 },
      { text: 'Wind vane', x: 72, y: 708, mark: 3 },
      { text: '212', x: 240, y: 708, mark: 4 },
    ] as const;
    const row = (...cells: readonly Tag[]) => tag('TR', '', ...cells);
    const root = [
      tag(
        'Table',
        '',
        row(tag('TH', '', one(0)), tag('TH', '', one(1))),
        row(tag('TH', table('/ColSpan 2'), one(2))),
        row(tag('TD', '', one(3)), tag('TD', '', one(4))),
      ),
    ];
    const { blocks } = await read(taggedPdf({ pages: [lines], root }), { from: 'pdf' });

    expect(blocks).toMatchObject([{ kind: 'table', header_rows: 1 }]);
  });

  it('has the places of a table on all of its pages', async () => {
    const { blocks } = await read(taggedPdf({ pages, root: [chromium] }), { from: 'pdf' });
    const [found] = blocks.filter((block) => block.kind === 'table');

    expect(found).toMatchObject({ page: 1, header_rows: 2, header_columns: 1 });
    expect(found?.places?.map((place) => 'page' in place && place.page)).toEqual([1, 2]);
  });

  const prose = [
    'Of the orchards of the valley, ',
    'those in the shade of the hills ',
    'were late and had fewer of the ',
    'apples than those at the river.',
  ];
  const cells = [
    ['Kilo', 'gram', 's'],
    ['Num', 'ber'],
    ['12,', '400'],
    ['–', '1,7', '00'],
    ['Red', 'Wild'],
    ['yes ', 'or no'],
    ['(1.2', '–1.6)'],
  ];
  const withCells = (lines: readonly string[]) =>
    taggedPdf({
      pages: [
        [
          ...lines.map((text, at) => ({ text, x: 72, y: 760 - at * 14, mark: at })),
          ...cells.flatMap((cell, row) =>
            cell.map((text, at) => ({
              text: text.replace('–', '\x96'),
              x: 72,
              y: 680 - row * 50 - at * 14,
              mark: 10 + row * 10 + at,
            })),
          ),
          ...cells.map((_, row) => ({ text: `row ${row}`, x: 200, y: 680 - row * 50, mark: 100 + row })),
        ],
      ],
      root: [
        tag('P', '', ...lines.map((_, at) => one(at))),
        tag(
          'Table',
          '',
          ...cells.map((cell, row) =>
            tag(
              'TR',
              '',
              tag('TD', '', tag('P', '', ...cell.map((_, at) => one(10 + row * 10 + at)))),
              tag('TD', '', one(100 + row)),
            ),
          ),
        ),
      ],
    });
  const firstCells = async (lines: readonly string[]): Promise<unknown> => {
    const { bytes } = await extract(withCells(lines), { from: 'pdf', format: 'tables' });
    const [table] = JSON.parse(Buffer.from(bytes).toString());
    return table.rows.map(([cell]: string[]) => cell);
  };

  it('has words and numbers that are cut if it has the spaces at line ends', async () => {
    expect(await firstCells(prose)).toEqual([
      'Kilograms',
      'Number',
      '12,400',
      '–1,700',
      'Red Wild',
      'yes or no',
      '(1.2–1.6)',
    ]);
  });

  it('has a space between lines whose ends are not known', async () => {
    expect(await firstCells(prose.map((line) => line.trim()))).toEqual([
      'Kilo gram s',
      'Num ber',
      '12, 400',
      '– 1,7 00',
      'Red Wild',
      'yes or no',
      '(1.2–1.6)',
    ]);
  });
});
