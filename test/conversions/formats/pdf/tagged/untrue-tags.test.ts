import { describe, expect, it } from 'vitest';
import type { DocumentModel } from '../../../../../lib/conversions/document/document-model.ts';
import { readTagTree } from '../../../../../lib/conversions/formats/pdf/tagged/tag-tree.ts';
import { extract } from '../../../../../lib/conversions/index.ts';
import { itLong } from '../../../../support/long-run.ts';
import { type Tag, tag, taggedPdf } from './tagged-pdf.ts';

const sentences = ['first', 'second', 'third', 'fourth', 'fifth'].map(
  (word) => `The ${word} paragraph of the page is a sentence that ends with a full stop.`,
);
const lines = sentences.map((text, mark) => ({ text, x: 72, y: 740 - mark * 40, mark }));
const paragraph = (mark: number): Tag => tag('P', '', { page: 1, mark });
const marks = lines.map(({ mark }) => mark);

const textOf = (blocks: DocumentModel['blocks']): string[] =>
  blocks.map((block) =>
    'content' in block
      ? block.content.map((each) => (each.kind === 'text' ? each.text : '')).join('')
      : block.kind,
  );

async function readPdf(pdf: Buffer) {
  const { bytes, report } = await extract(pdf, { from: 'pdf', format: 'document' });
  const { blocks }: DocumentModel = JSON.parse(Buffer.from(bytes).toString());
  return { blocks, texts: textOf(blocks), warnings: report.warnings };
}

const readTagged = (...kids: Tag['kids']) =>
  readPdf(taggedPdf({ pages: [lines], root: [tag('Document', '', ...kids)] }));

const ignored = ['The tags of page 1 contradict its text and were ignored.'];

describe('tags that contradict their page', () => {
  it.each([
    ['cover half of the text', marks.slice(0, 2).map(paragraph)],
    ['are in reversed order', marks.toReversed().map(paragraph)],
    ['call all text a heading', marks.map((mark) => tag('H1', '', { page: 1, mark }))],
    ['refer to other content', marks.map((mark) => paragraph(mark === 0 ? 0 : mark + 100))],
    [
      'have rows whose cells are in no order',
      [
        tag(
          'Table',
          '',
          ...[0, 3].map((row) =>
            tag('TR', '', ...[0, 2, 1].map((cell) => tag('TD', '', { page: 1, mark: row + cell }))),
          ),
        ),
      ],
    ],
  ])('are ignored if they %s', async (name, kids) => {
    const isTable = name.includes('rows');
    const cells = [0, 1, 2, 3, 4, 5].map((mark) => ({
      text: sentences[mark % 5]?.slice(0, 15) ?? '',
      x: 72 + (mark % 3) * 150,
      y: mark < 3 ? 740 : 700,
      mark,
    }));
    const pdf = taggedPdf({ pages: [isTable ? cells : lines], root: [tag('Document', '', ...kids)] });
    const { texts, warnings } = await readPdf(pdf);

    expect(warnings).toEqual(ignored);
    if (!isTable) expect(texts).toEqual(sentences);
  });

  it('are ignored without a warning if the cells of a table are blocks beside each other', async () => {
    const words = [
      'Fruit',
      'Trees',
      'Kilograms',
      'Apple',
      '120',
      '9400',
      'Pear',
      '45',
      '2100',
      'Plum',
      '30',
      '1250',
    ];
    const cells = words.map((text, mark) => ({
      text,
      x: 72 + (mark % 3) * 120,
      y: 740 - Math.floor(mark / 3) * 16,
      mark,
    }));
    const kids = words.map((_, mark) => tag('Div', '', { page: 1, mark }));
    const { blocks, warnings } = await readPdf(
      taggedPdf({ pages: [cells], root: [tag('Document', '', ...kids)] }),
    );

    expect(blocks).toMatchObject([{ kind: 'table', rows: [{ length: 3 }, {}, {}, {}] }]);
    expect(warnings).toEqual([]);
  });

  it('are believed if texts beside each other are in no table', async () => {
    const left = ['Skills', 'Welding and brazing', 'Reading of plans', 'Languages', 'English and Dutch'];
    const jobs = ['Foreman', 'Welder', 'Apprentice'].flatMap((job, at) => [
      { text: job, x: 250, y: 740 - at * 50 },
      { text: `${2001 + at * 6}`, x: 470, y: 740 - at * 50 },
      { text: `Worked in hall ${at + 3} of the yard.`, x: 250, y: 724 - at * 50 },
    ]);
    const placed = [...left.map((text, at) => ({ text, x: 72, y: 733 - at * 27 })), ...jobs];
    const root = [0, 1, 2, 3, 4, 5, 7, 8, 10, 11, 13].map((mark) =>
      mark < 5 || (mark - 5) % 3 === 2
        ? paragraph(mark)
        : tag('P', '', { page: 1, mark }, { page: 1, mark: mark + 1 }),
    );
    const { texts, warnings } = await readPdf(
      taggedPdf({ pages: [placed.map((each, mark) => ({ ...each, mark }))], root }),
    );

    expect(texts).toEqual([
      ...left,
      ...['Foreman 2001', 'Welder 2007', 'Apprentice 2013'].flatMap((line, at) => [
        line,
        `Worked in hall ${at + 3} of the yard.`,
      ]),
    ]);
    expect(warnings).toEqual([]);
  });

  it('are ignored if they call each line a paragraph', async () => {
    const words = [
      'The apples of this year were',
      'early and the orchards of',
      'the valley were full of',
      'pickers who came from all',
      'over the country.',
    ];
    const cut = words.map((text, mark) => ({ text, x: 72, y: 740 - mark * 14, mark }));
    const pdf = taggedPdf({ pages: [cut], root: [tag('Document', '', ...marks.map(paragraph))] });
    const { texts, warnings } = await readPdf(pdf);

    expect(texts).toEqual([words.join(' ')]);
    expect(warnings).toEqual(ignored);
  });

  it('are ignored on all pages if their order is not that of the pages', async () => {
    const pages = sentences.map((text) => [{ text, x: 72, y: 700, mark: 0 }]);
    const kids = pages.map((_, at) => tag('P', '', { page: pages.length - at, mark: 0 }));
    const { texts, warnings } = await readPdf(taggedPdf({ pages, root: kids }));

    expect(texts).toEqual(sentences);
    expect(warnings).toEqual(['The tags of the PDF contradict its pages and were ignored.']);
  });
});

