import { describe, expect, it } from 'vitest';
import { noInfo } from '../../../../lib/conversions/document/document.ts';
import {
  type DocumentTree,
  type Inline,
  type TreeBlock,
  textRun,
} from '../../../../lib/conversions/document/document-tree.ts';
import { typstDocument } from '../../../../lib/conversions/formats/pdf/write/from-document.ts';
import { paragraph, pixel, treeOf } from '../../document/sample-tree.ts';
import { readPdf } from '../../read-pdf.ts';

const heading = (level: number, text: string): TreeBlock => ({
  kind: 'heading',
  level,
  content: [textRun(text)],
});

async function convert(tree: DocumentTree, options: Record<string, unknown> = {}) {
  const { content, report } = await typstDocument.convert(tree, {
    from: 'document',
    operation: 'convert',
    to: 'pdf',
    options,
    filename: 'folder/report.docx',
  });
  if (!(content instanceof Uint8Array)) throw new Error('no file');
  return { bytes: content, report, ...(await readPdf(content)) };
}

const png = { bytes: pixel, mimeType: 'image/png' } as const;
const words = 'one two three four five six seven eight nine ten '.repeat(60);

describe('a document on pages', () => {
  it.each<{
    what: string;
    tree: DocumentTree;
    includes: (string | RegExp)[];
    excludes?: string[];
    warns?: RegExp;
  }>([
    {
      what: 'headings, text in every style and links',
      tree: treeOf([
        heading(1, 'Title'),
        paragraph([
          textRun('plain '),
          textRun('bold', { bold: true }),
          textRun(' '),
          textRun('all', { italic: true, underline: true, strike: true, code: true }),
          textRun('2', { superscript: true }),
          textRun('3', { subscript: true }),
          textRun(' link', { href: 'https://example.com/' }),
          { kind: 'line_break' },
          textRun('next'),
        ]),
      ]),
      includes: ['Title', 'plain bold all', 'link', 'next'],
    },
    {
      what: 'lists with their numbers and boxes',
      tree: treeOf([
        {
          kind: 'list',
          ordered: true,
          start: 7,
          items: [{ blocks: [paragraph('seven')] }, { blocks: [paragraph('eight')] }],
        },
        {
          kind: 'list',
          ordered: false,
          items: [
            { checked: true, blocks: [paragraph('done')] },
            { checked: false, blocks: [paragraph('open')] },
          ],
        },
      ]),
      includes: [/7\.\s*seven/, /8\.\s*eight/, /☑\s*done/, /☐\s*open/],
    },
    {
      what: 'notes where they are referred to, and once',
      tree: treeOf(
        [
          paragraph([
            textRun('first'),
            { kind: 'note', note: 0 },
            textRun(' again'),
            { kind: 'note', note: 0 },
            { kind: 'note', note: 9 },
          ]),
        ],
        { notes: [[paragraph([textRun('the note'), { kind: 'note', note: 0 }])]] },
      ),
      includes: [/first\s*1\s+again\s*1/, /1\s*the note/],
    },
    {
      what: 'merged cells, captions and rows of different lengths',
      tree: treeOf([
        {
          kind: 'table',
          headerRows: 1,
          caption: 'Scores',
          rows: [
            [{ blocks: [paragraph('both')], columnSpan: 2 }, 'third'],
            [{ blocks: [paragraph('tall')], rowSpan: 9 }, 'x'],
            ['y', 'z', 'more'],
            [],
          ],
        },
      ]),
      includes: ['Scores', 'both', 'third', 'tall', 'x', 'y', 'z', 'more'],
    },
    {
      what: 'formulas, and those that are none as they are written',
      tree: treeOf([
        paragraph([
          { kind: 'math', tex: '\\frac{a}{b}\\le\\sqrt{2}' },
          { kind: 'math', tex: '\\sum_{i=1}^{n} i', display: true },
          { kind: 'math', tex: '\\nothing{' },
        ]),
      ]),
      includes: ['≤', '∑', '\\nothing{'],
      warns: /Formulas that can't be read are shown as they are written: 1\./,
    },
    {
      what: 'scripts of both directions with their own fonts',
      tree: treeOf(
        [
          'Ελληνικά',
          'Русский',
          'हिन्दी',
          'ไทย',
          '日本語',
          '한국어',
          'ქართული',
          'Հայերեն',
          'አማርኛ',
          'বাংলা',
          'தமிழ்',
          '😀',
        ].map((text) => paragraph(text)),
      ),
      includes: ['Ελληνικά', 'Русский', 'ไทย', '日本語', '한국어', 'ქართული', 'Հայերեն', 'አማርኛ', '😀'],
    },
    {
      what: 'characters that no font has, with a warning',
      tree: treeOf([paragraph('known \u{10fff0}')]),
      includes: ['known'],
      warns: /not found in any font \(shown as boxes\): U\+10FFF0/,
    },
    {
      what: 'the alternative text of broken pictures',
      tree: treeOf(
        [
          paragraph(
            [0, 1, 2, 3, 4].map((image): Inline => ({ kind: 'image', image, alt: `picture ${image}` })),
          ),
        ],
        {
          images: [
            png,
            { bytes: Buffer.from('no picture'), mimeType: 'image/png' },
            // Its head is whole: what is broken shows when it is decoded.
            { bytes: pixel.subarray(0, 45), mimeType: 'image/png' },
            {
              bytes: Buffer.from(
                `<svg width="9" height="9">${'<g>'.repeat(3000)}${'</g>'.repeat(3000)}</svg>`,
              ),
              mimeType: 'image/svg+xml',
            },
          ],
        },
      ),
      includes: ['[picture 1]', '[picture 2]', '[picture 3]', '[picture 4]'],
      excludes: ['[picture 0]'],
      warns: /unreadable images? (was|were) replaced by alternative text/,
    },
    {
      what: 'drawings without what lies outside of them, and tells so once',
      tree: treeOf(
        [paragraph([0, 1].map((image): Inline => ({ kind: 'image', image, alt: `drawing ${image}` })))],
        {
          images: [1, 2].map((size) => ({
            bytes: Buffer.from(
              `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="9"><image href="http://example.com/a.png"/><rect width="1" height="9"/></svg>`,
            ),
            mimeType: 'image/svg+xml',
          })),
        },
      ),
      includes: [],
      excludes: ['drawing'],
      warns: /^The SVG refers to external files, which are never fetched\. They were left out; embed them\.$/,
    },
    {
      what: 'long words and addresses broken at the margin',
      tree: treeOf([paragraph(`start ${'x'.repeat(3000)} https://example.com/${'path/'.repeat(60)}end`)]),
      includes: ['start', 'end'],
    },
    {
      what: 'code with its spaces, colours or not',
      tree: treeOf([
        { kind: 'code', language: 'js', text: 'let a = `b`;\n  if (a) {}\n' },
        { kind: 'code', text: 'y'.repeat(500) },
      ]),
      includes: ['let a = `b`;', 'if (a) {}'],
    },
  ])('has $what', async ({ tree, includes, excludes = [], warns }) => {
    const { text, report } = await convert(tree);

    for (const part of includes)
      if (typeof part === 'string') expect(text).toContain(part);
      else expect(text).toMatch(part);
    for (const part of excludes) expect(text).not.toContain(part);
    if (warns === undefined) expect(report.warnings).toEqual([]);
    else expect(report.warnings?.join('\n')).toMatch(warns);
  });

  const hostile = [
    '#read("/etc/passwd") #panic("x") #(1+1)',
    '$x^2$ \\ <label> @ref *b* _i_ `c` = h',
    '"]; #import "@preview/mitex:0.2.5": *',
    '}}"}] // no comment /* here */ -- ~ [x](y)',
    'nul \u0000 bell \u0007 half \ud800 end',
  ];

  it.each(hostile)('shows %j as it is, wherever it stands', async (text) => {
    const tree = treeOf(
      [
        heading(1, text),
        paragraph([
          textRun(text, { bold: true }),
          textRun(text, { href: text }),
          textRun(text, { href: `https://example.com/${text}` }),
          textRun(text, { code: true }),
          { kind: 'image', image: 0, alt: text },
          { kind: 'image', image: 1, alt: text },
          { kind: 'note', note: 0 },
          { kind: 'math', tex: text },
        ]),
        { kind: 'list', ordered: false, items: [{ checked: true, blocks: [paragraph(text)] }] },
        { kind: 'table', headerRows: 1, caption: text, rows: [[text], [text]] },
        { kind: 'code', language: text, text },
        { kind: 'code', language: 'typst', text },
        { kind: 'quote', blocks: [paragraph(text)] },
      ],
      {
        images: [png],
        notes: [[paragraph(text)]],
        info: { ...noInfo, title: text, author: text, subject: text, keywords: text },
      },
    );
    const shown = text.replaceAll('\u0000', '').replaceAll('\u0007', '').toWellFormed();

    const pdf = await convert(tree, { toc: true, header: text, footer: text });

    const found = pdf.text.replaceAll(/\s+/g, ' ').split(shown.replaceAll(/\s+/g, ' ')).length - 1;
    expect(found).toBeGreaterThanOrEqual(10);
    expect(pdf.title).toBe(shown);
  });

  it('has an outline without gaps, a title, and marks of its structure', async () => {
    const { title, outline, bytes } = await convert(
      treeOf([heading(2, 'Begin'), heading(5, 'Deep'), heading(1, 'Next'), paragraph('x')]),
    );

    expect(title).toBe('Next');
    expect(outline).toEqual([
      { title: 'Begin', children: [{ title: 'Deep', children: [] }] },
      { title: 'Next', children: [] },
    ]);
    expect(Buffer.from(bytes).includes('/ObjStm')).toBe(true);
    expect(await convert(treeOf([paragraph('x')]))).toMatchObject({ title: 'report' });
  });

  it('repeats the head of a long table on each page and loses no row', async () => {
    const rows = Array.from({ length: 300 }, (_, row) => [`row-${row}-`, `${row}.5`]);

    const { text, report } = await convert(
      treeOf([{ kind: 'table', headerRows: 1, rows: [['Name', 'Value'], ...rows] }]),
    );

    const pages = text.split('\f');
    expect(pages).toHaveLength(report.pages ?? 0);
    expect(pages.length).toBeGreaterThan(3);
    for (const page of pages) expect(page).toContain('Name');
    for (const [name = ''] of rows) expect(text).toContain(name);
  });

  it.each<[string, TreeBlock]>([
    [
      'of a table in a table',
      {
        kind: 'table',
        headerRows: 0,
        rows: [
          [
            {
              blocks: [
                {
                  kind: 'table',
                  headerRows: 1,
                  rows: [['Heading'], ...Array.from({ length: 120 }, (_, row) => [`row ${row}`])],
                },
              ],
            },
          ],
        ],
      },
    ],
    [
      'that is high',
      {
        kind: 'table',
        headerRows: 1,
        rows: [
          [{ blocks: [paragraph('Heading'), ...Array.from({ length: 25 }, () => paragraph('more'))] }],
          ...Array.from({ length: 120 }, (_, row) => [`row ${row}`]),
        ],
      },
    ],
  ])('does not repeat the head %s', async (_, table) => {
    const { text } = await convert(treeOf([table]));

    expect(text.split('\f').length).toBeGreaterThanOrEqual(2);
    expect(text.split('Heading').length - 1).toBe(1);
    expect(text).toContain('row 119');
  });

  it('gives rows the height of their text, one line or many', async () => {
    const table = (text: string): TreeBlock => ({
      kind: 'table',
      headerRows: 0,
      rows: Array.from({ length: 40 }, (_, row) => [`row ${row}`, text]),
    });

    const low = await convert(treeOf([table('short'), paragraph('End')]));
    const high = await convert(treeOf([table(words), paragraph('End')]));
    const mixed = await convert(
      treeOf([
        {
          kind: 'table',
          headerRows: 0,
          rows: [
            ['a', ''],
            ['', ''],
            ['日本', 'x'],
            ['b', words],
          ],
        },
      ]),
    );

    expect(low.report.pages).toBe(1);
    expect(high.report.pages).toBeGreaterThan(20);
    expect(mixed.text).toContain('日本');
  });

  it('turns the page for a wide table, and parts one that is wider still', async () => {
    const wide = (columns: number): TreeBlock => ({
      kind: 'table',
      headerRows: 1,
      rows: ['head', 'value'].map((name) =>
        Array.from({ length: columns }, (_, column) => `${name}${column}`),
      ),
    });

    const turned = await convert(treeOf([wide(15)]));
    const parted = await convert(treeOf([wide(80)]));

    expect(turned).toMatchObject({ width: expect.closeTo(841.89, 1), height: expect.closeTo(595.28, 1) });
    expect(parted.text).toContain('value79');
    expect(parted.text.split('value0').length - 1).toBeGreaterThan(3);
  });

  it.each([
    { options: { page_size: 'A5', landscape: true }, size: [595.28, 419.53] },
    { options: { page_size: 'Letter', margin: { left: 5, top: 50 } }, size: [612, 792] },
    // Text has room whatever is asked for.
    {
      options: { page_size: 'A5', margin: { left: 100, right: 100 }, font_size: 20 },
      size: [419.53, 595.28],
    },
  ])('has the paper of $options', async ({ options, size }) => {
    const { width, height, text } = await convert(treeOf([paragraph('some words')]), options);

    expect([width, height]).toEqual([expect.closeTo(size[0] ?? 0, 1), expect.closeTo(size[1] ?? 0, 1)]);
    expect(text).toContain('words');
  });

  it('has contents, heads and feet with the numbers of pages', async () => {
    const tree = treeOf([
      heading(1, 'Alpha'),
      paragraph(words),
      { kind: 'page_break' },
      heading(1, 'Beta'),
      paragraph(words),
    ]);

    const { text } = await convert(tree, {
      toc: true,
      header: '{title}: {page} of {pages}',
      footer: 'the foot',
    });
    const bare = await convert(tree, { page_numbers: false });

    const pages = text.split('\f');
    expect(pages).toHaveLength(3);
    expect(pages[0]).toMatch(/Contents[\s\S]*Alpha[\s.]*2[\s\S]*Beta[\s.]*3/);
    expect(pages[2]).toContain('Alpha: 3 of 3');
    expect(pages[2]).toContain('the foot');
    expect(bare.text.trim()).toMatch(/ten$/);
  });

  it.each(['a-2b', 'a-2u', 'a-2a', 'a-3b', 'a-3u', 'a-3a', 'a-4', 'ua-1'])(
    'is made to the standard %s',
    async (standard) => {
      const image: Inline = { kind: 'image', image: 0, alt: '' };
      const tree = treeOf(
        [heading(3, 'Head'), paragraph([textRun('text'), image, { kind: 'math', tex: 'x^2' }])],
        {
          images: [png],
        },
      );

      const { bytes, text } = await convert(tree, { pdf_standard: standard });

      const part = standard.startsWith('ua') ? '<pdfuaid:part>1' : `<pdfaid:part>${standard.slice(2, 3)}`;
      expect(Buffer.from(bytes).toString('latin1')).toContain(part);
      expect(text).toContain('text');
    },
  );

  it('gives the same bytes for the same document', async () => {
    const tree = treeOf([heading(1, 'Same'), paragraph(words)]);

    const [one, other] = [await convert(tree), await convert(tree)];

    expect(Buffer.compare(one.bytes, other.bytes)).toBe(0);
  });

  it('makes flat what lies too deep, a table in a table 3,000 times over', async () => {
    let block: TreeBlock = paragraph('bottom');
    for (let depth = 0; depth < 3000; depth += 1)
      block =
        depth % 2 === 0
          ? { kind: 'table', headerRows: 0, rows: [[{ blocks: [block] }]] }
          : { kind: 'quote', blocks: [block] };

    const { text, report } = await convert(treeOf([block]));

    expect(text).toContain('bottom');
    expect(report.warnings).toEqual([expect.stringContaining('too deep')]);
  });

  it.each([
    {
      what: 'nothing in it',
      tree: treeOf([paragraph(' ')]),
      options: {},
      code: 'empty_document',
      message: /no content/,
    },
    {
      what: 'too many cells',
      tree: treeOf([
        { kind: 'table', headerRows: 0, rows: Array.from({ length: 40_001 }, () => ['a', 'b']) },
      ]),
      options: {},
      code: 'too_complex',
      message: /80000 cells/,
    },
    {
      what: 'too much text',
      tree: treeOf([paragraph('あ'.repeat(12_000_001))]),
      options: {},
      code: 'too_complex',
      message: /12000000/,
    },
    {
      what: 'characters a standard has no place for',
      tree: treeOf([paragraph('private \ue000')]),
      options: { pdf_standard: 'a-2b' },
      code: 'unsupported_content',
      message: /"a-2b": no font has its characters U\+E000/,
    },
  ])('refuses a document with $what', async ({ tree, options, code, message }) => {
    await expect(convert(tree, options)).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
    });
  });
});
