import { expect, it } from 'vitest';
import { convert } from '../../../../../lib/conversions/index.ts';
import { tag, taggedPdf } from './tagged-pdf.ts';

// Details in which programs differ, in the shapes that their files have.

type Shape = Parameters<typeof taggedPdf>[0];

const m = (mark: number) => ({ page: 1, mark });
const line = (text: string, x: number, y: number, mark: number | 'artifact', size = 11) => ({
  text,
  x,
  y,
  mark,
  size,
});

const wordRoles =
  '/RoleMap<</Footnote/Note/Endnote/Note/Textbox/Sect/Header/Sect/Footer/Sect/InlineShape/Sect/Annotation/Sect/Artifact/Sect/Workbook/Document/Worksheet/Part/Chart/Sect/Diagram/Figure/Title/H1>>';

const wrapped = [
  'Of the orchards of the valley, those in the shade of the hills',
  'were late and had fewer of the apples than those at the river,',
  'which have more of the sun and of the water than any others do',
  'and are the oldest ones.',
];
const ended = ['Two roads went into a yellow wood,', 'and both of them are so very long', 'to walk today.'];
const column = [...wrapped, ...ended];
const unbroken = `${wrapped.join(' ')}

${ended.join('\\\n')}
`;

it.each<[string, Omit<Shape, 'pages'> & { readonly lines: Shape['pages'][number] }, string]>([
  [
    'Word: spans in spans, and a box of text anchored in a paragraph',
    {
      lines: [
        line('Annual report', 72, 780, 0, 20),
        line('The ', 72, 740, 1),
        line('quick', 93, 740, 2),
        line(' brown fox', 119, 740, 3),
        line('jumps over it.', 72, 726, 3),
        line('Note in a box', 400, 740, 4),
        line('second line of box', 400, 726, 5),
        line('After the box.', 72, 690, 6),
        line('Page 1', 280, 40, 'artifact'),
      ],
      rootEntries: wordRoles,
      root: [
        tag(
          'Document',
          '',
          tag('Title', '', m(0)),
          tag(
            'P',
            '',
            m(1),
            tag('Span', '', tag('Span', '', m(2))),
            m(3),
            tag('Textbox', '', tag('P', '', m(4)), tag('P', '', m(5))),
          ),
          tag('P', '', m(6)),
        ),
      ],
    },
    `# Annual report

The quick brown fox jumps over it.

Note in a box

second line of box

After the box.
`,
  ],
  [
    'Word: parts of a table, and headings of its rows',
    {
      lines: [
        line('Name', 72, 740, 0),
        line('Sum', 200, 740, 1),
        line('Ann', 72, 720, 2),
        line('5', 200, 720, 3),
        line('Total', 72, 700, 4),
        line('5', 200, 700, 5),
        line('Table 1 Sums', 72, 760, 6),
      ],
      rootEntries: wordRoles,
      root: [
        tag(
          'Document',
          '',
          tag('Caption', '', tag('P', '', m(6))),
          tag(
            'Table',
            '',
            tag(
              'THead',
              '',
              tag(
                'TR',
                '',
                tag('TH', '/A<</O/Table/Scope/Column>>', tag('P', '', tag('Span', '', m(0)))),
                tag('TH', '/A<</O/Table/Scope/Column>>', tag('P', '', m(1))),
              ),
            ),
            tag(
              'TBody',
              '',
              tag('TR', '', tag('TD', '', tag('P', '', m(2))), tag('TD', '', tag('P', '', m(3)))),
              tag(
                'TR',
                '',
                tag('TH', '/A<</O/Table/Scope/Row>>', tag('P', '', m(4))),
                tag('TD', '', tag('P', '', m(5))),
              ),
            ),
          ),
        ),
      ],
    },
    `Table 1 Sums

| Name | Sum |
| --- | --- |
| Ann | 5 |
| Total | 5 |
`,
  ],
  [
    'InDesign: names of styles, whose header is no header',
    {
      lines: [
        line('Our year', 72, 780, 0, 20),
        line('A first paragraph of the story with', 72, 750, 1),
        line('bold', 250, 750, 2),
        line('words.', 280, 750, 3),
        line('Sidebar title', 400, 750, 4, 14),
        line('Sidebar text.', 400, 730, 5),
        line('Product', 72, 700, 6),
        line('Price', 200, 700, 7),
        line('Pen', 72, 684, 8),
        line('1.20', 200, 684, 9),
        line('A caption of it', 72, 660, 10, 8),
      ],
      rootEntries:
        '/RoleMap<</Article/Art/Story/Sect/Headline_XL/H1/Body_Text/P/Normal/P/Table_Head/P/Table_Body/P/Bold/Span/StyleSpan/Span/Sidebar-Head/H2/Bildlegende/Caption>>',
      root: [
        tag(
          'Document',
          '',
          tag(
            'Article',
            '',
            tag(
              'Story',
              '',
              tag('Headline_XL', '', m(0)),
              tag('Body_Text', '', m(1), tag('Bold', '', m(2)), tag('StyleSpan', '', m(3))),
              tag(
                'Table',
                '',
                tag(
                  'TBody',
                  '',
                  tag(
                    'TR',
                    '',
                    tag('TD', '', tag('Table_Head', '', m(6))),
                    tag('TD', '', tag('Table_Head', '', m(7))),
                  ),
                  tag(
                    'TR',
                    '',
                    tag('TD', '', tag('Table_Body', '', m(8))),
                    tag('TD', '', tag('Table_Body', '', m(9))),
                  ),
                ),
              ),
              tag('Bildlegende', '', m(10)),
            ),
            tag('Story', '', tag('Sidebar-Head', '', m(4)), tag('Normal', '', m(5))),
          ),
        ),
      ],
    },
    `# Our year

A first paragraph of the story with bold words.

| Product | Price |
| --- | --- |
| Pen | 1.20 |

A caption of it

## Sidebar title

Sidebar text.
`,
  ],
  [
    'WeasyPrint: content in the content of the elements around it, and labels after their items',
    {
      lines: [
        { ...line('Fruit of the year', 72, 760, 2, 20), around: [0, 1] },
        { ...line('Fruit', 72, 720, 5), around: [0, 1] },
        { ...line('Trees', 200, 720, 6), around: [0, 1] },
        { ...line('Apple', 72, 704, 7), around: [0, 1] },
        { ...line('120', 200, 704, 8), around: [0, 1, 4] },
        { ...line('Text after it.', 72, 670, 9), around: [0] },
        { ...line('Opening hours, which', 90, 640, 10), around: [0] },
        { ...line('have changed.', 90, 626, 10), around: [0] },
        { ...line('\x95', 76, 640, 11), around: [0] },
      ],
      root: [
        tag('NonStruct', '', m(0)),
        tag(
          'NonStruct',
          '',
          m(1),
          tag('H1', '', m(2)),
          tag(
            'Table',
            '',
            m(3),
            tag('TR', '', m(4), tag('TH', '', m(5)), tag('TH', '', m(6))),
            tag('TR', '', tag('TD', '', m(7)), tag('TD', '', m(8))),
          ),
          tag('P', '', m(9)),
          tag('L', '', tag('LI', '', tag('LBody', '', m(10), m(11)))),
        ),
      ],
    },
    `# Fruit of the year

| Fruit | Trees |
| --- | --- |
| Apple | 120 |

Text after it.

- Opening hours, which have changed.
`,
  ],
  [
    'tagpdf: formulas with the text that they stand for',
    {
      lines: [
        line('The energy is given by the formula', 72, 780, 0),
        line('E = mc', 255, 780, 1),
        line('2', 289.5, 784, 1, 7),
        line('for all bodies.', 300, 780, 2),
        line('a = b/c', 250, 750, 3),
        line('where c is not zero.', 72, 720, 4),
      ],
      rootEntries: '/RoleMap<</text-unit/Part/text/P>>',
      root: [
        tag(
          'Document',
          '',
          tag(
            'text-unit',
            '',
            tag('text', '', m(0), tag('Formula', '/Alt(E=mc^2)/AF[1000 0 R]', m(1)), m(2)),
            tag('Formula', '/Alt(a = \\\\frac{b}{c})/ActualText(a=b/c)', m(3)),
            tag('text', '', m(4)),
          ),
        ),
      ],
      more: ['<</Type/Filespec/F(m.xml)/AFRelationship/Supplement>>'],
    },
    `The energy is given by the formula E = mc<sup>2</sup> for all bodies.

a=b/c

where c is not zero.
`,
  ],
  [
    'tagpdf: paragraphs in units of text, also in items',
    {
      lines: [
        line('Items:', 72, 780, 0),
        line('1.', 80, 760, 1),
        line('first item of the list', 100, 760, 2),
        line('2.', 80, 746, 3),
        line('second item of the list', 100, 746, 4),
        line('After the list.', 72, 720, 5),
      ],
      rootEntries: '/RoleMap<</text-unit/Part/text/P/itemize/L/enumerate/L>>',
      root: [
        tag(
          'Document',
          '',
          tag(
            'text-unit',
            '',
            tag('text', '', m(0)),
            tag(
              'enumerate',
              '',
              tag(
                'LI',
                '',
                tag('Lbl', '', m(1)),
                tag('LBody', '', tag('text-unit', '', tag('text', '', m(2)))),
              ),
              tag(
                'LI',
                '',
                tag('Lbl', '', m(3)),
                tag('LBody', '', tag('text-unit', '', tag('text', '', m(4)))),
              ),
            ),
            tag('text', '', m(5)),
          ),
        ),
      ],
    },
    `Items:

1. first item of the list
2. second item of the list

After the list.
`,
  ],
  [
    'Chromium: lines in one content that are wrapped, others that their author ended',
    {
      lines: column.map((text, at) => line(text, 72, 780 - at * 13, Math.max(0, at - 3))),
      root: [tag('P', '', m(0)), tag('P', '', ...[1, 2, 3].map((at) => tag('Span', '', m(at))))],
    },
    unbroken,
  ],
  [
    'LibreOffice: spaces after the lines that are wrapped',
    {
      lines: column.map((text, at) => line(at < 3 ? `${text} ` : text, 72, 780 - at * 13, at)),
      root: [tag('P', '', ...[0, 1, 2, 3].map(m)), tag('P', '', ...[4, 5, 6].map(m))],
    },
    unbroken,
  ],
])('a tagged PDF of %s', async (_, { lines, ...shape }, expected) => {
  const { bytes, report } = await convert(taggedPdf({ pages: [lines], ...shape }), {
    from: 'pdf',
    to: 'markdown',
  });

  expect(Buffer.from(bytes).toString()).toBe(expected);
  expect(report.warnings).toEqual([]);
});
