import { describe, expect, it } from 'vitest';
import { type Inline, type TreeBlock, textRun } from '../../../../lib/conversions/document/document-tree.ts';
import { fileContent } from '../../../../lib/conversions/engine/content.ts';
import { markdownWriter } from '../../../../lib/conversions/formats/markdown/writer.ts';
import { runsOf } from '../../../support/long-run.ts';
import { paragraph, pixel, treeOf } from '../../document/sample-tree.ts';
import { unzip } from '../../shared/zip/unzip.ts';

const write = (tree: ReturnType<typeof treeOf>, options = {}) =>
  markdownWriter.convert(tree, { from: 'document', operation: 'convert', to: 'markdown', options });
const markdownOf = async (blocks: readonly TreeBlock[], rest = {}, options = {}) =>
  Buffer.from(fileContent((await write(treeOf(blocks, rest), options)).content)).toString();

const bold = (text: string) => textRun(text, { bold: true });
const italic = (text: string) => textRun(text, { italic: true });

const lines: readonly (readonly [string, string | readonly Inline[], string])[] = [
  [
    'leaves plain text alone',
    '5 * 3 = 15, snake_case, C:\\Users, [1], $5, a < b',
    '5 * 3 = 15, snake_case, C:\\Users, [1], $5, a < b',
  ],
  ['escapes what would be emphasis', '2*3*4 and _so_', '2\\*3\\*4 and \\_so\\_'],
  ['escapes what would be a link', 'see [a](b)', 'see [a\\](b)'],
  ['escapes what would define an address', '[a]: b, [c]: d', '\\[a]: b, [c]: d'],
  [
    'keeps code in a link from defining an address',
    [textRun('a]: b', { code: true, href: '#c' })],
    '[<code>a\\]: b</code>](#c)',
  ],
  ['escapes what would be a task to pandoc', [italic('[x] a')], '*\\[x] a*'],
  ['escapes tags and entities', '<b> &amp; & x', '\\<b> \\&amp; & x'],
  ['escapes what would be a list', '1986. A year', '1986\\. A year'],
  ['escapes what would be a heading', '# no', '\\# no'],
  ['escapes prices that would be read as formulas', '$5 or US$ 6', '\\$5 or US\\$ 6'],
  ['moves spaces out of emphasis', [textRun('a'), bold(' b '), textRun('c')], 'a **b** c'],
  ['nests marks', [bold('b '), textRun('bi', { bold: true, italic: true }), bold(' b')], '**b *bi* b**'],
  ['tags what delimiters cannot mark', [bold('「重要」'), textRun('です')], '<strong>「重要」</strong>です'],
  ['separates adjacent delimiters with tags', [italic('x'), bold('y')], '*x*<strong>y</strong>'],
  ['fences code longer than its backticks', [textRun('a``b`', { code: true })], '``` a``b` ```'],
  ['writes links', [textRun('t', { href: 'https://a.b/c (d)' })], '[t](<https://a.b/c%20(d)>)'],
  ['writes bare URLs', [textRun('https://a.b', { href: 'https://a.b' })], '<https://a.b>'],
  ['drops URLs that run code', [textRun('t', { href: ' java\nscript:alert(1)' })], 't'],
  ['does not turn a link into an image', [textRun('!'), textRun('t', { href: '#a' })], '\\![t](#a)'],
  ['ends lines with a backslash', [textRun('a'), { kind: 'line_break' }, textRun('- b')], 'a\\\n\\- b'],
];

