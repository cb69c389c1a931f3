import * as fc from 'fast-check';
import {
  type DocumentTree,
  type Inline,
  type ListItem,
  type TreeBlock,
  type TreeCell,
  textRun,
} from '../../../lib/conversions/document/document-tree.ts';
import { pixel, treeOf } from '../document/sample-tree.ts';

// Characters with a meaning in Markdown, HTML, reStructuredText, Org or LaTeX, and text in several scripts.
const tokens = [
  'a',
  ...['*', '**', '_', '__', '~', '~~', '`', '``', '$', '$$', '#', '##', '+', '-', '--', '>', '<', '&', '='],
  ...[
    '[',
    ']',
    '(',
    ')',
    '{',
    '}',
    '\\',
    '|',
    '!',
    ':',
    '^',
    '.',
    ',',
    '/',
    '%',
    '"',
    "'",
    '==',
    '::',
    '...',
  ],
  ...['1.', '2)', '[x]', '[ ]', '[^1]', '[a](b)', '![a](b)', '<b>', '</i>', '<!--', '&amp;', '&#65;', 'C#'],
  ...[
    '{#id}',
    '.. note::',
    '#+TITLE:',
    '\\section{x}',
    '\\newpage',
    '[!NOTE]',
    '|--|',
    '~x~',
    '^2^',
    '==m==',
  ],
  ...[
    'https://example.org/a_b',
    'a@example.org',
    'www.example.org',
    ':smile:',
    '(c)',
    '* * *',
    '___',
    'x_y_z',
  ],
  ...[
    'word',
    'Item',
    '12',
    '3.5',
    'Ähre',
    '日本語',
    '「重要」',
    'です',
    'مرحبا',
    'שלום',
    'Привет',
    'नमस्ते',
    '👍',
  ],
];

const word = fc.constantFrom(...tokens);
const spaced = fc.constantFrom(' ', ' ', '');

/** Text without white space at its ends, and with single spaces inside. */
const text: fc.Arbitrary<string> = fc
  .array(fc.tuple(word, spaced), { minLength: 1, maxLength: 5 })
  .map((parts) => parts.flat().join('').trim());

const flag = fc.constantFrom(undefined, undefined, undefined, true as const);

const hrefs = [
  'https://example.org/',
  'https://example.org/a(b)c?d=e&f=%20#g',
  'https://example.org/a_b*c*d',
  'mailto:a@example.org',
  'https://example.org/日本',
  '../docs/a%20b_c.html#d',
];

const run: fc.Arbitrary<Inline> = fc
  .record({
    before: spaced,
    text,
    after: spaced,
    bold: flag,
    italic: flag,
    strike: flag,
    underline: flag,
    code: flag,
    raised: fc.constantFrom(undefined, undefined, undefined, 'superscript' as const, 'subscript' as const),
    href: fc.option(fc.constantFrom(...hrefs), { nil: undefined, freq: 6 }),
  })
  .map(({ before, text: inside, after, bold, italic, strike, underline, code, raised, href }) =>
    textRun(`${before}${inside}${after}`, {
      ...(bold && { bold }),
      ...(italic && { italic }),
      ...(strike && { strike }),
      ...(underline && { underline }),
      ...(code && { code }),
      ...(raised && { [raised]: true }),
      ...(href !== undefined && { href }),
    }),
  );

const plainRun: fc.Arbitrary<Inline> = text.map((inside) => textRun(inside));

/** Formulas that MathML can state, in the spelling of our readers. */
const formulas = ['x', 'x^{2}', 'a_{i}+b', '\\frac{a}{b}', '\\sqrt{x}', '\\alpha', '\\text{if }x<1'];

const math: fc.Arbitrary<Inline> = fc.constantFrom(...formulas).map((tex) => ({ kind: 'math', tex }));
const image: fc.Arbitrary<Inline> = text.map((alt) => ({ kind: 'image', image: 0, alt }));
const lineBreak: fc.Arbitrary<Inline> = fc.constant({ kind: 'line_break' });

/** A line that starts and ends with text. */
const line: fc.Arbitrary<Inline[]> = fc
  .tuple(
    fc.oneof({ weight: 2, arbitrary: run }, { weight: 1, arbitrary: plainRun }),
    fc.array(
      fc.oneof(
        { weight: 8, arbitrary: run },
        { weight: 6, arbitrary: plainRun },
        { weight: 1, arbitrary: math },
        { weight: 1, arbitrary: image },
        { weight: 1, arbitrary: fc.tuple(lineBreak, plainRun).map(([, next]) => next) },
      ),
      { maxLength: 3 },
    ),
    fc.boolean(),
    run,
  )
  .map(([first, middle, breaks, last]) => [
    first,
    ...middle,
    ...(breaks ? [{ kind: 'line_break' as const }, last] : [last]),
  ]);

const shortLine: fc.Arbitrary<Inline[]> = fc.array(fc.oneof(run, plainRun), { minLength: 1, maxLength: 3 });

const paragraph: fc.Arbitrary<TreeBlock> = line.map((content) => ({ kind: 'paragraph', content }));
const heading: fc.Arbitrary<TreeBlock> = fc
  .record({ level: fc.integer({ min: 1, max: 6 }), content: shortLine })
  .map(({ level, content }) => ({ kind: 'heading', level, content }));
