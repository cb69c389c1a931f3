import {
  type Inline,
  type ListItem,
  type TreeBlock,
  textRun,
} from '../../../lib/conversions/document/document-tree.ts';
import { png } from '../formats/pdf/written-document.ts';
import { treeOf } from './sample-tree.ts';

// Documents with what word processors write. Each is named after what it is about.

const text = (...content: readonly (string | Inline)[]): TreeBlock => ({
  kind: 'paragraph',
  content: content.map((piece) => (typeof piece === 'string' ? textRun(piece) : piece)),
});

const heading = (level: number, title: string): Extract<TreeBlock, { kind: 'heading' }> => ({
  kind: 'heading',
  level,
  content: [textRun(title)],
});

const item = (title: string, ...inside: readonly TreeBlock[]): ListItem => ({
  blocks: [text(title), ...inside],
});

const list = (ordered: boolean, items: readonly ListItem[], start?: number): TreeBlock => ({
  kind: 'list',
  ordered,
  ...(start === undefined ? {} : { start }),
  items,
});

const labelled = (labels: readonly string[], start?: number): TreeBlock =>
  list(
    true,
    labels.map((label, at) => ({ label, blocks: [text(`Clause ${at + 1}`)] })),
    start,
  );

const table = (rows: Extract<TreeBlock, { kind: 'table' }>['rows'], headerRows = 1): TreeBlock => ({
  kind: 'table',
  header_rows: headerRows,
  rows,
});

const note = (index: number): Inline => ({ kind: 'note', note: index });
const image: Inline = { kind: 'image', image: 0, alt: 'A dot', width: 20, height: 20 };

/** The trees by what they are about. */
export const goldenTrees = {
  headings: treeOf([
    heading(1, 'One'),
    text('a'),
    heading(2, 'One and a half'),
    text('b'),
    heading(3, 'Deep'),
    text('c'),
  ]),
  'headings of all levels': treeOf([1, 2, 3, 4, 5, 6].map((level) => heading(level, `Level ${level}`))),
  'labels of headings': treeOf([
    { ...heading(1, 'Scope'), label: 'Article I.' },
    { ...heading(2, 'General'), label: '1.1' },
    text('a'),
    { ...heading(2, 'Special'), label: '1.2' },
    heading(1, 'Without'),
  ]),
  languages: treeOf([
    text('This is the language of the document, in most of its text.'),
    { ...text('Ein Absatz auf Deutsch.'), lang: 'de-DE' },
    { ...heading(2, 'Titre'), lang: 'fr' },
    list(false, [{ blocks: [{ ...text('Punkt'), lang: 'de-AT' }] }]),
  ]),
  'notes of both types': {
    ...treeOf([text('See', note(0), ' and', { kind: 'note', note: 1, type: 'endnote' })]),
    notes: [[text('At the foot.')], [text('At the end.')]],
  },
  paragraphs: treeOf([text('First.'), text('Second.'), text('Third, with  two blanks.')]),
  'line breaks': treeOf([text('one', { kind: 'line_break' }, 'two')]),
  emphasis: treeOf([
    text(
      textRun('bold', { bold: true }),
      ', ',
      textRun('italic', { italic: true }),
      ', ',
      textRun('both', { bold: true, italic: true }),
      ', ',
      textRun('struck', { strike: true }),
      ' and ',
      textRun('lined', { underline: true }),
    ),
  ]),
  'raised and lowered text': treeOf([
    text('x', textRun('2', { superscript: true }), ' and H', textRun('2', { subscript: true }), 'O'),
  ]),
  links: treeOf([text('See ', textRun('the site', { href: 'https://example.com/a?b=c' }), '.')]),
  'links inside': treeOf([
    text(textRun('to the end', { href: '#the-end' }), ' and ', textRun('to the clause', { href: '#clause' })),
    { ...text('A clause'), anchors: ['clause'] },
    { ...heading(1, 'The end'), anchors: ['the-end'] },
  ]),
  bullets: treeOf([list(false, [item('one'), item('two'), item('three')])]),
  numbers: treeOf([list(true, [item('one'), item('two')])]),
  'numbers from five': treeOf([list(true, [item('five'), item('six')], 5)]),
  'nested lists': treeOf([
    list(false, [
      item('one', list(true, [item('first', list(false, [item('deep')])), item('second')])),
      item('two'),
    ]),
  ]),
  'letters with brackets': treeOf([labelled(['a)', 'b)', 'c)'])]),
  'roman numbers': treeOf([labelled(['I.', 'II.', 'III.'])]),
  'small roman numbers from four': treeOf([labelled(['iv)', 'v)'], 4)]),
  'bracketed numbers': treeOf([labelled(['(1)', '(2)'])]),
  tasks: treeOf([
    list(false, [
      { blocks: [text('open')], checked: false },
      { blocks: [text('done')], checked: true },
    ]),
  ]),
  'two lists': treeOf([
    list(true, [item('one')]),
    text('between'),
    text('and more'),
    text('and more'),
    list(true, [item('one again')]),
  ]),
  'a table': treeOf([
    table([
      ['Name', 'Height'],
      ['Naples', '0.3'],
      ['Saint-Malo', '12.2'],
    ]),
  ]),
  'a table without a header': treeOf([
    table(
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
      0,
    ),
  ]),
  'a table with two header rows': treeOf([
    table(
      [
        ['A', 'B'],
        ['a', 'b'],
        ['1', '2'],
      ],
      2,
    ),
  ]),
  'merged cells': treeOf([
    table([
      [{ blocks: [text('Both')], column_span: 2 }, 'C'],
      [{ blocks: [text('Tall')], row_span: 2 }, 'b', 'c'],
      ['d', 'e'],
    ]),
  ]),
  'blocks in cells': treeOf([
    table([
      ['Kind', 'Example'],
      ['list', { blocks: [list(false, [item('one'), item('two')])] }],
      ['text', { blocks: [text('one'), text('two')] }],
    ]),
  ]),
  'a table in a table': treeOf([
    table(
      [
        [
          'outer',
          {
            blocks: [
              table(
                [
                  ['in', 'side'],
                  ['1', '2'],
                ],
                0,
              ),
            ],
          },
        ],
        ['x', 'y'],
      ],
      0,
    ),
  ]),
  footnotes: treeOf([text('Said', note(0), ' and done', note(1), '.')], {
    notes: [[text('By whom?')], [text('When?'), text('And where?')]],
  }),
  images: treeOf([text('Before ', image, ' after')], { images: [png] }),
  'images in cells': treeOf(
    [
      table(
        [
          ['a', { blocks: [text(image)] }],
          ['c', 'd'],
        ],
        0,
      ),
    ],
    { images: [png] },
  ),
  formulas: treeOf([
    text('With ', { kind: 'math', tex: 'x^{2}' }, ' in the line'),
    text({ kind: 'math', tex: '\\frac{a}{b}', display: true }),
  ]),
  quotes: treeOf([
    text('He said:'),
    { kind: 'quote', blocks: [text('One.'), text('Two.')] },
    text('And left.'),
  ]),
  code: treeOf([text('Run:'), { kind: 'code', text: 'if (a) {\n  b();\n}' }]),
} as const;