describe('writing markdown', () => {
  it('marks where pages begin, if asked to', async () => {
    const blocks: TreeBlock[] = [
      { ...paragraph('a'), page: 2 },
      { ...paragraph('b'), page: 2 },
      { kind: 'page_break', page: 3 },
      { kind: 'list', ordered: false, page: 3, items: [{ blocks: [{ ...paragraph('c'), page: 3 }] }] },
      { kind: 'list', ordered: false, page: 4, items: [{ blocks: [paragraph('d')] }] },
      paragraph('e'),
    ];

    expect(await markdownOf(blocks, {}, { page_markers: true })).toBe(
      '<!-- page 2 -->\n\na\n\nb\n\n<!-- page 3 -->\n\n- c\n\n<!-- page 4 -->\n\n* d\n\ne\n',
    );
    expect(await markdownOf(blocks)).not.toContain('<!-- page');
  });

  it.each(lines)('%s', async (_, content, expected) => {
    expect(await markdownOf([paragraph(content)])).toBe(`${expected}\n`);
  });

  it.each([
    ['# #', '# \\#'],
    ['# C#', '# C#'],
    ['# a {#b}', '# a {#b\\}'],
    ['# https://a.b/{c}', '# https\\://a.b/{c\\}'],
  ])('keeps the end of the heading %j', async (text, expected) => {
    const content = [textRun(text.slice(2))];

    expect(await markdownOf([{ kind: 'heading', level: 1, content }])).toBe(`${expected}\n`);
  });

  it('nests lists and separates adjacent lists', async () => {
    const inner = { kind: 'list', ordered: true, start: 9, items: [{ blocks: [paragraph('i')] }] } as const;
    const list = {
      kind: 'list',
      ordered: false,
      items: [{ blocks: [paragraph('a'), inner] }, { checked: false, blocks: [paragraph('b')] }],
    } as const;

    expect(await markdownOf([list, list])).toBe('- a\n\n  9. i\n\n- [ ] b\n\n* a\n\n  9. i\n\n* [ ] b\n');
    expect(await markdownOf([inner, inner])).toBe('9. i\n\n<!-- -->\n\n9. i\n');
  });

  it('writes a line for each table row, with merged cells in their first position', async () => {
    const block: TreeBlock = {
      kind: 'table',
      header_rows: 1,
      rows: [
        [{ blocks: [paragraph('A|B')], column_span: 2, align: 'right' }, 'C'],
        [
          '1',
          { blocks: [paragraph([textRun('\\|', { code: true })])] },
          { blocks: [paragraph('x'), paragraph('y')] },
        ],
      ],
    };

    expect(await markdownOf([block])).toBe(
      '| A\\|B |  | C |\n| --- | --- | --- |\n| 1 | <code>\\\\\\|</code> | x<br>y |\n',
    );
  });

  it('fences code, quotes, and writes notes and formulas', async () => {
    const blocks: TreeBlock[] = [
      { kind: 'quote', blocks: [paragraph('q'), { kind: 'code', text: '```\n', language: 'md' }] },
      paragraph([textRun('n'), { kind: 'note', note: 0 }, { kind: 'math', tex: 'a_1' }]),
    ];

    expect(await markdownOf(blocks, { notes: [[paragraph('one'), paragraph('two')]] })).toBe(
      '> q\n>\n> ````md\n> ```\n> ````\n\nn[^1]$a_1$\n\n[^1]: one\n\n    two\n',
    );
  });

  it('names images, omits them, embeds them or writes them as files', async () => {
    const blocks = [paragraph([{ kind: 'image', image: 0, alt: 'dot' }])];
    const images = [{ bytes: pixel, mime_type: 'image/png' } as const];

    const beside = await write(treeOf(blocks, { images }), { images: 'files' });

    expect(await markdownOf(blocks, { images })).toBe('![dot](image-001.png)\n');
    expect(await markdownOf(blocks, { images }, { images: 'none' })).toBe('dot\n');
    expect(await markdownOf(blocks, { images }, { images: 'embed' })).toMatch(
      /^!\[dot\]\(data:image\/png;base64,/,
    );
    expect(beside.file?.extension).toBe('zip');
    expect(unzip(fileContent(beside.content))).toMatchObject({
      'document.md': '![dot](images/image-001.png)\n',
    });
  });

  it('writes deeply nested content and very long lines', async () => {
    let nested: TreeBlock = paragraph('core');
    for (let depth = 0; depth < 500; depth += 1) nested = { kind: 'quote', blocks: [nested] };
    const pieces = Array.from({ length: runsOf(10_000, 50_000) }, (_, at) =>
      textRun('*_x', at % 2 === 0 ? { bold: true } : {}),
    );

    expect(await markdownOf([nested])).toContain('core');
    expect(await markdownOf([paragraph(pieces)])).toContain('\\*');
  });
});