const code: fc.Arbitrary<TreeBlock> = fc
  .record({
    lines: fc.array(fc.tuple(fc.constantFrom('', '  ', '    '), text), { minLength: 1, maxLength: 4 }),
    language: fc.constantFrom(undefined, 'ts', 'c++'),
  })
  .map(({ lines, language }) => ({
    kind: 'code',
    text: lines.map((parts) => parts.join('')).join('\n'),
    ...(language && { language }),
  }));
const rule: fc.Arbitrary<TreeBlock> = fc.constant({ kind: 'rule' });

interface Grammar {
  readonly blocks: TreeBlock[];
  readonly block: TreeBlock;
  readonly list: TreeBlock;
  readonly table: TreeBlock;
  readonly quote: TreeBlock;
}

const aligns = ['left', 'center', 'right'] as const;

interface DrawnCell {
  readonly blocks: readonly TreeBlock[];
  readonly columnSpan: number;
  readonly rowSpan: number;
}

/** Places drawn cells in a grid, row by row, and leaves out those that a span covers. */
function tableOf(
  cells: readonly (readonly DrawnCell[])[],
  columns: readonly ((typeof aligns)[number] | undefined)[],
  headerRows: number,
): TreeBlock {
  const width = columns.length;
  const covered = new Set<string>();
  const rows = cells.map((line, row) => {
    const own: TreeCell[] = [];
    for (let column = 0; column < width; column += 1) {
      if (covered.has(`${row} ${column}`)) continue;
      const drawn = line[column] ?? { blocks: [], columnSpan: 1, rowSpan: 1 };
      let columnSpan = 1;
      while (
        columnSpan < drawn.columnSpan &&
        column + columnSpan < width &&
        !covered.has(`${row} ${column + columnSpan}`)
      )
        columnSpan += 1;
      // Header and body stay apart; the first column of each row has its own cell, so that no row is empty.
      const last = row < headerRows ? headerRows : cells.length;
      const rowSpan = column === 0 ? 1 : Math.min(drawn.rowSpan, last - row);
      for (let down = 0; down < rowSpan; down += 1)
        for (let right = 0; right < columnSpan; right += 1) covered.add(`${row + down} ${column + right}`);
      own.push({
        blocks: drawn.blocks,
        ...(columnSpan > 1 && { column_span: columnSpan }),
        ...(rowSpan > 1 && { row_span: rowSpan }),
        ...(columns[column] && { align: columns[column] }),
      });
    }
    return own;
  });
  return { kind: 'table', header_rows: headerRows, rows };
}

const { blocks } = fc.letrec<Grammar>((tie: fc.LetrecTypedTie<Grammar>) => ({
  blocks: fc.array(tie('block'), { minLength: 1, maxLength: 4 }),
  block: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    { weight: 6, arbitrary: paragraph },
    { weight: 2, arbitrary: heading },
    { weight: 2, arbitrary: code },
    { weight: 1, arbitrary: rule },
    { weight: 4, arbitrary: tie('list') },
    { weight: 2, arbitrary: tie('table') },
    { weight: 2, arbitrary: tie('quote') },
  ),
  list: fc
    .record({
      ordered: fc.boolean(),
      start: fc.constantFrom(undefined, undefined, 0, 3, 17),
      items: fc.array(
        fc.record({
          first: paragraph,
          rest: fc.oneof(
            { weight: 4, arbitrary: fc.constant([]) },
            { weight: 2, arbitrary: tie('list').map((list) => [list]) },
            { weight: 1, arbitrary: fc.array(tie('block'), { minLength: 1, maxLength: 2 }) },
          ),
          checked: fc.constantFrom(undefined, undefined, undefined, true, false),
        }),
        { minLength: 1, maxLength: 3 },
      ),
    })
    .map(
      ({ ordered, start, items }): TreeBlock => ({
        kind: 'list',
        ordered,
        ...(ordered && start !== undefined && { start }),
        items: items.map(
          ({ first, rest, checked }): ListItem => ({
            blocks: [first, ...rest],
            ...(!ordered && checked !== undefined && { checked }),
          }),
        ),
      }),
    ),
  table: fc
    .record({
      cells: fc.array(
        fc.array(
          fc.record({
            blocks: fc.oneof(
              {
                weight: 6,
                arbitrary: shortLine.map((content): TreeBlock[] => [{ kind: 'paragraph', content }]),
              },
              { weight: 1, arbitrary: fc.array(tie('block'), { minLength: 1, maxLength: 2 }) },
            ),
            columnSpan: fc.constantFrom(1, 1, 1, 2),
            rowSpan: fc.constantFrom(1, 1, 1, 2),
          }),
          { minLength: 3, maxLength: 3 },
        ),
        { minLength: 2, maxLength: 3 },
      ),
      columns: fc.array(fc.constantFrom(undefined, ...aligns), { minLength: 2, maxLength: 3 }),
    })
    .map(({ cells, columns }) => tableOf(cells, columns, 1)),
  quote: tie('blocks').map((inside): TreeBlock => ({ kind: 'quote', blocks: inside })),
}));

/** Documents with all that the writers have in common. */
export const documents: fc.Arbitrary<DocumentTree> = fc
  .record({ blocks, notes: fc.array(fc.array(paragraph, { minLength: 1, maxLength: 2 }), { maxLength: 2 }) })
  .map(({ blocks: body, notes }) =>
    treeOf(
      [
        ...body,
        ...notes.map(
          (_, note): TreeBlock => ({
            kind: 'paragraph',
            content: [textRun('Noted'), { kind: 'note', note }, textRun(' here.')],
          }),
        ),
      ],
      { notes, images: [{ bytes: pixel, mime_type: 'image/png' }] },
    ),
  );