describe('tags that lose or move text', () => {
  const words = 'Fruit Trees Kilograms Apple 120 9400 Pear 45 2100 Plum 30 1250'.split(' ');
  const cells = words.map((text, mark) => ({
    text,
    x: 72 + (mark % 3) * 120,
    y: 740 - Math.floor(mark / 3) * 16,
    mark,
  }));
  const row = (...cellMarks: readonly number[]): Tag =>
    tag('TR', '', ...cellMarks.map((mark) => tag('TD', '', { page: 1, mark })));
  const rows = [0, 3, 6, 9].map((first) => words.slice(first, first + 3));
  const readRows = async (
    root: readonly Tag[],
    shown: Parameters<typeof taggedPdf>[0]['pages'][0] = cells,
  ) => {
    const { bytes, report } = await extract(taggedPdf({ pages: [shown], root }), {
      from: 'pdf',
      format: 'tables',
    });
    const tables: readonly { readonly rows: unknown }[] = JSON.parse(Buffer.from(bytes).toString());
    return { tables: tables.map((table) => table.rows), warnings: report.warnings };
  };

  it.each<[string, readonly Tag[], readonly string[]]>([
    ['lack a cell', [tag('Table', '', row(0, 1, 2), row(3, 5), row(6, 7, 8), row(9, 10, 11))], ignored],
    [
      'lack the last cell of a row',
      [tag('Table', '', row(0, 1, 2), row(3, 4), row(6, 7, 8), row(9, 10, 11))],
      ignored,
    ],
    [
      'have columns as rows',
      [tag('Table', '', row(0, 3, 6, 9), row(1, 4, 7, 10), row(2, 5, 8, 11))],
      ignored,
    ],
    [
      'have two rows as one',
      [tag('Table', '', row(0, 1, 2), row(3, 4, 5, 6, 7, 8), row(9, 10, 11))],
      ignored,
    ],
    ['have cells without rows', [tag('Table', '', ...row(...words.keys()).kids)], []],
    [
      'have rows in blocks',
      [tag('Table', '', ...[0, 3, 6, 9].map((at) => tag('Div', '', row(at, at + 1, at + 2))))],
      [],
    ],
  ])('leave a table whole if they %s', async (_, root, warnings) => {
    expect(await readRows(root)).toEqual({ tables: [rows], warnings });
  });

  it('are ignored if they call a column of a table an artifact', async () => {
    const shown = cells.map((cell, at) => (at % 3 === 2 ? { ...cell, mark: 'artifact' as const } : cell));
    const root = [tag('Table', '', row(0, 1), row(3, 4), row(6, 7), row(9, 10))];

    expect(await readRows(root, shown)).toEqual({ tables: [rows], warnings: ignored });
  });

  it.each<[string, readonly Tag[]]>([
    ['call all text one paragraph', [tag('P', '', ...marks.map((mark) => ({ page: 1, mark })))]],
    [
      'use identifiers twice',
      [
        tag('P', '', { page: 1, mark: 0 }, { page: 1, mark: 3 }),
        tag('P', '', { page: 1, mark: 1 }, { page: 1, mark: 4 }),
        paragraph(2),
      ],
    ],
  ])('are ignored if they %s', async (_, root) => {
    expect(await readTagged(...root)).toMatchObject({ texts: sentences, warnings: ignored });
  });

  it.each([
    ['nothing', ''],
    ['a letter', 'x'],
    ['control characters', `${String.fromCharCode(1, 2)} ${'of the text '.repeat(6)}`],
  ])('keep text that they replace with %s', async (_, replacement) => {
    const kids = marks.map((mark) => tag('P', `/ActualText(${replacement})`, { page: 1, mark }));

    expect((await readTagged(...kids)).texts).toEqual(sentences);
  });

  it('replace signs with nothing', async () => {
    const signs = { text: '- - - - - -', x: 72, y: 500, mark: 5 };
    const root = [...marks.map(paragraph), tag('P', '/ActualText()', { page: 1, mark: 5 })];

    expect((await readPdf(taggedPdf({ pages: [[...lines, signs]], root }))).texts).toEqual(sentences);
  });

  it.each([
    ['a paragraph', [2]],
    ['the end of a page', [3, 4]],
    ['all but the first paragraph', [1, 2, 3, 4]],
  ])('keep running text that they call an artifact: %s', async (_, artifacts) => {
    const page = lines.map((line) =>
      artifacts.includes(line.mark) ? { ...line, mark: 'artifact' as const } : line,
    );
    const root = marks.filter((mark) => !artifacts.includes(mark)).map(paragraph);

    expect((await readPdf(taggedPdf({ pages: [page], root }))).texts).toEqual(sentences);
  });

  it.each([
    ['two pages', 2],
    ['three pages', 3],
  ])('are ignored if %s were reversed', async (_, count) => {
    const pages = sentences.slice(0, count).map((text) => [{ text, x: 72, y: 700, mark: 0 }]);
    const root = pages.map((__, at) => tag('P', '', { page: count - at, mark: 0 }));

    expect(await readPdf(taggedPdf({ pages, root }))).toMatchObject({
      texts: sentences.slice(0, count),
      warnings: ['The tags of the PDF contradict its pages and were ignored.'],
    });
  });
});

