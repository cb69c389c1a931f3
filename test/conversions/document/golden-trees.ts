import {
  type Inline,
  type ListItem,
  type TreeBlock,
  textRun,
} from '../../../lib/conversions/document/document-tree.ts';
import { png } from '../formats/pdf/written-document.ts';
import { treeOf } from './sample-tree.ts';

// What word processors write and the random documents of round-trips do not have. Each is named after what it is about.

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
  'links inside': treeOf([
    text(textRun('to the end', { href: '#the-end' }), ' and ', textRun('to the clause', { href: '#clause' })),
    { ...text('A clause'), id: 'clause' },
    { ...heading(1, 'The end'), id: 'the-end' },
  ]),
  'letters with brackets': treeOf([labelled(['a)', 'b)', 'c)'])]),
  'roman numbers': treeOf([labelled(['I.', 'II.', 'III.'])]),
  'small roman numbers from four': treeOf([labelled(['iv)', 'v)'], 4)]),
  'bracketed numbers': treeOf([labelled(['(1)', '(2)'])]),
  'two lists': treeOf([
    list(true, [item('one')]),
    text('between'),
    text('and more'),
    text('and more'),
    list(true, [item('one again')]),
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
} as const;
