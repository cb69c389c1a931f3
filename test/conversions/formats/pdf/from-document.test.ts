import { describe, expect, it } from 'vitest';
import { noInfo } from '../../../../lib/conversions/document/document-info.ts';
import {
  type DocumentTree,
  type Inline,
  type TreeBlock,
  textRun,
} from '../../../../lib/conversions/document/document-tree.ts';
import { paragraph, pixel, treeOf } from '../../document/sample-tree.ts';
import { convert, heading, png, words } from './written-document.ts';

describe('a document written to pdf', () => {
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
      what: 'lists with numbers and checkboxes',
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
      what: 'each note once, where it is referenced',
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
          header_rows: 1,
          caption: 'Scores',
          rows: [
            [{ blocks: [paragraph('both')], column_span: 2 }, 'third'],
            [{ blocks: [paragraph('tall')], row_span: 9 }, 'x'],
            ['y', 'z', 'more'],
            [],
          ],
        },
      ]),
      includes: ['Scores', 'both', 'third', 'tall', 'x', 'y', 'z', 'more'],
    },
    {
      what: 'formulas, and invalid ones as their source',
      tree: treeOf([
        paragraph([
          { kind: 'math', tex: '\\frac{a}{b}\\le\\sqrt{2}' },
          { kind: 'math', tex: '\\sum_{i=1}^{n} i', display: true },
          { kind: 'math', tex: '\\nothing{' },
        ]),
      ]),
      includes: ['≤', '∑', '\\nothing{'],
      warns: /1 formula could not be typeset; the TeX source is shown instead\./,
    },
    {
      what: 'left-to-right and right-to-left scripts with their own fonts',
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
      what: 'a warning about characters missing from every font',
      tree: treeOf([paragraph('known \u{10fff0}')]),
      includes: ['known'],
      warns: /not found in any font \(shown as boxes\): U\+10FFF0/,
    },
    {
      what: 'the alternative text of damaged images',
      tree: treeOf(
        [
          paragraph(
            [0, 1, 2, 3, 4].map((image): Inline => ({ kind: 'image', image, alt: `picture ${image}` })),
          ),
        ],
        {
          images: [
            png,
            { bytes: Buffer.from('no picture'), mime_type: 'image/png' },
            // Its head is whole: what is broken shows when it is decoded.
            { bytes: pixel.subarray(0, 45), mime_type: 'image/png' },
            {
              bytes: Buffer.from(
                `<svg width="9" height="9">${'<g>'.repeat(3000)}${'</g>'.repeat(3000)}</svg>`,
              ),
              mime_type: 'image/svg+xml',
            },
          ],
        },
      ),
      includes: ['[picture 1]', '[picture 2]', '[picture 3]', '[picture 4]'],
      excludes: ['[picture 0]'],
      warns: /unreadable images? (was|were) replaced by alternative text/,
    },
    {
      what: 'drawings without external content, with one warning',
      tree: treeOf(
        [paragraph([0, 1].map((image): Inline => ({ kind: 'image', image, alt: `drawing ${image}` })))],
        {
          images: [1, 2].map((size) => ({
            bytes: Buffer.from(
              `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="9"><image href="http://example.com/a.png"/><rect width="1" height="9"/></svg>`,
            ),
            mime_type: 'image/svg+xml',
          })),
        },
      ),
      includes: [],
      excludes: ['drawing'],
      warns: /^The SVG refers to external files, which are never fetched\. They were left out; embed them\.$/,
    },
    {
      what: 'long words and URLs broken at the margin',
      tree: treeOf([paragraph(`start ${'x'.repeat(3000)} https://example.com/${'path/'.repeat(60)}end`)]),
      includes: ['start', 'end'],
    },
    {
      what: 'code with its spaces, with or without colours',
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

  it.each(hostile)('shows %j literally in any position', async (text) => {
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
        { kind: 'table', header_rows: 1, caption: text, rows: [[text], [text]] },
        { kind: 'code', language: text, text },
        { kind: 'code', language: 'typst', text },
        { kind: 'quote', blocks: [paragraph(text)] },
      ],
      {
        images: [png],
        notes: [[paragraph(text)]],
        metadata: { ...noInfo, title: text, author: text, subject: text, keywords: text },
      },
    );
    const shown = text.replaceAll('\u0000', '').replaceAll('\u0007', '').toWellFormed();

    const pdf = await convert(tree, { toc: true, header: text, footer: text });

    const found = pdf.text.replaceAll(/\s+/g, ' ').split(shown.replaceAll(/\s+/g, ' ')).length - 1;
    expect(found).toBeGreaterThanOrEqual(10);
    expect(pdf.title).toBe(shown);
  });

  it('has an outline without gaps, a title and structure tags', async () => {
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

  it('writes contents, and headers and footers with page numbers', async () => {
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

  it('returns the same bytes for the same document', async () => {
    const tree = treeOf([heading(1, 'Same'), paragraph(words)]);

    const [one, other] = [await convert(tree), await convert(tree)];

    expect(Buffer.compare(one.bytes, other.bytes)).toBe(0);
  });

  it('flattens deep nesting, such as tables nested 3,000 deep', async () => {
    let block: TreeBlock = paragraph('bottom');
    for (let depth = 0; depth < 3000; depth += 1)
      block =
        depth % 2 === 0
          ? { kind: 'table', header_rows: 0, rows: [[{ blocks: [block] }]] }
          : { kind: 'quote', blocks: [block] };

    const { text, report } = await convert(treeOf([block]));

    expect(text).toContain('bottom');
    expect(report.warnings).toEqual(['Lists, quotes and tables nested deeper than 7 levels were flattened.']);
  });
});