describe('tags of a hostile file', () => {
  it('end where they loop', async () => {
    const { texts, warnings } = await readTagged(
      tag('Sect', '', '4 0 R', '2000 0 R', ...marks.map(paragraph), '2001 0 R'),
    );

    expect(texts).toEqual(sentences);
    expect(warnings).toEqual([]);
  });

  it('are flattened where they are nested too deeply', async () => {
    const more = Array.from({ length: 900 }, (_, level) => `<</S/Sect/K ${1001 + level} 0 R>>`);
    more.push(`<</S/Div/K[${marks.map((mark) => `<</S/P/Pg 12 0 R/K ${mark}>>`).join('')}]>>`);
    const root = [tag('Document', '', '1000 0 R')];
    const { texts, warnings } = await readPdf(taggedPdf({ pages: [lines], root, more }));

    expect(texts).toEqual([sentences.join(' ')]);
    expect(warnings).toEqual([]);
  });

  it('have no content beyond that of their pages', async () => {
    const { texts } = await readTagged(
      ...marks.map(paragraph),
      tag(
        'P',
        '',
        '-1',
        '4294967296',
        '99999',
        '1.5',
        'null',
        '(text)',
        '<</Type/MCR/MCID 0>>',
        '<</Type/OBJR>>',
      ),
    );

    expect(texts).toEqual(sentences);
  });

  it('are read without their parent tree', async () => {
    const root = [tag('Document', '', ...marks.map(paragraph))];
    const pdf = taggedPdf({
      pages: [lines],
      root,
      rootEntries: '/ParentTree<</Nums[0[2000 0 R 2000 0 R] 0 4 0 R]>>',
    });

    expect((await readPdf(pdf)).texts).toEqual(sentences);
  });

  it('have tables of a few cells, whatever their cells span', async () => {
    const cell = (mark: number): Tag =>
      tag('TD', '/A<</O/Table/ColSpan 2147483647/RowSpan 99999999>>', { page: 1, mark });
    const { blocks } = await readTagged(
      tag('Table', '', tag('TR', '', cell(0)), tag('TR', '', cell(1)), tag('TR', '', cell(2))),
      paragraph(3),
      paragraph(4),
    );

    expect(blocks).toMatchObject([{ kind: 'table', rows: [[{}], [{}], [{}]] }, {}, {}]);
  });

  it('do not replace text with a much longer one', async () => {
    const replaced = (text: string): Tag =>
      tag('P', '', tag('Span', `/ActualText(${text})`, { page: 1, mark: 0 }));
    const others = marks.slice(1).map(paragraph);

    expect((await readTagged(replaced('x'.repeat(10_000_000)), ...others)).texts).toEqual(sentences);
    expect((await readTagged(replaced('x'.repeat(5000)), ...others)).texts).toEqual(sentences);
    expect((await readTagged(replaced('Another paragraph of it.'), ...others)).texts).toEqual([
      'Another paragraph of it.',
      ...sentences.slice(1),
    ]);
  });

  it('have no types that lead to each other', () => {
    const root = [tag('One', '', ...marks.map(paragraph))];
    const tree = readTagTree(
      taggedPdf({ pages: [lines], root, rootEntries: '/RoleMap<</One/Two/Two/One>>' }),
    );

    expect(tree).toMatchObject({ root: { kids: [{ kids: marks.map(() => ({ type: 'P' })) }] } });
  });

  it.each([
    ['a cross-reference table that ends amid a row', (file: string) => file.replace(/ 00000 n \n.*$/s, '')],
    ['no cross-reference table', (file: string) => file.replace('startxref', 'startxxxx')],
    [
      'a table that refers to itself',
      (file: string) => file.replace('<</Size', `<</Prev ${file.indexOf('xref')}/Size`),
    ],
    ['an encryption', (file: string) => file.replace('<</Size', '<</Encrypt 99 0 R/Size')],
    ['objects at wrong positions', (file: string) => file.replace('%PDF-1.7\n', '%PDF-1.7\n%12\n')],
  ])('are not read from a file with %s', (name, change) => {
    const file = taggedPdf({ pages: [lines], root: [tag('Document', '', ...marks.map(paragraph))] });
    const tree = readTagTree(Buffer.from(change(file.toString('latin1')), 'latin1'));

    if (name.includes('itself')) expect(tree).toMatchObject({ root: { kids: [{ type: 'Document' }] } });
    else expect(tree).toBe('unreadable');
  });

  it('are ignored beyond a number of elements', () => {
    const all = Array.from({ length: 1500 }, () => '1000 0 R').join(' ');
    const kids = `[${all}]`;
    // Each element has the same array of kids.
    const elements = Array.from({ length: 1500 }, (_, at) => tag(`S${at}`, `/K 1001 0 R/X`));
    const pdf = taggedPdf({ pages: [lines], root: elements, more: ['<</S/P>>', kids] });

    expect(readTagTree(pdf)).toBe('damaged');
  });

  itLong('are read in a time that is linear in their number', () => {
    const root = Array.from({ length: 300_000 }, (_, at) => tag('P', '', { page: 1, mark: at }));
    const tree = readTagTree(taggedPdf({ pages: [lines], root }));

    expect(typeof tree === 'object' ? tree.root.kids.length : tree).toBe(root.length);
  });
});
